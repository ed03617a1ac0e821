import Testing

@testable import AudioProcessing

@Suite struct SoundShiftTests {
  private static let word = [Int16](repeating: 1000, count: 4800)

  private func sentence(pauses: Int...) -> [Int16] {
    pauses.reduce(Self.word) { $0 + [Int16](repeating: 0, count: $1) + Self.word }
  }

  @Test func silenceIsAddedInTheFirstPause() {
    #expect(SoundShift.delayed(sentence(pauses: 3000, 3000), by: 480) == sentence(pauses: 3480, 3000))
  }

  @Test func silenceIsTakenOutOfPausesAlone() {
    #expect(SoundShift.hastened(sentence(pauses: 4000), by: 480) == sentence(pauses: 3520))
    #expect(SoundShift.hastened(sentence(pauses: 3000, 3000), by: 2500) == sentence(pauses: 2540, 960))
    #expect(SoundShift.hastened(sentence(pauses: 3000), by: 48_000) == sentence(pauses: 960))
  }

  @Test func wordsStayAsTheyAre() {
    let samples = sentence(pauses: 1000)
    #expect(SoundShift.delayed(samples, by: 480) == samples && SoundShift.hastened(samples, by: 480) == samples)
    #expect(SoundShift.delayed([], by: 480).isEmpty && SoundShift.hastened([], by: 480).isEmpty)
  }

  @Test func silenceAloneIsAPause() {
    let silence = [Int16](repeating: 0, count: 9600)
    #expect(SoundShift.delayed(silence, by: 480).count == 10_080)
    #expect(SoundShift.hastened(silence, by: 480).count == 9120)
  }
}

import Testing

@testable import SpeakCallAgent
@testable import SpeechInjection

@Suite struct LevelMarksTests {
  private func level(_ mark: (offset: Int, mark: Injector.Mark)) -> Double? {
    if case .level(let level) = mark.mark.kind { level } else { nil }
  }

  @Test func thereAreTwentyFiveASecondHoweverTheSamplesCome() {
    for size in [100, 1919, 1920, 1921, 48_000] {
      var marks = LevelMarks(utterance: 1)
      var places: [Int] = []
      for start in stride(from: 0, to: 48_000, by: size) {
        let block = [Int16](repeating: 0, count: min(size, 48_000 - start))
        places += marks.add(block).map { start + $0.offset }
      }
      #expect(places.count == 25, "blocks of \(size)")
      for (number, place) in places.enumerated() {
        #expect((number * 1920..<(number + 1) * 1920).contains(place), "blocks of \(size)")
      }
    }
  }

  @Test func aFullSquareWaveIsAtZeroAndSilenceAtTheFloor() {
    var marks = LevelMarks(utterance: 1)
    let loud = (0..<1920).map { $0.isMultiple(of: 2) ? Int16.max : -Int16.max }
    #expect(marks.add(loud).map(level) == [0])
    #expect(marks.add([Int16](repeating: 0, count: 1920)).map(level) == [LevelMarks.silence])
    let soft = loud.map { $0 / 10 }
    #expect(marks.add(soft).map(level) == [-20])
  }
}

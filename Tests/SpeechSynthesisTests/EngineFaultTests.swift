import Foundation
import Testing

@testable import SpeechSynthesis

struct EngineFaultTests {
  private static let longText = String(repeating: "A long text. ", count: 4_000)

  /// Long enough for an engine that starts among all other tests.
  private static let timeout = Duration.seconds(8)

  /// A signal to the engine or to the copy that speaks: whatever it does, each word is delivered once.
  @Test(arguments: [SIGKILL, SIGSEGV, SIGPROF, SIGSTOP], [false, true])
  func anEngineLostInMidTextLosesNoWord(signal: Int32, isCopy: Bool) async throws {
    let speech = TestEngine.speech(timeout: Self.timeout)
    let text = String(repeating: "A long text! ", count: 100)
    let expected = try await speech.speak(text).flatMap(\.words).map(\.offset)
    let synthesis = try await speech.begin(text)
    var words: [Int] = []
    for count in 0... {
      if count == 10 || count == 20 && signal != SIGSTOP {
        let engine = try #require(await speech.engineProcess)
        #expect(kill(isCopy ? try Self.copy(of: engine) : engine, signal) == 0)
      }
      guard let chunk = try await synthesis.next() else { break }
      #expect(chunk.skipped.isEmpty)
      words += chunk.words.map(\.offset)
    }
    #expect(words == expected)
  }

  @Test func markupIsNotBegunInItsMiddle() async throws {
    let speech = TestEngine.speech()
    let text = "<speak>\(Self.longText)</speak>"
    let synthesis = try await speech.begin(text, settings: SpeechSettings(isSSML: true))
    _ = try await synthesis.next()
    kill(try #require(await speech.engineProcess), SIGKILL)
    await #expect(throws: SpeechError.engineDied(reason: "Killed", lost: text)) {
      while try await synthesis.next() != nil {}
    }
    #expect(try await !speech.speak("Hello").isEmpty)
  }

  @Test func anEngineThatDiedUnusedIsReplacedInSilence() async throws {
    let speech = TestEngine.speech()
    try await speech.warmUp()
    let engine = try #require(await speech.engineProcess)
    kill(engine, SIGKILL)
    #expect(try await !speech.speak("Hello").isEmpty)
    #expect(await speech.engineProcess != engine)
  }

  @Test func anEngineThatHangsUnusedIsEndedAndReplaced() async throws {
    let speech = TestEngine.speech(timeout: Self.timeout)
    try await speech.warmUp()
    let engine = try #require(await speech.engineProcess)
    kill(engine, SIGSTOP)
    #expect(try await !speech.speak("Hello").isEmpty)
    #expect(kill(engine, 0) != 0)
  }

  @Test func cancellingAnEngineThatHangsEndsIt() async throws {
    let speech = TestEngine.speech()
    let synthesis = try await speech.begin(Self.longText)
    let engine = try #require(await speech.engineProcess)
    kill(engine, SIGSTOP)
    await synthesis.cancel()
    #expect(kill(engine, 0) != 0)
    #expect(try await !speech.speak("Hello").isEmpty)
  }

  /// Texts of dotted letters abort espeak-ng 1.51; where it is mended they are just spoken.
  private static let crashingWord = String(repeating: "s.", count: 100)

  @Test func aWordThatAbortsTheLibraryIsLeftOut() async throws {
    let speech = TestEngine.speech()
    let text = "One two three four \(Self.crashingWord) five six. Seven."
    let chunks = try await speech.speak(text)
    let words = chunks.flatMap(\.words).map(\.offset)
    let crashing = 19..<219
    #expect(words.filter { !crashing.contains($0) } == [0, 4, 8, 14, 220, 225, 230])
    for word in chunks.flatMap(\.skipped) {
      #expect(crashing.contains(word.offset) && crashing.contains(word.offset + word.text.unicodeScalars.count - 1))
      #expect(word.text.allSatisfy { "s.".contains($0) })
      #expect(word.description.hasSuffix("was skipped: espeak-ng fails on it (Aborted)"))
    }
  }

  @Test func aTextOfNothingButCrashingWordsIsGivenUp() async throws {
    let speech = TestEngine.speech()
    let text = Array(repeating: Self.crashingWord, count: 100).joined(separator: " ")
    do {
      let chunks = try await speech.speak(text)
      #expect(chunks.flatMap(\.skipped).isEmpty)
    } catch {
      guard case .engineDied("Aborted", let lost) = error as? SpeechError else { throw error }
      #expect(text.hasSuffix(lost) && lost.count < text.count)
    }
    #expect(try await !speech.speak("Hello").isEmpty)
  }

  @Test func markupThatAbortsTheLibraryIsAnError() async throws {
    let speech = TestEngine.speech()
    let text = "<speak>One \(Self.crashingWord)</speak>"
    do {
      _ = try await speech.speak(text, settings: SpeechSettings(isSSML: true))
    } catch {
      #expect(error as? SpeechError == .engineDied(reason: "Aborted", lost: text))
    }
    #expect(try await !speech.speak("Hello").isEmpty)
  }

  @Test func theEngineLeavesWithItsOwner() async throws {
    var speech: Speech? = TestEngine.speech()
    try await speech?.warmUp()
    let engine = try #require(await speech?.engineProcess)
    #expect(kill(engine, 0) == 0)
    speech = nil
    #expect(kill(engine, 0) != 0)
  }

  @Test func anEngineThatWasStartedAtOnceIsTheOneThatSpeaks() async throws {
    let speech = Speech(executable: TestEngine.executable, environment: ["LANG": "C"], startsEngine: true)
    let engine = try #require(await speech.engineProcess)
    #expect(try await !speech.speak("Hello").isEmpty)
    #expect(await speech.engineProcess == engine)
  }

  @Test func anEngineThatWasStartedAtOnceAndDiedIsReplacedInSilence() async throws {
    let speech = Speech(executable: TestEngine.executable, environment: ["LANG": "C"], startsEngine: true)
    kill(try #require(await speech.engineProcess), SIGKILL)
    #expect(try await !speech.speak("Hello").isEmpty)
  }

  @Test func anEngineWithoutItsDataSaysSo() async throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let data = home.appendingPathComponent("espeak-ng-data")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let speech = TestEngine.speech(environment: ["HOME": home.path])
    let error = await #expect(throws: SpeechError.self) { try await speech.warmUp() }
    #expect(error?.description.contains(data.path) == true)
    #expect(error?.description.contains("apt install espeak-ng-data") == true)
  }

  @Test(arguments: ["/nonexistent/speakcall", "/bin/true"], [false, true])
  func aProgramThatIsNoEngineIsAnError(executable: String, startsEngine: Bool) async throws {
    let speech = Speech(executable: executable, environment: [:], timeout: .seconds(5), startsEngine: startsEngine)
    let error = await #expect(throws: SpeechError.self) { try await speech.warmUp() }
    #expect(error?.description.hasPrefix("the speech engine") == true)
  }

  @Test func aTextThatIsNotTakenCostsNoMemory() async throws {
    let speech = TestEngine.speech()
    try await speech.warmUp()
    let before = try await Self.residentKilobytes(speech)
    for _ in 0..<5 {
      let synthesis = try await speech.begin(Self.longText)
      for _ in 0..<100 {
        _ = try await synthesis.next()
      }
      #expect(try await Self.residentKilobytes(speech) - before < 2_048)
    }
  }

  /// The process that the engine has made of itself and that speaks now.
  private static func copy(of engine: pid_t) throws -> pid_t {
    let children = try String(contentsOfFile: "/proc/\(engine)/task/\(engine)/children", encoding: .utf8)
    return try #require(children.split(separator: " ").compactMap { pid_t($0) }.first)
  }

  private static func residentKilobytes(_ speech: Speech) async throws -> Int {
    let status = try String(
      contentsOfFile: "/proc/\(try #require(await speech.engineProcess))/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
  }
}

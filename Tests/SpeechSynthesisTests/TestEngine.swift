import TestSupport

@testable import SpeechSynthesis

/// The real engine, for tests.
enum TestEngine {
  /// The program under test.
  static let executable = BuiltPrograms.speakcall

  /// Returns an engine of its own, in an English locale.
  static func speech(
    cache: String? = nil, environment: [String: String] = ["LANG": "C"], timeout: Duration = .seconds(20)
  ) -> Speech {
    Speech(executable: executable, cache: cache, environment: environment, timeout: timeout)
  }
}

extension Speech {
  /// Speaks a text to its end.
  func speak(_ text: String, settings: SpeechSettings = SpeechSettings()) async throws -> [SpeechChunk] {
    let synthesis = try begin(text, settings: settings)
    var chunks: [SpeechChunk] = []
    while let chunk = try await synthesis.next() {
      chunks.append(chunk)
    }
    return chunks
  }

  /// Speaks a text to its end and makes of it what is played.
  func play(_ text: String, settings: SpeechSettings = SpeechSettings()) async throws -> [SpeechBlock] {
    let synthesis = try begin(text, settings: settings)
    var processor = SpeechProcessor(voiceLevel: synthesis.voiceLevel, gain: settings.gain ?? 0)
    var blocks: [SpeechBlock] = []
    while let chunk = try await synthesis.next() {
      blocks.append(try processor.process(chunk))
    }
    blocks.append(try processor.finish())
    return blocks
  }
}

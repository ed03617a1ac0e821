/// A failure of speech synthesis.
public enum SpeechError: Error, Sendable, Equatable, Codable {
  /// No voice has this name, identifier or language; `nearest` are the most similar names.
  case unknownVoice(name: String, nearest: [String])

  /// The voice exists but the variant does not; `nearest` are the most similar variants.
  case unknownVariant(name: String, nearest: [String])

  /// The voice is listed but cannot be loaded.
  case unusableVoice(name: String, reason: String)

  /// Values of ``SpeechSettings`` are out of range.
  case outOfRange([OutOfRange])

  /// The text is too long for one request; both values count UTF-8 bytes.
  case textTooLong(bytes: Int, limit: Int)

  /// espeak-ng could not be initialized, for example without its voice data.
  case engineUnusable(reason: String)

  /// The engine process could not be started.
  case engineNotStarted(reason: String)

  /// The engine process ended while in use; `lost` is the text that was not spoken.
  case engineDied(reason: String, lost: String)

  /// The engine process gave no answer for this long and was killed; `lost` is the text that was not spoken.
  case engineStalled(seconds: Double, lost: String)

  /// espeak-ng reported an error during synthesis.
  case synthesisFailed(reason: String)

  /// The resampler could not be created or failed.
  case resamplingFailed(reason: String)

  /// The synthesis was cancelled, or another one began.
  case cancelled

  /// A value out of range, as the user wrote it.
  public struct OutOfRange: Sendable, Equatable, Codable {
    /// The name of the setting.
    let setting: String
    /// The rejected value.
    let value: String
    /// The lowest allowed value.
    let lowest: String
    /// The highest allowed value.
    let highest: String
    /// The unit, empty if there is none.
    let unit: String
  }
}

extension SpeechError {
  /// The failure of the engine, as a phrase, if that is the error; the text can resume with another engine.
  var lossOfEngine: String? {
    switch self {
    case .engineDied(let reason, _): reason
    case .engineStalled(let seconds, _): "no answer for \(seconds) s"
    default: nil
    }
  }

  /// Returns the same failure of the engine with another lost text.
  func losing(_ text: String) -> SpeechError {
    switch self {
    case .engineDied(let reason, _): .engineDied(reason: reason, lost: text)
    case .engineStalled(let seconds, _): .engineStalled(seconds: seconds, lost: text)
    default: self
    }
  }
}

extension SpeechError: CustomStringConvertible {
  /// The failure, with the value that caused it, in one line.
  public var description: String {
    switch self {
    case .unknownVoice(let name, let nearest):
      "no voice is called “\(name)”\(Self.suggest(nearest))"
    case .unknownVariant(let name, let nearest):
      "no voice variant is called “\(name)”\(Self.suggest(nearest))"
    case .unusableVoice(let name, let reason):
      "the voice “\(name)” cannot be used: \(reason)"
    case .outOfRange(let violations):
      violations.map { violation in
        let unit = violation.unit.isEmpty ? "" : " \(violation.unit)"
        return
          "\(violation.setting) \(violation.value) is out of range (\(violation.lowest) to \(violation.highest)\(unit))"
      }.joined(separator: "; ")
    case .textTooLong(let bytes, let limit):
      "a piece of text has \(bytes) bytes, more than the \(limit) that fit one request"
    case .engineUnusable(let reason):
      "espeak-ng could not start: \(reason); install its voices with: apt install espeak-ng-data"
    case .engineNotStarted(let reason):
      "the speech engine could not start: \(reason)"
    case .engineDied(let reason, let lost):
      "the speech engine ended unexpectedly (\(reason))\(Self.quote(lost))"
    case .engineStalled(let seconds, let lost):
      "the speech engine gave no answer for \(seconds) s and was killed\(Self.quote(lost))"
    case .synthesisFailed(let reason):
      "espeak-ng could not speak the text: \(reason)"
    case .resamplingFailed(let reason):
      "could not convert the sample rate: \(reason)"
    case .cancelled:
      "speech was cancelled"
    }
  }

  private static func suggest(_ names: [String]) -> String {
    names.isEmpty ? "" : "; nearest: \(names.joined(separator: ", "))"
  }

  private static func quote(_ lost: String) -> String {
    guard !lost.isEmpty else { return "" }
    let shown = lost.prefix(40)
    return "; not spoken: “\(shown)\(shown.endIndex < lost.endIndex ? "…" : "")”"
  }
}

/// A failure of speech synthesis.
public enum SpeechError: Error, Sendable, Equatable, Codable {
  /// No voice has this name, identifier or language; `nearest` are the known names most like it.
  case unknownVoice(name: String, nearest: [String])

  /// The voice exists, its variant does not; `nearest` are the known variants most like it.
  case unknownVariant(name: String, nearest: [String])

  /// The voice is listed but cannot be loaded.
  case unusableVoice(name: String, reason: String)

  /// Values of ``SpeechSettings`` that are out of their range.
  case outOfRange([OutOfRange])

  /// The text is longer than one request can carry; both are counts of UTF-8 bytes.
  case textTooLong(bytes: Int, limit: Int)

  /// espeak-ng could not be initialized, as without its voice data.
  case engineUnusable(reason: String)

  /// The engine process could not be started.
  case engineNotStarted(reason: String)

  /// The engine process ended while it was needed; `lost` is the rest of the text, which was not spoken.
  case engineDied(reason: String, lost: String)

  /// The engine process gave no sign of life for this long and was ended; `lost` as above.
  case engineStalled(seconds: Double, lost: String)

  /// espeak-ng reported an error while it spoke.
  case synthesisFailed(reason: String)

  /// The resampler could not be created or failed.
  case resamplingFailed(reason: String)

  /// The synthesis was cancelled, or another one was begun.
  case cancelled

  /// A value out of its range, in the words of the user.
  public struct OutOfRange: Sendable, Equatable, Codable {
    /// The name of the setting.
    public let setting: String
    /// The refused value.
    public let value: String
    /// The lowest allowed value.
    public let lowest: String
    /// The highest allowed value.
    public let highest: String
    /// The unit, empty if there is none.
    public let unit: String
  }
}

extension SpeechError {
  /// What became of the engine, as a phrase, if this is its loss; a text may go on with another.
  var lossOfEngine: String? {
    switch self {
    case .engineDied(let reason, _): reason
    case .engineStalled(let seconds, _): "no answer for \(seconds) s"
    default: nil
    }
  }

  /// The same loss of the engine, of another text.
  func losing(_ text: String) -> SpeechError {
    switch self {
    case .engineDied(let reason, _): .engineDied(reason: reason, lost: text)
    case .engineStalled(let seconds, _): .engineStalled(seconds: seconds, lost: text)
    default: self
    }
  }
}

extension SpeechError: CustomStringConvertible {
  /// One line: what failed, with which value, and what to type next.
  public var description: String {
    switch self {
    case .unknownVoice(let name, let nearest):
      "no voice is called “\(name)”\(Self.suggest(nearest)); list them with: speakcall voices"
    case .unknownVariant(let name, let nearest):
      "no voice variant is called “\(name)”\(Self.suggest(nearest)); list them with: speakcall voices variant"
    case .unusableVoice(let name, let reason):
      "the voice “\(name)” cannot be used: \(reason); choose another from: speakcall voices"
    case .outOfRange(let violations):
      violations.map { violation in
        let unit = violation.unit.isEmpty ? "" : " \(violation.unit)"
        return
          "\(violation.setting) \(violation.value) is out of range (\(violation.lowest) to \(violation.highest)\(unit))"
      }.joined(separator: "; ")
    case .textTooLong(let bytes, let limit):
      "a piece of text has \(bytes) bytes, more than the \(limit) that fit one request"
    case .engineUnusable(let reason):
      "espeak-ng cannot start: \(reason); install its voices with: apt install espeak-ng-data"
    case .engineNotStarted(let reason):
      "the speech engine cannot be started: \(reason)"
    case .engineDied(let reason, let lost):
      "the speech engine ended unexpectedly (\(reason))\(Self.quote(lost))"
    case .engineStalled(let seconds, let lost):
      "the speech engine gave no answer for \(seconds) s and was ended\(Self.quote(lost))"
    case .synthesisFailed(let reason):
      "espeak-ng could not speak the text: \(reason)"
    case .resamplingFailed(let reason):
      "the sample rate could not be converted: \(reason)"
    case .cancelled:
      "the speech was cancelled"
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

import CallRouting
import SpeechSynthesis
import SystemSupport

/// The exit status, the sentence and the next command for each failure of the domain.
extension Refusal {
  /// Creates the refusal for a failure of the coordinator.
  public init(_ error: CallAudioError) {
    switch error {
    case .permissionUndetermined:
      self.init(.noPermission, "nobody has allowed speech in calls yet", next: "speakcall permission grant")
    case .permissionDenied(let file, let reason):
      self.init(
        .noPermission, "speech in calls is denied by \(file)" + (reason.map { ": \($0)" } ?? ""),
        next: "speakcall permission grant")
    case .serviceDisabled(let file, let reason):
      self.init(
        .noPermission, "the administrator has disabled speech in calls in \(file)" + (reason.map { ": \($0)" } ?? ""),
        next: "speakcall permission")
    case .injectionOff: self.init(.configuration, "injection is off", next: "speakcall enable")
    case .noServer(let reason):
      self.init(.unavailable, "no sound server answers (\(reason))", next: "pactl info")
    case .noCall:
      self.init(
        .temporaryFailure, "no call is active", next: "speakcall status, or say --wait-for-call to wait for one")
    case .callOnHold(let application):
      self.init(.temporaryFailure, "the call in '\(application)' is on hold", next: "speakcall status")
    case .callNotAttached(let application, let source):
      self.init(
        .temporaryFailure,
        "the call in '\(application)' listens to '\(source)': choose SpeakCall Microphone as its microphone",
        next: "speakcall status")
    case .callNotIncluded(let application):
      self.init(
        .temporaryFailure, "the call in '\(application)' is not among those that --app named",
        next: "speakcall enable")
    case .outputLeadsIntoCall(let output, let other):
      self.init(
        .failure, "the default output '\(output)' leads into the call, so that a preview would be heard there",
        next: other.map { "pactl set-default-sink '\($0)'" } ?? "pactl list short sinks")
    case .nameTaken(let object):
      self.init(.failure, "the \(object) belongs to another program", next: "pactl list short modules")
    case .microphoneFailed(let reason):
      self.init(.failure, "the virtual microphone cannot be set up: \(reason)", next: "speakcall status")
    case .stateNotWritten(let reason):
      self.init(.failure, "nothing was changed, for it could not be written down: \(reason)", next: "df -h ~")
    }
  }

  /// Creates the refusal for a failure of the synthesizer.
  public init(_ error: SpeechError) {
    let status: ExitStatus =
      switch error {
      case .unknownVoice, .unknownVariant, .unusableVoice, .outOfRange: .usage
      case .textTooLong: .dataError
      case .cancelled, .synthesisFailed, .engineUnusable, .engineDied, .engineStalled: .failure
      case .engineNotStarted, .resamplingFailed: .internalError
      }
    self.init(status, error.description, next: error.remedy)
  }

  /// Creates the refusal for a file or folder that cannot be used.
  public init(_ error: FileError) {
    self.init(.failure, error.description, next: error.remedy)
  }

  /// Creates a refusal with one of the documented statuses.
  public init(_ status: ExitStatus, _ message: String, next: String? = nil) {
    self.init(status: status.rawValue, message: message, next: next)
  }
}

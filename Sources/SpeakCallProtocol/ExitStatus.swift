/// The status that a command ends with: success, failure, the kinds of `sysexits.h`, and 128 plus a signal.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case failure = 1
  case usage = 64
  case dataError = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case temporaryFailure = 75
  case noPermission = 77
  case configuration = 78
  case interrupted = 130
  case terminated = 143

  /// What the status tells, as a phrase for the manual page.
  public var meaning: String {
    switch self {
    case .success: "Done."
    case .failure: "Another failure."
    case .usage: "The command line is wrong."
    case .dataError: "The script, the SSML or the text's encoding is wrong."
    case .noInput: "There is no such input file."
    case .unavailable: "There is no sound server."
    case .internalError: "An error in speakcall itself."
    case .cannotCreate: "The output cannot be written."
    case .temporaryFailure: "No call is active, or it ended before the speech did."
    case .noPermission: "There is no permission to speak into calls."
    case .configuration: "Injection is off."
    case .interrupted: "Interrupted by Ctrl-C."
    case .terminated: "Ended by SIGTERM."
    }
  }
}

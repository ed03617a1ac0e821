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
}

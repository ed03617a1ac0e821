import Glibc
import SystemSupport

extension SpeakCall {
  /// Runs the program with this process's own arguments and environment, and ends the process.
  public static func main() -> Never {
    openStandardStreams()
    // A parent may have had SIGPIPE ignored; a reader that has gone away ends a command quietly, as any filter.
    signal(SIGPIPE, SIG_DFL)
    let environment = Environment.current
    do throws(Failure) {
      exit(main(arguments: try argumentsOfProcess(), environment: environment))
    } catch {
      Terminal(environment: environment).report(error.description)
      exit(error.status.rawValue)
    }
  }

  /// Makes sure that no file or socket opened later takes the number of a standard stream that was closed by the
  /// parent; using the stream in its place fails as it would have.
  private static func openStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func argumentsOfProcess() throws(Failure) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard let argument = String(validatingCString: bytes) else {
        throw Failure(.dataError, "argument \(index), '\(String(cString: bytes))', is not valid UTF-8")
      }
      arguments.append(argument)
    }
    return arguments
  }
}

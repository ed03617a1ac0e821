import Glibc
import SpeakCallProtocol
import SystemSupport
import TextProcessing

/// The program: runs the command that a command line names.
public enum SpeakCall {
  /// All commands, in the order of the help page.
  static let commands: [any Command.Type] = [
    SayCommand.self,
    PlayCommand.self,
    LiveCommand.self,
    PhraseCommand.self,
    PronounceCommand.self,
    EnableCommand.self,
    DisableCommand.self,
    StatusCommand.self,
    PermissionCommand.self,
    StopCommand.self,
    SkipCommand.self,
    PauseCommand.self,
    ResumeCommand.self,
    RepeatCommand.self,
    VoicesCommand.self,
    RenderCommand.self,
    EventsCommand.self,
    ConfigCommand.self,
    ForgetCommand.self,
    AgentCommand.self,
    CompletionsCommand.self,
    EngineCommand.self,
    HelpCommand.self,
    ManualCommand.self,
  ]

  /// The line that `--version` prints.
  static let versionLine = "speakcall \(Version.current)\n"

  /// Runs the command that `arguments`, without the program's name, give and returns its exit status.
  public static func main(
    arguments: [String], environment: [String: String], terminal: Terminal? = nil
  ) -> Int32 {
    let terminal = terminal ?? Terminal(environment: environment)
    do throws(Failure) {
      let context = CommandContext(environment: environment, terminal: terminal)
      return try run(arguments, in: context).rawValue
    } catch {
      terminal.report(error.description)
      return error.status.rawValue
    }
  }

  /// Returns a command by its name.
  static func command(named name: String) throws(Failure) -> any Command.Type {
    for command in commands where command.declaration.name == name { return command }
    let names = commands.map { $0.declaration }.filter { !$0.isHidden }.map(\.name)
    let nearest = Spelling.closest(to: name, in: names)
    let hint = Failure.hint(nearest)
    throw .usage("unknown command '\(name)'\(hint)", command: nearest)
  }

  private static func run(_ arguments: [String], in context: CommandContext) throws(Failure) -> ExitStatus {
    let options = arguments.prefix { $0 != "--" }
    guard let name = arguments.first else {
      context.terminal.report(HelpText.overview(width: context.terminal.width))
      throw .usage("no command given")
    }
    let command = name.hasPrefix("-") ? nil : try command(named: name)
    if options.contains("--help") || options.contains("-h") {
      try HelpCommand.show(command?.declaration, on: context.terminal)
      return .success
    }
    if options.contains("--version") {
      try context.terminal.write(versionLine)
      return .success
    }
    guard let command else {
      let hint = Failure.hint(Spelling.closest(to: name, in: CommandDeclaration.commonOptions))
      throw .usage("unknown option '\(name)' before the command\(hint)")
    }
    let parsed = try ArgumentParser.parse(arguments.dropFirst(), for: command.declaration)
    return try command.run(parsed, in: context)
  }
}

extension SpeakCall {
  /// Runs the program with this process's arguments and environment, then exits.
  public static func main() -> Never {
    openStandardStreams()
    // A parent may have ignored SIGPIPE. A reader that goes away ends a command quietly, like any filter.
    signal(SIGPIPE, SIG_DFL)
    let environment = Environment.current
    do throws(Failure) {
      exit(main(arguments: try processArguments(), environment: environment))
    } catch {
      Terminal(environment: environment).report(error.description)
      exit(error.status.rawValue)
    }
  }

  /// Opens standard streams that the parent closed: otherwise a file or socket opened later takes their number.
  ///
  /// They are opened for the wrong direction, so reading and writing still fail.
  private static func openStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func processArguments() throws(Failure) -> [String] {
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

import Glibc
import SpeakCallProtocol
import SystemSupport

/// The program: its commands, and the way from a command line to an exit status.
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

  /// Runs the command that `arguments`, without the program's name, ask for, and returns the exit status.
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

  /// Returns the command of that name.
  static func command(named name: String) throws(Failure) -> any Command.Type {
    for command in commands where command.declaration.name == name { return command }
    let names = commands.map { $0.declaration }.filter { !$0.isHidden }.map(\.name)
    let nearest = NearestName.to(name, in: names)
    let hint = nearest.map { "; the nearest known one is '\($0)'" } ?? ""
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
      let nearest = NearestName.to(name, in: CommandDeclaration.commonOptions) ?? ""
      throw .usage("unknown option '\(name)' before the command; the nearest known one is '\(nearest)'")
    }
    let parsed = try ArgumentParser.parse(arguments.dropFirst(), for: command.declaration)
    return try command.run(parsed, in: context)
  }
}

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

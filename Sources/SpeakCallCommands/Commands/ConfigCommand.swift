import SpeakCallProtocol
import SystemSupport
import UserData

/// `speakcall config`: shows and changes the user's settings.
enum ConfigCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case get, set, unset
  }

  static let json = Option(flag: "json", help: "print one JSON object")
  static let action = Operand<Action?>(choice: .optional)
  static let name = Operand(optional: "NAME")
  static let value = Operand(optional: "VALUE")

  static let declaration = CommandDeclaration(
    name: "config", abstract: "show or change settings",
    discussion: [
      "Without operands, lists all settings with their values, defaults and accepted values. Command options override "
        + "settings. Settings are stored in config.json in your configuration folder; unknown names in it are kept.",
      "set checks the value; a voice must be installed. get prints the stored value; if there is none, it prints "
        + "nothing and exits with status 1.",
    ],
    options: [json.declaration], operands: .of(action, name, value),
    examples: [
      .init(line: "speakcall config set voice en-us+steph", explanation: "Set the default voice:"),
      .init(line: "speakcall config set queue keep", explanation: "Keep unspoken text for the next call:"),
      .init(line: "speakcall config unset rate", explanation: "Restore a default:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    guard let action = arguments[action] else { return try list(arguments[json], in: context) }
    guard let name = arguments[name] else {
      throw .usage("config \(action.rawValue) needs the name of a setting", command: "config")
    }
    if action != .set, let value = arguments[value] {
      throw .usage("config \(action.rawValue) takes one operand, but got '\(value)'", command: "config")
    }
    switch action {
    case .get: return try get(Setting.named(name), arguments[json], in: context)
    case .set:
      guard let value = arguments[value] else {
        throw .usage("config set \(name) needs a value: \(try Setting.named(name).accepts)", command: "config")
      }
      let setting = try Setting.named(name)
      try write(try setting.value(of: value), to: name, in: context)
    case .unset:
      // An unknown name in the file can be removed as well.
      if try context.settings().values[name] == nil { _ = try Setting.named(name) }
      try write(nil, to: name, in: context)
    }
    return .success
  }

  private static func list(_ json: Bool, in context: CommandContext) throws(Failure) -> ExitStatus {
    let settings = try context.settings()
    let view = SettingsView(settings: settings)
    try context.terminal.write(json ? view.json : view.lines.map { $0 + "\n" }.joined())
    for name in settings.unknown {
      context.terminal.warn("ignoring unknown setting '\(name)' in \(settings.path)")
    }
    return .success
  }

  private static func get(_ setting: Setting, _ json: Bool, in context: CommandContext) throws(Failure) -> ExitStatus {
    let value = try context.settings().values[setting.name]
    if json {
      try context.terminal.write(json: [setting.name: value ?? .null])
    } else if let text = value.flatMap(Setting.text(of:)) {
      try context.terminal.write(TerminalText.sanitized(text) + "\n")
    }
    return value == nil ? .failure : .success
  }

  private static func write(_ value: JSONValue?, to name: String, in context: CommandContext) throws(Failure) {
    let file = SettingsFile(folder: try context.paths().configuration)
    try context.change(file) { $0[name] = value }.get()
  }
}

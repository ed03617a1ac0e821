import SpeakCallProtocol
import SystemSupport
import UserData

/// `speakcall config`: the user's settings.
enum ConfigCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case get, set, unset
  }

  static let json = Option(flag: "json", help: "print one JSON object")
  static let action = Operand<Action?>(choice: .optional)
  static let name = Operand(optional: "NAME")
  static let value = Operand(optional: "VALUE")

  static let declaration = CommandDeclaration(
    name: "config", abstract: "show and change your settings",
    discussion: [
      "Without an operand, lists every setting with its value and what it takes. Options of a command win over "
        + "settings. They are kept in config.json in your configuration folder; names there that are no settings are "
        + "left alone.",
      "set checks the value, and a voice against the installed ones. get prints what counts, or nothing and status 1 "
        + "when nothing is set.",
    ],
    options: [json.declaration], operands: .of(action, name, value),
    examples: [
      .init(line: "speakcall config set voice en-us+steph", explanation: "Always with this voice:"),
      .init(line: "speakcall config set queue keep", explanation: "What a call cut short is said in the next one:"),
      .init(line: "speakcall config unset rate", explanation: "As if it had never been set:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    guard let action = arguments[action] else { return try list(arguments[json], in: context) }
    guard let name = arguments[name] else {
      throw .usage("config \(action.rawValue) needs the name of a setting", command: "config")
    }
    if action != .set, let value = arguments[value] {
      throw .usage("config \(action.rawValue) takes no further operand '\(value)'", command: "config")
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
      // A name that is no setting may be left over in the file, and is removed as well.
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
      context.terminal.report(
        TerminalText.sanitized("speakcall: '\(name)' in \(settings.path) is no setting; it is left alone."))
    }
    return .success
  }

  private static func get(_ setting: Setting, _ json: Bool, in context: CommandContext) throws(Failure) -> ExitStatus {
    let value = try context.settings().values[setting.name]
    if json {
      try context.terminal.write(String(decoding: Wire().encode([setting.name: value ?? .null]), as: UTF8.self) + "\n")
    } else if let text = value.flatMap(Setting.text(of:)) {
      try context.terminal.write(TerminalText.sanitized(text) + "\n")
    }
    return value == nil ? .failure : .success
  }

  private static func write(_ value: JSONValue?, to name: String, in context: CommandContext) throws(Failure) {
    let file = SettingsFile(folder: try context.paths().configuration)
    try context.changing { () throws(FileError) in try file.change { $0[name] = value } }.get()
  }
}

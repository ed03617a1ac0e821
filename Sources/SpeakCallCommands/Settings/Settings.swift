import SystemSupport
import UserData

/// The user's settings at this moment, read once by a command.
struct Settings: Sendable {
  /// What the file says, with what nobody knows.
  let values: [String: JSONValue]
  /// What of the file does not count, and why: sentences without their full stops.
  let problems: [String]
  /// Where the settings stand.
  let path: String

  init(_ file: SettingsFile) throws(FileError) {
    let (values, damage) = try file.read()
    self.values = values
    path = file.path
    var problems = [damage].compactMap(\.self)
    for setting in Setting.all {
      guard let value = values[setting.name], setting.value(of: value) == nil else { continue }
      let shown = Setting.text(of: value).map { "'\($0)'" } ?? "what stands there"
      problems.append(
        "setting '\(setting.name)' in \(path) takes \(setting.accepts), not \(shown); it does not count")
    }
    self.problems = problems
  }

  /// Names in the file that are no settings.
  var unknown: [String] {
    values.keys.filter { name in !Setting.all.contains { $0.name == name } }.sorted()
  }

  /// The value of a setting, where a good one is set.
  subscript(name: String) -> ArgumentValue? {
    guard let setting = Setting.all.first(where: { $0.name == name }) else { return nil }
    return values[name].flatMap(setting.value(of:))
  }

  /// The value of an option: the one given, else the one set.
  func value<Value>(of option: Option<Value>, in arguments: ParsedArguments) -> Value {
    let name = option.declaration.name
    if !arguments.contains(option: name), let value = self[name] { return option.read([value]) }
    return arguments[option]
  }

  /// The text of a setting, where a good one is set.
  func text(_ name: String) -> String? {
    if case .text(let text)? = self[name] { text } else { nil }
  }
}

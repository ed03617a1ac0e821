import SystemSupport
import UserData

/// The user's settings, as a command read them.
struct Settings: Sendable {
  /// All values in the file, including unknown ones.
  let values: [String: JSONValue]
  /// The reasons for ignoring values: sentences without their full stops.
  let problems: [String]
  /// The path of the file.
  let path: String

  init(_ file: SettingsFile) throws(FileError) {
    let (values, damage) = try file.read()
    self.values = values
    path = file.path
    var problems = [damage].compactMap(\.self)
    for setting in Setting.all {
      guard let value = values[setting.name], setting.value(of: value) == nil else { continue }
      let shown = Setting.text(of: value).map { "'\($0)'" } ?? "the value there"
      problems.append(
        "setting '\(setting.name)' in \(path) takes \(setting.accepts), not \(shown); using the default")
    }
    self.problems = problems
  }

  /// The names in the file that are not settings.
  var unknown: [String] {
    values.keys.filter { name in !Setting.all.contains { $0.name == name } }.sorted()
  }

  /// The value of a setting, if the file has a valid one.
  subscript(name: String) -> ArgumentValue? {
    guard let setting = Setting.all.first(where: { $0.name == name }) else { return nil }
    return values[name].flatMap(setting.value(of:))
  }

  /// Returns the value of an option: the one given, else the user's setting.
  func value<Value>(of option: Option<Value>, in arguments: ParsedArguments) -> Value {
    let name = option.declaration.name
    if !arguments.contains(option: name), let value = self[name] { return option.read([value]) }
    return arguments[option]
  }

  /// Returns the text of a setting, if the file has a valid one.
  func text(_ name: String) -> String? {
    if case .text(let text)? = self[name] { text } else { nil }
  }
}

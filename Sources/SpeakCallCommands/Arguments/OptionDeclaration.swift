/// An option of a command as data.
struct OptionDeclaration: Sendable, Equatable {
  /// The long name, without its dashes.
  let name: String
  /// The letter of the short form.
  let short: Character?
  /// The value that the option takes; `nil` for a flag.
  let value: Value?
  /// What the option does, as a phrase in lower case.
  let help: String
  /// Whether each use adds a value, instead of the last use alone counting.
  let isRepeatable: Bool

  /// The value of an option.
  struct Value: Sendable, Equatable {
    /// The placeholder on help pages: `WPM`, or the choices themselves.
    let name: String
    let kind: ValueKind
    /// What the option means without a value, which then can only be written as `--name=VALUE`; `nil` when the
    /// value is required.
    let omitted: ArgumentValue?
  }

  /// The option and its value, as help pages write it: `-r, --rate WPM`.
  var usage: String {
    (short.map { "-\($0), " } ?? "    ") + long
  }

  /// The long form with its value: `--rate WPM`, `--wait-for-call[=SECONDS]`.
  var long: String {
    guard let value else { return "--\(name)" }
    return value.omitted == nil ? "--\(name) \(value.name)" : "--\(name)[=\(value.name)]"
  }

  /// The option in a synopsis, in its shortest form: `[-r WPM]`, `[--app NAME]…`.
  var synopsis: String {
    let form = short.map { letter in value.map { "-\(letter) \($0.name)" } ?? "-\(letter)" } ?? long
    return "[\(form)]" + (isRepeatable ? "…" : "")
  }
}

extension [OptionDeclaration] {
  /// The declarations of typed options.
  static func of<each Value>(_ options: repeat Option<each Value>) -> Self {
    var declarations: Self = []
    for option in repeat each options { declarations.append(option.declaration) }
    return declarations
  }
}

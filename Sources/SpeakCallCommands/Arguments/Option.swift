/// A typed option, with which ``ParsedArguments`` is subscripted.
struct Option<Value: Sendable>: Sendable {
  let declaration: OptionDeclaration
  let read: @Sendable ([ArgumentValue]) -> Value
}

extension Option where Value == Bool {
  /// Declares an option without a value.
  init(flag name: String, short: Character? = nil, help: String) {
    declaration = OptionDeclaration(name: name, short: short, value: nil, help: help, isRepeatable: false)
    read = { !$0.isEmpty }
  }
}

extension Option where Value == Int? {
  /// Declares an option that takes an integer.
  init(integer name: String, short: Character? = nil, value: String, in range: ClosedRange<Int>, help: String) {
    declaration = OptionDeclaration(
      name: name, short: short, value: .init(name: value, kind: .integer(range), omitted: nil),
      help: "\(help), \(range.lowerBound) to \(range.upperBound)", isRepeatable: false)
    read = { if case .integer(let number)? = $0.last { number } else { nil } }
  }
}

extension Option where Value == Double? {
  /// Declares an option that takes a number, which may be left out if there is a value for `omitted`.
  init(
    number name: String, short: Character? = nil, value: String, in range: ClosedRange<Double>,
    omitted: Double? = nil, help: String
  ) {
    declaration = OptionDeclaration(
      name: name, short: short,
      value: .init(name: value, kind: .number(range), omitted: omitted.map(ArgumentValue.number)),
      help: help, isRepeatable: false)
    read = { if case .number(let number)? = $0.last { number } else { nil } }
  }
}

extension Option where Value == String? {
  /// Declares an option that takes any text.
  init(text name: String, short: Character? = nil, value: String, help: String) {
    self.init(name, short: short, value: value, kind: .text, help: help)
  }

  /// Declares an option that takes a path.
  init(file name: String, short: Character? = nil, help: String) {
    self.init(name, short: short, value: "PATH", kind: .file, help: help)
  }

  private init(_ name: String, short: Character?, value: String, kind: ValueKind, help: String) {
    declaration = OptionDeclaration(
      name: name, short: short, value: .init(name: value, kind: kind, omitted: nil), help: help,
      isRepeatable: false)
    read = { if case .text(let text)? = $0.last { text } else { nil } }
  }
}

extension Option where Value == [String] {
  /// Declares an option that takes a text and may be repeated.
  init(texts name: String, short: Character? = nil, value: String, help: String) {
    declaration = OptionDeclaration(
      name: name, short: short, value: .init(name: value, kind: .text, omitted: nil), help: help,
      isRepeatable: true)
    read = { $0.compactMap { if case .text(let text) = $0 { text } else { nil } } }
  }
}

extension Option {
  /// Declares an option that takes one of the raw values of `Choice`.
  init<Choice>(choice name: String, short: Character? = nil, help: String)
  where Value == Choice?, Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let choices = Choice.allCases.map(\.rawValue)
    declaration = OptionDeclaration(
      name: name, short: short,
      value: .init(name: choices.joined(separator: "|"), kind: .choice(choices), omitted: nil),
      help: help, isRepeatable: false)
    read = { if case .text(let text)? = $0.last { Choice(rawValue: text) } else { nil } }
  }
}

/// The description of an option.
struct OptionDeclaration: Sendable, Equatable {
  /// The long name, without its dashes.
  let name: String
  /// The letter of the short form.
  let short: Character?
  /// The value of the option; `nil` for a flag.
  let value: Value?
  /// A lowercase phrase without a full stop.
  let help: String
  /// A Boolean value that indicates whether each use adds a value; otherwise the last one counts.
  let isRepeatable: Bool

  /// The value of an option.
  struct Value: Sendable, Equatable {
    /// The placeholder on help pages: `WPM`, or the choices themselves.
    let name: String
    let kind: ValueKind
    /// The value of an option without one, which can then only be written as `--name=VALUE`; `nil` if it is required.
    let omitted: ArgumentValue?
  }

  /// The option as help pages show it: `-r, --rate WPM`.
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
  /// Returns the declarations of typed options.
  static func of<each Value>(_ options: repeat Option<each Value>) -> Self {
    var declarations: Self = []
    for option in repeat each options { declarations.append(option.declaration) }
    return declarations
  }
}

/// A typed operand, with which ``ParsedArguments`` is subscripted.
struct Operand<Value: Sendable>: Sendable {
  let declaration: OperandDeclaration
  let read: @Sendable ([ArgumentValue]) -> Value
}

extension Operand where Value == String? {
  /// Declares an optional operand.
  init(optional name: String) {
    declaration = OperandDeclaration(name: name, kind: .text, count: .optional)
    read = { if case .text(let text)? = $0.last { text } else { nil } }
  }
}

extension Operand where Value == String {
  /// Declares a required path.
  ///
  /// Its value is empty only if the arguments were parsed without its declaration.
  init(file name: String) {
    declaration = OperandDeclaration(name: name, kind: .file, count: .required)
    read = { if case .text(let text)? = $0.last { text } else { "" } }
  }
}

extension Operand where Value == [String] {
  /// Declares all remaining operands.
  init(any name: String) {
    declaration = OperandDeclaration(name: name, kind: .text, count: .any)
    read = { $0.compactMap { if case .text(let text) = $0 { text } else { nil } } }
  }
}

extension Operand {
  /// Declares an operand that is one of the raw values of `Choice`.
  ///
  /// A required one has no value only if the arguments were parsed without its declaration.
  init<Choice>(choice count: OperandDeclaration.Count)
  where Value == Choice?, Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let choices = Choice.allCases.map(\.rawValue)
    declaration = OperandDeclaration(
      name: choices.joined(separator: "|"), kind: .choice(choices), count: count)
    read = { if case .text(let text)? = $0.last { Choice(rawValue: text) } else { nil } }
  }
}

/// The description of an operand.
struct OperandDeclaration: Sendable, Equatable {
  /// The number of times that an operand may occur.
  enum Count: Sendable, Equatable {
    case optional, required, any
  }

  /// The placeholder on help pages: `TEXT`, or the choices themselves.
  let name: String
  let kind: ValueKind
  let count: Count

  /// The operand in a synopsis: `[LANGUAGE]`, `[TEXT…]`.
  var synopsis: String {
    switch count {
    case .optional: "[\(name)]"
    case .required: name
    case .any: "[\(name)…]"
    }
  }
}

extension [OperandDeclaration] {
  /// Returns the declarations of typed operands.
  static func of<each Value>(_ operands: repeat Operand<each Value>) -> Self {
    var declarations: Self = []
    for operand in repeat each operands { declarations.append(operand.declaration) }
    return declarations
  }
}

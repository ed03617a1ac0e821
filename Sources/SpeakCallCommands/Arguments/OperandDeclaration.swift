/// An operand of a command as data.
struct OperandDeclaration: Sendable, Equatable {
  /// How often an operand may stand.
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
  /// The declarations of typed operands.
  static func of<each Value>(_ operands: repeat Operand<each Value>) -> Self {
    var declarations: Self = []
    for operand in repeat each operands { declarations.append(operand.declaration) }
    return declarations
  }
}

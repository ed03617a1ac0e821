import SystemSupport

/// A setting as data: what may be set, and what counts while it is not.
struct Setting: Sendable {
  let name: String
  let kind: ValueKind
  /// What it decides, as a phrase in lower case.
  let help: String
  /// What counts while it is not set, as a phrase.
  let fallback: String
  /// What else must hold for a text of the right kind.
  var check: @Sendable (String) throws(Failure) -> Void = { _ in }

  /// The accepted values, as a noun phrase.
  var accepts: String { isVoice ? "a name from speakcall voices" : kind.phrase }

  private var isVoice: Bool { kind == .text }

  /// Reads a text as a value of the setting.
  func value(of text: String) throws(Failure) -> JSONValue {
    switch kind.value(of: text) {
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .text(let text):
      try check(text)
      return .text(text)
    case .none?, nil: throw .usage("setting '\(name)' takes \(accepts), not '\(text)'", command: "config")
    }
  }

  /// The value of the setting in a file, or `nil` when what stands there is none.
  func value(of stored: JSONValue) -> ArgumentValue? {
    Self.text(of: stored).flatMap(kind.value(of:))
  }

  /// A stored value as it is typed.
  static func text(of value: JSONValue) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    case .boolean(let value): String(value)
    case .null, .list, .object: nil
    }
  }
}

/// The values that an option or operand accepts.
enum ValueKind: Sendable, Equatable {
  case text
  case file
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case choice([String])

  /// Parses `text`, or returns `nil` when the value is not accepted.
  func value(of text: String) -> ArgumentValue? {
    switch self {
    case .text: .text(text)
    case .file: text.isEmpty ? nil : .text(text)
    case .integer(let range): Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .number(let range): Double(text).flatMap { range.contains($0) ? .number($0) : nil }
    case .choice(let choices): choices.contains(text) ? .text(text) : nil
    }
  }

  /// The values to choose from; empty for all kinds but `choice`.
  var choices: [String] {
    if case .choice(let choices) = self { choices } else { [] }
  }

  /// The accepted values as a noun phrase.
  var phrase: String {
    switch self {
    case .text: "text"
    case .file: "a path"
    case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    case .choice(let choices): Self.list(choices)
    }
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  private static func list(_ choices: [String]) -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.joined() }
    return choices.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The parsed value of one option or operand.
enum ArgumentValue: Sendable, Equatable {
  /// The option was given and takes no value, or was given without its optional one.
  case none
  case text(String)
  case integer(Int)
  case number(Double)
}

/// The checked values of a command's options and operands.
struct ParsedArguments: Sendable, Equatable {
  private var options: [String: [ArgumentValue]] = [:]
  private var operands: [String: [ArgumentValue]] = [:]

  /// The value of an option.
  subscript<Value>(option: Option<Value>) -> Value {
    option.read(options[option.declaration.name] ?? [])
  }

  /// The value of an operand.
  subscript<Value>(operand: Operand<Value>) -> Value {
    operand.read(operands[operand.declaration.name] ?? [])
  }

  /// Whether the option of that name was given.
  func contains(option name: String) -> Bool {
    options[name] != nil
  }

  /// Whether the operand of that name was given.
  func contains(operand name: String) -> Bool {
    operands[name] != nil
  }

  mutating func append(_ value: ArgumentValue, option name: String) {
    options[name, default: []].append(value)
  }

  mutating func append(_ value: ArgumentValue, operand name: String) {
    operands[name, default: []].append(value)
  }
}

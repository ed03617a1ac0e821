/// The value of one option or operand, after it was checked against its declaration.
enum ArgumentValue: Sendable, Equatable {
  /// The option was given and takes no value, or was given without its optional one.
  case none
  case text(String)
  case integer(Int)
  case number(Double)
}

/// Something wrong in a script, and the place of it.
public struct ScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int

  /// The column in Unicode scalars, counted from 1.
  public var column: Int

  /// What is wrong, with the value it is wrong with.
  public var message: String

  /// Creates an error.
  public init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// The place and what is wrong there: `LINE:COLUMN: what`.
  public var description: String { "\(line):\(column): \(message)" }
}

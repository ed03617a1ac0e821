/// A place in a script.
public struct ScriptPlace: Sendable, Equatable {
  /// The line, counted from 1.
  public var line: Int

  /// The column in Unicode scalars, counted from 1.
  public var column: Int

  /// Creates a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

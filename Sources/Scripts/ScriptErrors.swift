/// Everything that is wrong in a script.
public struct ScriptErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// The errors, in the order of their places; at least one.
  public var errors: [ScriptError]

  /// Creates the list of what is wrong.
  public init(_ errors: [ScriptError]) {
    self.errors = errors
  }

  /// One error a line.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

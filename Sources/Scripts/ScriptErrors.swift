/// A position in a script.
struct ScriptPlace: Sendable, Equatable {
  /// The line, counted from 1.
  let line: Int

  /// The column in Unicode scalars, counted from 1.
  let column: Int
}

/// An error or warning about one place in a script.
public struct ScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place in the script.
  let place: ScriptPlace

  /// The problem, with the value that causes it.
  public let message: String

  /// Creates an error at a place.
  init(_ message: String, at place: ScriptPlace) {
    self.message = message
    self.place = place
  }

  /// Creates an error at a line and column, counted from 1.
  public init(line: Int, column: Int, message: String) {
    self.init(message, at: ScriptPlace(line: line, column: column))
  }

  /// The line, counted from 1.
  public var line: Int { place.line }

  /// The column in Unicode scalars, counted from 1.
  public var column: Int { place.column }

  /// The place and the problem: `LINE:COLUMN: PROBLEM`.
  public var description: String { "\(line):\(column): \(message)" }
}

/// All errors of a script.
public struct ScriptErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// The errors in the order of their places, at least one.
  public let errors: [ScriptError]

  /// Creates a list of errors.
  public init(_ errors: [ScriptError]) {
    self.errors = errors
  }

  /// The errors, one a line.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

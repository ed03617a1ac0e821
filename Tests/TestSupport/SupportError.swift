/// Something the tests stand on did not work.
public struct SupportError: Error, CustomStringConvertible {
  /// What did not work, and why.
  public let description: String

  /// An error with this explanation.
  public init(_ description: String) {
    self.description = description
  }
}

/// Something the tests stand on did not work.
public struct SupportError: Error, CustomStringConvertible {
  /// The failed attempt and its reason.
  public let description: String

  /// An error with this explanation.
  public init(_ description: String) {
    self.description = description
  }
}

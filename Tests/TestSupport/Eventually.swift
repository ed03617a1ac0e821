/// Waits until a condition holds; fails loudly when it does not within the time limit.
///
/// For conditions that nothing reports, such as a socket that appears: they are looked at again every 5 ms.
public func eventually(
  _ what: String, within limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw SupportError("not within \(limit): \(what)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

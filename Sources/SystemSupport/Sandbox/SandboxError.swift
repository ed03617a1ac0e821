/// A bound that every kernel has could not be set.
package struct SandboxError: Error, CustomStringConvertible {
  let attempt: String
  let reason: String

  /// One phrase: what could not be done, and why.
  package var description: String { "cannot \(attempt): \(reason)" }
}

import SystemSupport

extension CommandContext {
  /// Carries out a change of one of the user's documents and returns what the change returned; tells on standard error of
  /// a damaged file.
  func changing<Outcome, Mistake: Error>(
    _ change: () throws(FileError) -> DocumentChange<Outcome, Mistake>
  ) throws(Failure) -> Result<Outcome, Mistake> {
    do throws(FileError) {
      let change = try change()
      if let damage = change.damage { terminal.report(TerminalText.sanitized("speakcall: \(damage).")) }
      return change.result
    } catch {
      throw Failure(.cannotCreate, error.description, next: error.remedy)
    }
  }
}

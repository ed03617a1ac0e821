import SpeakCallAgent
import SpeakCallKit

extension CommandContext {
  /// Completion that has learned from what was spoken before, from the phrases, and from the words of the user's
  /// language; with `isPrivate` it keeps nothing of what it learns now.
  func completer(isPrivate: Bool) throws(Failure) -> Completer {
    let settings = try settings()
    let voice = settings.text(SayCommand.voice.declaration.name)?.split(separator: "+").first.map(String.init)
    let language =
      settings.text(Setting.language) ?? voice ?? Voice.defaults(environment: environment).first ?? "en"
    let completer = Completer(
      folder: try paths().state, isPrivate: isPrivate, phrases: try phrases().phrases.map(\.text), language: language)
    if let problem = completer.problem { terminal.report(TerminalText.sanitized("speakcall: \(problem).")) }
    return completer
  }
}

import SpeechSynthesis
import UserData

extension CommandContext {
  /// Completion that has learned from what was spoken before, from the phrases, and from the words of the user's
  /// language; with `isPrivate` it keeps nothing of what it learns now.
  ///
  /// It is made by the function that is returned: reading what was learned takes time, for which no prompt need wait.
  func completer(isPrivate: Bool) throws(Failure) -> () -> Completer {
    let settings = try settings()
    let voice = settings.text(SayCommand.voice.declaration.name)?.split(separator: "+").first.map(String.init)
    let language =
      settings.text(Setting.language) ?? voice ?? Voice.defaults(environment: environment).first ?? "en"
    let folder = try paths().state
    let texts = try phrases().phrases.map(\.text)
    return { Completer(folder: folder, isPrivate: isPrivate, phrases: texts, language: language) }
  }
}

import CallRouting
import Glibc
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import UserData

/// What a command finds around it.
struct CommandContext: Sendable {
  let environment: [String: String]
  let terminal: Terminal

  /// The places of the user's files; fails when the environment names unusable ones.
  func paths() throws(Failure) -> XDGPaths {
    do {
      return try XDGPaths(environment: environment)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// The user's permission and the administrator's policy.
  func permissionStore() throws(Failure) -> PermissionStore {
    PermissionStore(folder: try paths().configuration)
  }
}

/// Requests that have one answer.
extension CommandContext {
  /// Has the agent do something, and returns its status after that.
  func status(after action: Request.Action) throws(Failure) -> StatusReport {
    guard case .status(let report) = try answer(to: action) else {
      throw Failure(.internalError, "the agent gave an answer that was not asked for")
    }
    return report
  }

  /// Has the agent do something, and passes on what it remarks.
  func done(_ action: Request.Action) throws(Failure) -> ExitStatus {
    if case .done(let message?) = try answer(to: action) { terminal.report("speakcall: \(message)") }
    return .success
  }

  private func answer(to action: Request.Action) throws(Failure) -> Reply {
    let paths = try paths()
    do throws(Refusal) {
      var client = try AgentClient.begin(action, paths)
      guard let reply = try client.nextReply() else {
        throw Refusal(.internalError, "the agent ended without an answer", next: "cat '\(paths.log)'")
      }
      if case .failed(let refusal) = reply { throw refusal }
      return reply
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// Creates the failure for what the agent refused.
  init(_ refusal: Refusal) {
    self.init(ExitStatus(rawValue: refusal.status) ?? .failure, refusal.message, next: refusal.next)
  }
}

extension CommandContext {
  /// Carries out a change of one of the user's documents and returns what the change returned; tells on standard error of
  /// a damaged file.
  func changing<Outcome, Mistake: Error>(
    _ change: () throws(FileError) -> UserDocument.Change<Outcome, Mistake>
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

/// What a command takes from the user's phrases.
extension CommandContext {
  /// The file of the phrases.
  func phraseFile() throws(Failure) -> PhraseFile { PhraseFile(folder: try paths().configuration) }

  /// The user's phrases; tells on standard error of a damaged file.
  func phrases() throws(Failure) -> PhraseBook {
    let file = try phraseFile()
    do throws(FileError) {
      let (book, damage) = try file.read()
      if let damage { terminal.report(TerminalText.sanitized("speakcall: \(damage).")) }
      return book
    } catch {
      throw Failure(.failure, error.description, next: error.remedy)
    }
  }

  /// Returns what somebody typed with the phrases in place of their names.
  func expandingPhrases(in text: String) throws(Failure) -> String {
    guard text.contains("@") else { return text }
    let book = try phrases()
    do throws(PhraseError) { return try book.expand(text) } catch {
      throw Failure(.usage, "\(error); @@ stands for an @ itself", next: "speakcall phrase list")
    }
  }
}

/// What a command takes from the user's settings; what was typed wins.
extension CommandContext {
  /// The user's settings; tells on standard error what of them does not count.
  func settings() throws(Failure) -> Settings {
    let file = SettingsFile(folder: try paths().configuration)
    do throws(FileError) {
      let settings = try Settings(file)
      for problem in settings.problems { terminal.report(TerminalText.sanitized("speakcall: \(problem).")) }
      return settings
    } catch {
      throw Failure(.failure, error.description, next: error.remedy)
    }
  }

  /// How to speak: the options `--voice`, `--rate`, `--pitch` and `--gain` of a command, over the user's settings.
  func speechSettings(from arguments: ParsedArguments, isSSML: Bool = false) throws(Failure) -> SpeechSettings {
    let settings = try settings()
    return SpeechSettings(
      voice: settings.value(of: SayCommand.voice, in: arguments) ?? settings.text(Setting.language),
      rate: settings.value(of: SayCommand.rate, in: arguments),
      pitch: settings.value(of: SayCommand.pitch, in: arguments),
      gain: settings.value(of: SayCommand.gain, in: arguments), isSSML: isSSML)
  }

  /// What calls are to hear of the real microphone: an option of that meaning, else the user's setting, else all.
  func microphoneMode(_ option: MicrophoneIntent.Mode?) throws(Failure) -> MicrophoneIntent.Mode {
    if let option { return option }
    return try settings().text(Setting.microphone).flatMap(MicrophoneIntent.Mode.init) ?? .mix
  }
}

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

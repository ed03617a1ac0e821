import CallRouting
import Glibc
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import UserData

/// The environment of a command: variables, terminal, and the user's files.
struct CommandContext: Sendable {
  let environment: [String: String]
  let terminal: Terminal

  /// Returns the paths of the user's files; fails if the environment names unusable ones.
  func paths() throws(Failure) -> XDGPaths {
    do {
      return try XDGPaths(environment: environment)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// Returns the store of the user's permission and the administrator's policy.
  func permissionStore() throws(Failure) -> PermissionStore {
    PermissionStore(folder: try paths().configuration)
  }
}

// MARK: - Agent

extension CommandContext {
  /// Sends a request to the agent and returns its status afterwards.
  func status(after action: Request.Action) throws(Failure) -> StatusReport {
    guard case .status(let report) = try reply(to: action) else {
      throw Failure(.internalError, "unexpected answer from the agent")
    }
    return report
  }

  /// Sends a request to the agent and reports its remark, if there is one.
  func perform(_ action: Request.Action) throws(Failure) -> ExitStatus {
    if case .done(let remark?) = try reply(to: action) { terminal.warn(remark.message) }
    return .success
  }

  private func reply(to action: Request.Action) throws(Failure) -> Reply {
    let paths = try paths()
    var client = try AgentClient.start(action, paths)
    guard let reply = try client.awaitReply() else {
      throw Failure(.internalError, "the agent ended without an answer", next: "cat '\(paths.log)'")
    }
    if case .failed(let error) = reply { throw Failure(error) }
    return reply
  }
}

// MARK: - Settings

extension CommandContext {
  /// Returns the user's settings; warns about ignored ones.
  func settings() throws(Failure) -> Settings {
    let file = SettingsFile(folder: try paths().configuration)
    do throws(FileError) {
      let settings = try Settings(file)
      for problem in settings.problems { terminal.warn(problem) }
      return settings
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the speech settings: the options `--voice`, `--rate`, `--pitch` and `--gain`, else the user's settings.
  func speechSettings(from arguments: ParsedArguments, isSSML: Bool = false) throws(Failure) -> SpeechSettings {
    let settings = try settings()
    return SpeechSettings(
      voice: settings.value(of: SayCommand.voice, in: arguments) ?? settings.text(Setting.language),
      rate: settings.value(of: SayCommand.rate, in: arguments),
      pitch: settings.value(of: SayCommand.pitch, in: arguments),
      gain: settings.value(of: SayCommand.gain, in: arguments), isSSML: isSSML)
  }

  /// Returns the microphone mode: the option, else the user's setting, else `mix`.
  func microphoneMode(_ option: MicrophoneIntent.Mode?) throws(Failure) -> MicrophoneIntent.Mode {
    if let option { return option }
    return try settings().text(Setting.microphone).flatMap(MicrophoneIntent.Mode.init) ?? .mix
  }
}

// MARK: - Documents

extension CommandContext {
  /// Changes one of the user's documents and returns the result of the change; warns about a damaged file.
  func change<Value, Outcome, Mistake: Error>(
    _ document: UserDocument<Value>, _ body: (inout Value) throws(Mistake) -> Outcome
  ) throws(Failure) -> Result<Outcome, Mistake> {
    do throws(FileError) {
      let change = try document.change(body)
      if let damage = change.damage { terminal.warn(damage) }
      return change.result
    } catch {
      throw Failure(.cannotCreate, error)
    }
  }

  /// Reads one of the user's documents; warns about a damaged file.
  func read<Value>(_ document: UserDocument<Value>) throws(Failure) -> Value {
    do throws(FileError) {
      let (value, damage) = try document.read()
      if let damage { terminal.warn(damage) }
      return value
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the file of the user's phrases.
  func phraseFile() throws(Failure) -> PhraseFile { PhraseFile(folder: try paths().configuration) }

  /// Returns the user's phrases; warns about a damaged file.
  func phrases() throws(Failure) -> PhraseBook { try read(phraseFile()) }

  /// Returns typed text with its phrases expanded.
  func expandingPhrases(in text: String) throws(Failure) -> String {
    // Most texts have no phrase: the file is not read for them.
    guard text.contains("@") else { return text }
    return try phrases().expanding(text)
  }

  /// Returns a function that makes a completer, which learns nothing if it is private.
  ///
  /// Loading what was learned takes time, which the first prompt does not wait for.
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

extension PhraseBook {
  /// Returns typed text with its phrases expanded; names the next command if one is unknown.
  func expanding(_ text: String) throws(Failure) -> String {
    do throws(PhraseError) { return try expand(text) } catch {
      throw Failure(.usage, "\(error); write @@ for a literal @", next: "speakcall phrase list")
    }
  }
}

import CallRouting
import SpeechSynthesis
import SystemSupport
import UserData

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

import SpeechSynthesis
import TextProcessing

/// A casting of a script, which gives a voice to each speaker without one.
///
/// The choice depends on the script alone, so the same script has the same cast at each run.
public struct Casting: Sendable {
  /// A function that returns the voice of a name.
  typealias Resolver = (_ name: String) throws(SpeechError) -> Voice

  private let overrides: [String: String]
  private let defaultVoices: [String]

  /// Creates a casting.
  ///
  /// - Parameters:
  ///   - overrides: Voices by the names of the speakers, which take precedence over the script.
  ///   - environment: The environment whose locale variables give the user's language.
  public init(overrides: [String: String] = [:], environment: [String: String]) {
    self.overrides = overrides
    defaultVoices = Voice.defaults(environment: environment)
  }

  /// Returns the script with an installed voice for every speaker.
  public func cast(_ script: Script) throws(CastingError) -> Script {
    try cast(script) { name throws(SpeechError) in try InstalledVoices.resolve(name) }
  }

  func cast(_ script: Script, with resolve: Resolver) throws(CastingError) -> Script {
    var script = script
    try override(&script, with: resolve)
    var errors: [ScriptError] = []
    var voices = VoiceAllocation()
    var languages: [Int: String] = [:]
    for (index, member) in script.cast.enumerated() {
      let place = member.settings.voice == nil ? member.languagePlace : member.voicePlace
      do throws(SpeechError) {
        if let voice = member.settings.voice {
          voices.take(try resolve(voice), pitch: member.settings.pitch)
        } else {
          languages[index] = try language(of: member, with: resolve)
        }
      } catch {
        guard let place else { throw .voice(speaker: member.name, error) }
        errors.append(ScriptError(error.description, at: place))
      }
    }
    guard errors.isEmpty else { throw .script(ScriptErrors(errors)) }
    for index in script.cast.indices {
      guard let language = languages[index] else { continue }
      let choice = voices.choose(pitch: script.cast[index].settings.pitch)
      script.cast[index].settings.voice = choice.voice.variant.map { "\(language)+\($0)" } ?? language
      script.cast[index].settings.pitch = choice.pitch
    }
    return script
  }

  private func override(_ script: inout Script, with resolve: Resolver) throws(CastingError) {
    for (speaker, voice) in overrides.sorted(by: { $0.key < $1.key }) {
      guard let index = script.cast.firstIndex(where: { $0.name == speaker }) else {
        throw .unknownSpeaker(name: speaker, nearest: Spelling.nearest(to: speaker, in: script.cast.map(\.name)))
      }
      do throws(SpeechError) { _ = try resolve(voice) } catch { throw .voice(speaker: speaker, error) }
      script.cast[index].settings.voice = voice
      script.cast[index].voicePlace = nil
    }
  }

  /// Returns the language to cast a member for: that of the script, else the first of the user's with a voice.
  private func language(of member: CastMember, with resolve: Resolver) throws(SpeechError) -> String {
    if let language = member.language {
      _ = try resolve(language)
      return language
    }
    for name in defaultVoices.dropLast() {
      // A language without a voice is no error: the next one is tried.
      do throws(SpeechError) {
        _ = try resolve(name)
        return name
      } catch { continue }
    }
    return defaultVoices.last ?? "en-us"
  }
}

/// The reason that a script could not be cast.
public enum CastingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A voice is given to a name that does not speak in the script; `nearest` are the most similar speakers.
  case unknownSpeaker(name: String, nearest: [String])
  /// The voice given to a speaker cannot be used.
  case voice(speaker: String, SpeechError)
  /// The script names voices or languages that cannot be used.
  case script(ScriptErrors)

  /// The failure, with the value that caused it.
  public var description: String {
    switch self {
    case .unknownSpeaker(let name, let nearest):
      "“\(name)” does not speak in the script" + (nearest.first.map { "; did you mean “\($0)”?" } ?? "")
    case .voice(let speaker, let error): "“\(speaker)”: \(error)"
    case .script(let errors): errors.description
    }
  }
}

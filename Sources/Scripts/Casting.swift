import SpeechSynthesis
import TextProcessing

/// Gives a voice to each speaker of a script who has none.
///
/// The voices are measured ones, see `docs/script-format.md`. Each speaker in turn is given the one whose pitch is furthest
/// from those that are taken, so the same script has the same cast at each run, whatever else is spoken.
public struct Casting: Sendable {
  /// Finds the voice that a name stands for.
  typealias Resolver = (_ name: String) throws(SpeechError) -> Voice

  /// The distance from which on two voices are not told apart any better, in octaves: that of a man and a woman.
  private static let farEnough = 0.75

  private let overrides: [String: String]
  private let defaultVoices: [String]

  /// Creates a casting.
  ///
  /// - Parameters:
  ///   - overrides: Voices by the names of the speakers; they go before what the script says.
  ///   - environment: Its locale variables tell the language of the user.
  public init(overrides: [String: String] = [:], environment: [String: String]) {
    self.overrides = overrides
    defaultVoices = Voice.defaults(environment: environment)
  }

  /// Returns the script with a voice for everybody; every voice was looked up among those that are installed.
  public func cast(_ script: Script) throws(CastingError) -> Script {
    try cast(script) { name throws(SpeechError) in try InstalledVoices.resolve(name) }
  }

  func cast(_ script: Script, with resolve: Resolver) throws(CastingError) -> Script {
    var script = script
    try override(&script, with: resolve)
    var errors: [ScriptError] = []
    var stage = Stage()
    var languages: [Int: String] = [:]
    for (index, member) in script.cast.enumerated() {
      let place = member.settings.voice == nil ? member.languagePlace : member.voicePlace
      do throws(SpeechError) {
        if let voice = member.settings.voice {
          stage.enter(try resolve(voice), pitch: member.settings.pitch)
        } else {
          languages[index] = try language(of: member, with: resolve)
        }
      } catch {
        guard let place else { throw .voice(speaker: member.name, error) }
        errors.append(ScriptError(line: place.line, column: place.column, message: error.description))
      }
    }
    guard errors.isEmpty else { throw .script(ScriptErrors(errors)) }
    for index in script.cast.indices {
      guard let language = languages[index] else { continue }
      let choice = stage.choose(pitch: script.cast[index].settings.pitch)
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

  /// Returns the name by which a variant of the voice for a language is asked for.
  private func language(of member: CastMember, with resolve: Resolver) throws(SpeechError) -> String {
    if let language = member.language {
      _ = try resolve(language)
      return language
    }
    for name in defaultVoices.dropLast() {
      do throws(SpeechError) {
        _ = try resolve(name)
        return name
      } catch { continue }
    }
    return defaultVoices.last ?? "en-us"
  }

  /// The voices that are taken, and how high they are.
  private struct Stage {
    private var taken: Set<String> = []
    private var pitches: [Double] = []

    mutating func enter(_ voice: Voice, pitch: Int?) {
      guard let known = CastingVoice.all.first(where: { $0.variant == voice.variant }) else { return }
      enter(known, pitch: pitch)
    }

    private mutating func enter(_ voice: CastingVoice, pitch: Int?) {
      taken.insert(Self.name(of: voice, pitch: pitch))
      pitches.append(voice.octaves(pitch: pitch))
    }

    /// Takes the voice that is furthest from all that are taken; with `pitch`, one that speaks with it.
    ///
    /// When all voices are taken, they are used again with other pitches, and at last as they are.
    mutating func choose(pitch: Int?) -> (voice: CastingVoice, pitch: Int?) {
      let others = pitch == nil ? CastingVoice.furtherPitches : []
      let groups = [[pitch]] + [others.map(Optional.some)]
      for pitches in groups {
        let candidates = pitches.flatMap { pitch in CastingVoice.all.map { (voice: $0, pitch: pitch) } }
        let free = candidates.filter { !taken.contains(Self.name(of: $0.voice, pitch: $0.pitch)) }
        if let choice = furthest(of: free) {
          enter(choice.voice, pitch: choice.pitch)
          return choice
        }
      }
      let choice = (voice: CastingVoice.all[pitches.count % CastingVoice.all.count], pitch: pitch)
      enter(choice.voice, pitch: choice.pitch)
      return choice
    }

    /// Returns the one that is furthest from all that are taken, the clearest of those that are far enough.
    private func furthest(of candidates: [(voice: CastingVoice, pitch: Int?)]) -> (voice: CastingVoice, pitch: Int?)? {
      var best: (candidate: (voice: CastingVoice, pitch: Int?), distance: Double)?
      for candidate in candidates {
        let place = candidate.voice.octaves(pitch: candidate.pitch)
        let distance = pitches.map { abs($0 - place) }.reduce(Casting.farEnough, min)
        if distance > best?.distance ?? -1 { best = (candidate, distance) }
      }
      return best?.candidate
    }

    private static func name(of voice: CastingVoice, pitch: Int?) -> String {
      "\(voice.variant ?? "")/\(pitch ?? SpeechSettings.defaultPitch)"
    }
  }
}

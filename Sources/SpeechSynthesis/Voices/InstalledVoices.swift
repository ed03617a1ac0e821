import CEspeakNG
import Glibc

/// The voices of espeak-ng, for a process that uses it for nothing else.
public enum InstalledVoices {
  // The library must be initialized only once in a process.
  private static let catalogue = Result { () throws(SpeechError) in try EspeakEngine().voices.catalogue }

  /// Returns the voices of a language and its dialects: all for `nil`, the variants for `variant`.
  public static func list(language: String?) throws(SpeechError) -> [Voice] {
    try catalogue.get().list(language: language)
  }

  /// Returns the first word that espeak-ng cannot read as phonemes with a voice, the user's default for `nil`.
  public static func unreadable(
    phonemes: Substring, voice name: String?, environment: [String: String]
  ) throws(SpeechError) -> Substring? {
    let catalogue = try catalogue.get()
    let voice =
      if let name { try catalogue.resolve(name) } else {
        try catalogue.resolve(firstOf: Voice.defaults(environment: environment))
      }
    guard espeak_ng_SetVoiceByName(voice.identifier) == ENS_OK else {
      throw .unusableVoice(name: voice.identifier, reason: "espeak-ng cannot load it")
    }
    // Whether brackets enclose phonemes is global state of the library, which only speaking sets.
    _ = espeak_Synth(".", 2, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8) | UInt32(espeakPHONEMES), nil, nil)
    return phonemes.split(separator: " ").first { !isReadable($0) }
  }

  /// Returns whether espeak-ng reads phonemes to their end, which it does not report: a known ending must come out.
  private static func isReadable(_ phonemes: Substring) -> Bool {
    let text = "[[\(phonemes)|m|m|m]]"
    return text.withCString { start in
      var rest: UnsafeRawPointer? = UnsafeRawPointer(start)
      let read = espeak_TextToPhonemes(&rest, Int32(espeakCHARS_UTF8), 0).map { String(cString: $0) }
      return read?.hasSuffix("mmm") ?? false
    }
  }

  /// Returns the voice of a name, identifier or language tag, each optionally with `+variant`.
  public static func resolve(_ name: String) throws(SpeechError) -> Voice {
    try catalogue.get().resolve(name)
  }
}

extension VoiceCatalogue {
  /// Reads the list of voices from espeak-ng, which must be initialized.
  ///
  /// MBROLA voices need another program, which espeak-ng would start and the sandbox does not allow.
  static func installed() -> VoiceCatalogue {
    let all = all()
    let ordinary = all.filter { !$0.isMbrola && $0.primary.tag != variantTag }
    return VoiceCatalogue(
      entries: ordinary.sorted { $0.order < $1.order }.map(\.entry),
      variants: all.filter { $0.primary.tag == variantTag }.map { listed in
        Variant(file: listed.file, name: listed.entry.voice.name, gender: listed.entry.voice.gender)
      },
      unusable: all.filter(\.isMbrola).flatMap { listed in
        [listed.entry.voice.name, listed.entry.voice.identifier, listed.file].map { $0.lowercased() }
      })
  }

  /// The language that espeak-ng reports for a variant.
  private static let variantTag = "variant"

  /// An entry of any kind, with its primary language.
  private struct Listed {
    let entry: Entry
    let primary: (tag: String, priority: Int)

    var isMbrola: Bool { entry.voice.identifier.hasPrefix("mb/") }
    var file: String { entry.voice.identifier.split(separator: "/").last.map(String.init) ?? "" }

    /// The sort key of espeak-ng's own list of voices.
    var order: (String, Int, String) { (primary.tag, primary.priority, entry.voice.name) }
  }

  /// Returns all entries in one call, because espeak-ng reads all files at each call.
  ///
  /// The array that espeak-ng returns ends with a null pointer and is valid until the next call.
  private static func all() -> [Listed] {
    var anything = espeak_VOICE()
    guard var next = espeak_ListVoices(&anything) else { return [] }
    var all: [Listed] = []
    while let voice = next.pointee {
      let languages = languages(voice.pointee.languages)
      if let primary = languages.first { all.append(Listed(entry: entry(voice.pointee, languages), primary: primary)) }
      next += 1
    }
    return all
  }

  private static func entry(_ entry: espeak_VOICE, _ languages: [(tag: String, priority: Int)]) -> Entry {
    let voice = Voice(
      name: string(entry.name), identifier: string(entry.identifier),
      languages: languages.sorted { $0.priority < $1.priority }.map(\.tag),
      gender: gender(entry.gender), variant: nil)
    return Entry(voice: voice, priorities: Dictionary(languages, uniquingKeysWith: min))
  }

  /// Returns the languages of a list in which each is a priority byte, low for the best, and a string; a zero ends it.
  private static func languages(_ list: UnsafePointer<CChar>?) -> [(tag: String, priority: Int)] {
    guard var next = list else { return [] }
    var languages: [(tag: String, priority: Int)] = []
    while next.pointee != 0 {
      let tag = String(cString: next + 1)
      languages.append((tag, Int(next.pointee)))
      next += tag.utf8.count + 2
    }
    return languages
  }

  private static func gender(_ code: UInt8) -> Voice.Gender {
    switch UInt32(code) {
    case ENGENDER_MALE.rawValue: .male
    case ENGENDER_FEMALE.rawValue: .female
    default: .unspecified
    }
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}

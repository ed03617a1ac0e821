import CEspeakNG
import Glibc

extension VoiceCatalogue {
  /// Reads the list of voices from espeak-ng, which must be initialized.
  ///
  /// Voices of MBROLA are spoken by another program, which espeak-ng would start and the sandbox does not let it start.
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

  /// What espeak-ng gives as the language of a variant.
  private static let variantTag = "variant"

  /// An entry of any kind, with what tells its kind and its place.
  private struct Listed {
    let entry: Entry
    let primary: (tag: String, priority: Int)

    var isMbrola: Bool { entry.voice.identifier.hasPrefix("mb/") }
    var file: String { entry.voice.identifier.split(separator: "/").last.map(String.init) ?? "" }

    /// The order of espeak-ng's own list of voices.
    var order: (String, Int, String) { (primary.tag, primary.priority, entry.voice.name) }
  }

  /// Returns all that is installed, of every kind and in one go: each time it is asked, espeak-ng reads all files anew.
  ///
  /// What it returns, an array that ends with a null pointer, is valid until it is asked again.
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

  /// Each language is a priority byte, low for the best, and a string; an empty entry ends the list.
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

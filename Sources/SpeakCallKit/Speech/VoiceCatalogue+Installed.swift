import CEspeakNG
import Glibc

extension VoiceCatalogue {
  /// Reads the list of voices from espeak-ng, which must be initialized.
  ///
  /// Voices of MBROLA are spoken by another program, which espeak-ng would start and the sandbox does not let it start.
  static func installed() -> VoiceCatalogue {
    VoiceCatalogue(
      entries: list(nil),
      variants: list("variant").map { entry in
        Variant(file: file(of: entry.voice), name: entry.voice.name, gender: entry.voice.gender)
      },
      unusable: list("mbrola").flatMap { entry in
        [entry.voice.name, entry.voice.identifier, file(of: entry.voice)].map { $0.lowercased() }
      })
  }

  /// Returns the voices of a language, or of a name that stands for a kind of voices; `nil` for all that are neither
  /// variants nor MBROLA voices.
  ///
  /// What espeak-ng returns, an array that ends with a null pointer, is valid until it is asked again.
  private static func list(_ language: String?) -> [Entry] {
    var selector = espeak_VOICE()
    let copy = language.flatMap { strdup($0) }
    defer { free(copy) }
    selector.languages = UnsafePointer(copy)
    guard var next = language == nil ? espeak_ListVoices(nil) : espeak_ListVoices(&selector) else { return [] }
    var entries: [Entry] = []
    while let voice = next.pointee {
      entries.append(entry(voice.pointee))
      next += 1
    }
    return entries
  }

  private static func entry(_ entry: espeak_VOICE) -> Entry {
    let languages = languages(entry.languages)
    let voice = Voice(
      name: string(entry.name), identifier: string(entry.identifier), languages: languages.map(\.tag),
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
    return languages.sorted { $0.priority < $1.priority }
  }

  private static func file(of voice: Voice) -> String {
    voice.identifier.split(separator: "/").last.map(String.init) ?? ""
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

import TextProcessing

/// The installed voices and variants, and their lookup by name.
///
/// Only names from the catalogue reach espeak-ng, which would open any file that a name leads to, and which reports an
/// unknown variant as success.
struct VoiceCatalogue: Sendable {
  /// A variant: its file name, which espeak-ng expects, and its display name.
  struct Variant: Sendable, Equatable {
    let file: String
    let name: String
    let gender: Voice.Gender
  }

  /// A voice and its priority for each of its languages, low for a good fit.
  struct Entry: Sendable {
    let voice: Voice
    let priorities: [String: Int]
  }

  let entries: [Entry]
  let variants: [Variant]

  /// The names of voices that need another program, which is not started.
  let unusable: [String]

  /// All voices, without variants.
  var voices: [Voice] { entries.map(\.voice) }

  /// Returns the voice of a name, identifier or language tag, each optionally with `+variant`.
  ///
  /// A tag with an unknown region falls back to its language (`de_AT` to `de`).
  func resolve(_ request: String) throws(SpeechError) -> Voice {
    let parts = request.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let base = find(parts[0]) else {
      if unusable.contains(parts[0].lowercased()) {
        throw .unusableVoice(name: request, reason: "it needs the program mbrola, which is not started for safety")
      }
      throw .unknownVoice(name: request, nearest: nearest(parts[0]))
    }
    guard parts.count == 2 else { return base }
    let wanted = parts[1].lowercased()
    guard let variant = variants.first(where: { $0.file.lowercased() == wanted || $0.name.lowercased() == wanted })
    else {
      throw .unknownVariant(
        name: parts[1], nearest: Spelling.nearest(to: parts[1], in: variants.flatMap { [$0.file, $0.name] }))
    }
    return Voice(
      name: base.name, identifier: "\(base.identifier)+\(variant.file)", languages: base.languages,
      gender: variant.gender == .unspecified ? base.gender : variant.gender, variant: variant.file)
  }

  /// Returns the voice of the first name that has one.
  func resolve(firstOf names: [String]) throws(SpeechError) -> Voice {
    for name in names.dropLast() {
      if let voice = find(name) {
        return voice
      }
    }
    return try resolve(names.last ?? "")
  }

  /// Returns the voices of a language and its dialects: all for `nil`, the variants for `variant`.
  func list(language: String?) -> [Voice] {
    guard let language else { return voices }
    let tag = LanguageTag.normalize(language)
    if tag == "variant" {
      return variants.map {
        Voice(name: $0.name, identifier: "+\($0.file)", languages: [], gender: $0.gender, variant: $0.file)
      }
    }
    return voices.filter { $0.languages.contains { $0 == tag || $0.hasPrefix("\(tag)-") } }
  }

  private func find(_ name: String) -> Voice? {
    let wanted = name.lowercased()
    if let voice = voices.first(where: { $0.identifier.lowercased() == wanted || $0.name.lowercased() == wanted }) {
      return voice
    }
    var tag = LanguageTag.normalize(name)
    while !tag.isEmpty {
      if let voice = best(for: tag) {
        return voice
      }
      guard let hyphen = tag.lastIndex(of: "-"), Self.isRegionOrScript(tag[tag.index(after: hyphen)...]) else { break }
      tag = String(tag[..<hyphen])
    }
    return voices.first { $0.identifier.split(separator: "/").last?.lowercased() == LanguageTag.normalize(name) }
  }

  private func best(for tag: String) -> Voice? {
    var best: (voice: Voice, priority: Int)?
    for entry in entries {
      guard let priority = entry.priorities[tag] else { continue }
      if best.map({ priority < $0.priority }) ?? true {
        best = (entry.voice, priority)
      }
    }
    return best?.voice
  }

  /// Returns whether a subtag is a region (two letters or three digits) or a script (four letters), by RFC 5646 §2.2.
  private static func isRegionOrScript(_ subtag: Substring) -> Bool {
    let isAlphabetic = subtag.allSatisfy { ("a"..."z").contains($0) }
    return (subtag.count == 2 || subtag.count == 4) && isAlphabetic
      || subtag.count == 3 && subtag.allSatisfy { ("0"..."9").contains($0) }
  }

  /// Returns the names most like an unknown one, or else the dialects of its language.
  private func nearest(_ name: String) -> [String] {
    let nearest = Spelling.nearest(to: name, in: voices.flatMap { $0.languages + [$0.name] })
    let language = LanguageTag.language(of: LanguageTag.normalize(name))
    guard nearest.isEmpty, !language.isEmpty else { return nearest }
    let dialects = Set(list(language: language).flatMap(\.languages))
    return Array(dialects.sorted { ($0.count, $0) < ($1.count, $1) }.prefix(3))
  }
}

extension VoiceCatalogue {
  /// Writes the catalogue into a message or the cache.
  func put(into writer: inout MessageWriter) {
    writer.put(entries) { writer, entry in
      writer.put(entry.voice.name)
      writer.put(entry.voice.identifier)
      writer.put(entry.voice.languages)
      writer.put(entry.voice.gender.rawValue)
      writer.put(entry.priorities.sorted { $0.key < $1.key }) { writer, priority in
        writer.put(priority.key)
        writer.put(priority.value)
      }
    }
    writer.put(variants) { writer, variant in
      writer.put(variant.file)
      writer.put(variant.name)
      writer.put(variant.gender.rawValue)
    }
    writer.put(unusable)
  }

  /// Reads the catalogue.
  init(_ reader: inout MessageReader) throws(MalformedMessage) {
    entries = try reader.array { (reader) throws(MalformedMessage) in
      let voice = Voice(
        name: try reader.string(), identifier: try reader.string(), languages: try reader.strings(),
        gender: try Self.gender(&reader), variant: nil)
      let priorities = try reader.array { (reader) throws(MalformedMessage) in
        (try reader.string(), try reader.int())
      }
      return Entry(voice: voice, priorities: Dictionary(priorities, uniquingKeysWith: min))
    }
    variants = try reader.array { (reader) throws(MalformedMessage) in
      Variant(file: try reader.string(), name: try reader.string(), gender: try Self.gender(&reader))
    }
    unusable = try reader.strings()
  }

  private static func gender(_ reader: inout MessageReader) throws(MalformedMessage) -> Voice.Gender {
    guard let gender = Voice.Gender(rawValue: try reader.string()) else { throw MalformedMessage() }
    return gender
  }
}

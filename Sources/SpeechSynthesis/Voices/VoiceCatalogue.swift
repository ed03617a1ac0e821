import TextProcessing

/// The installed voices and variants, and the rules by which a name finds one.
///
/// Only names that are in it reach espeak-ng, which would open any file a name leads to, and which reports an unknown
/// variant as success.
struct VoiceCatalogue: Sendable {
  /// A variant: its file name, which is what espeak-ng takes, and its name for people.
  struct Variant: Sendable, Equatable {
    let file: String
    let name: String
    let gender: Voice.Gender
  }

  /// A voice and how well it fits each of its languages: a low number is a good fit.
  struct Entry: Sendable {
    let voice: Voice
    let priorities: [String: Int]
  }

  let entries: [Entry]
  let variants: [Variant]

  /// Names of voices that need another program, which is not started.
  let unusable: [String]

  /// All voices, without variants.
  var voices: [Voice] { entries.map(\.voice) }

  /// Returns the voice that a name, identifier, language tag or any of them with `+variant` stands for.
  ///
  /// A tag whose region is unknown falls back to its language (`de_AT` to `de`).
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

  /// Returns the first voice that one of the names stands for.
  func resolve(firstOf names: [String]) throws(SpeechError) -> Voice {
    for name in names.dropLast() {
      if let voice = find(name) {
        return voice
      }
    }
    return try resolve(names.last ?? "")
  }

  /// Returns the voices of a language and its dialects, the whole list for `nil`, the variants for `variant`.
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

  /// Regions are two letters or three digits, scripts four letters (RFC 5646 §2.2).
  private static func isRegionOrScript(_ subtag: Substring) -> Bool {
    let isAlphabetic = subtag.allSatisfy { ("a"..."z").contains($0) }
    return (subtag.count == 2 || subtag.count == 4) && isAlphabetic
      || subtag.count == 3 && subtag.allSatisfy { ("0"..."9").contains($0) }
  }

  /// A wrong dialect is answered with those of its language.
  private func nearest(_ name: String) -> [String] {
    let nearest = Spelling.nearest(to: name, in: voices.flatMap { $0.languages + [$0.name] })
    guard nearest.isEmpty, let language = LanguageTag.normalize(name).split(separator: "-").first else {
      return nearest
    }
    let dialects = Set(list(language: String(language)).flatMap(\.languages))
    return Array(dialects.sorted { ($0.count, $0) < ($1.count, $1) }.prefix(3))
  }
}

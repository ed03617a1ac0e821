/// The words of one line of a subtitle, without markup.
struct CueText {
  /// The words of one speaker.
  struct Part: Equatable {
    /// The name of the speaker, `nil` if none is given.
    var speaker: String?

    /// A Boolean value that indicates whether another speaker begins, named or not.
    var isTurn = false

    var text = ""
  }

  /// The maximum number of bytes of a tag or of the description of a sound.
  private static let longestMark = 256

  private(set) var parts: [Part] = []
  private var plain: [UInt8] = []
  private var speaker: String?

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"): rest = takeTag(rest)
      case UInt8(ascii: "&"): rest = takeEntity(rest)
      // {\an8} is a place on the screen, [door slams] a sound.
      case UInt8(ascii: "{") where rest.dropFirst().first == UInt8(ascii: "\\"): rest = skip(rest, to: "}")
      case UInt8(ascii: "["): rest = skip(rest, to: "]")
      default:
        plain.append(byte)
        rest = rest.dropFirst()
      }
    }
    finishPart()
  }

  /// Returns whether a cue ends with a sentence, perhaps followed by quotation marks and brackets.
  ///
  /// Unlike `SentenceEnd` it judges a complete text, so no space needs to follow and an abbreviation counts. Colons and
  /// notes, common at the end of cues, end a sentence too.
  static func endsSentence(_ text: String) -> Bool {
    let last = text.unicodeScalars.reversed().first { !"\"'”’»)]".unicodeScalars.contains($0) }
    return last.map { ".!?…:。！？♪".unicodeScalars.contains($0) } ?? true
  }

  private mutating func finishPart() {
    defer {
      plain = []
      speaker = nil
    }
    var rest = plain[...].trimmingSpace()
    var part = Part(speaker: speaker)
    if let dash = ["-", "–", "—"].first(where: { rest.starts(with: $0.utf8) }) {
      rest = rest.dropFirst(dash.utf8.count).trimmingSpace()
      part.isTurn = true
    }
    if speaker == nil, let (name, words) = Self.name(before: rest) {
      part.speaker = name
      rest = words
    }
    part.text = rest.words
    parts.append(part)
  }

  /// Returns the speaker's name before a colon and a space, and the rest.
  ///
  /// A name has at most three words, each with a capital or without letter case.
  private static func name(before bytes: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
    guard let colon = ScriptParser.colon(of: bytes.prefix(longestMark)) else { return nil }
    let rest = bytes[colon.upperBound...]
    let name = bytes[..<colon.lowerBound].trimmingSpace().words
    let words = name.split(separator: " ")
    let isName = words.allSatisfy { $0.first.map { !$0.isLowercase && ($0.isLetter || $0.isNumber) } ?? false }
    guard (1...3).contains(words.count), isName, rest.leadingSpace > 0 || colon.count > 1 else { return nil }
    return name.unicodeScalars.count > ScriptBuilder.longestName ? nil : (name, rest.trimmingSpace())
  }

  private mutating func skip(_ rest: ArraySlice<UInt8>, to end: Unicode.Scalar) -> ArraySlice<UInt8> {
    if let end = rest.prefix(Self.longestMark).firstIndex(of: UInt8(ascii: end)) { return rest[(end + 1)...] }
    plain.append(rest[rest.startIndex])
    return rest.dropFirst()
  }

  private mutating func takeTag(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let inside = rest.dropFirst().prefix(Self.longestMark)
    let isTag = inside.first.map { $0 == UInt8(ascii: "/") || $0.isDigit || $0.isLetter } ?? false
    guard isTag, let end = inside.firstIndex(of: UInt8(ascii: ">")) else {
      plain.append(UInt8(ascii: "<"))
      return rest.dropFirst()
    }
    let tag = inside[..<end]
    // The tag may have classes: <v.loud Alice>.
    let kind = tag.prefix { !$0.isSpace && $0 != UInt8(ascii: ".") }
    if kind.elementsEqual("v".utf8) {
      let name = CueText.decoded(tag.drop { !$0.isSpace })
      if !plain[...].trimmingSpace().isEmpty { finishPart() }
      plain = []
      speaker = name.isEmpty ? nil : String(name.unicodeScalars.prefix(ScriptBuilder.longestName))
    } else if kind.elementsEqual("br".utf8) {
      plain.append(UInt8(ascii: " "))
    }
    return rest[(end + 1)...]
  }

  private mutating func takeEntity(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let (scalar, end) = Self.entity(at: rest) else {
      plain.append(UInt8(ascii: "&"))
      return rest.dropFirst()
    }
    plain += Array(String(scalar).utf8)
    return rest[end...]
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (scalar, end) = entity(at: rest) {
        result += Array(String(scalar).utf8)
        rest = rest[end...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result[...].trimmingSpace().words
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "lrm": " ", "rlm": " ",
  ]

  /// Returns the scalar of the entity at the beginning of the bytes, and the index behind it.
  private static func entity(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
    if let scalar = entities[name] { return (scalar, end + 1) }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().lowercased().hasPrefix("x")
    let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return code.flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
  }
}

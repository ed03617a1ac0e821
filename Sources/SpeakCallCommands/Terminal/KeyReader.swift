/// A parser that turns the bytes from a terminal into keys.
///
/// A sequence that is cut in two waits for its second half. Only time tells the escape key from the beginning of a
/// sequence: call ``flush()`` when nothing has followed for ``escapeTimeout``.
struct KeyReader: Sendable {
  /// The milliseconds that the rest of a sequence may take.
  static let escapeTimeout: Int32 = 50

  /// The most bytes of a sequence.
  private static let longestSequence = 32

  /// The most bytes of a pasted text whose end has not arrived.
  private static let longestPaste = 1 << 20

  private var bytes: [UInt8] = []
  private let isForTyping: Bool
  private var isPasting = false

  /// Creates a reader; one for typing reports Alt, Ctrl with arrows, and pasted texts.
  init(forTyping isForTyping: Bool = false) { self.isForTyping = isForTyping }

  /// A Boolean value that indicates whether a sequence has begun but not ended.
  var isIncomplete: Bool { !bytes.isEmpty && !isPasting }

  /// Returns the keys that these bytes complete.
  mutating func keys(in arrival: some Sequence<UInt8>) -> [Key] {
    bytes += arrival
    var keys: [Key] = []
    while let (key, length) = next() {
      keys.append(key)
      bytes.removeFirst(length)
    }
    return keys
  }

  /// Returns the keys of an incomplete sequence that nothing has followed.
  mutating func flush() -> [Key] {
    guard isIncomplete else { return [] }
    defer { bytes = [] }
    guard let first = bytes.first else { return [] }
    return [first == 0x1B && bytes.count == 1 ? .escape : .other]
  }

  private mutating func next() -> (Key, length: Int)? {
    if isPasting { return pasted() }
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x00: return (.control(" "), 1)
    case 0x01...0x1F: return (.control(Character(Unicode.Scalar(first | 0x60))), 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (Key, length: Int)? {
    let length =
      switch first {
      case 0x20...0x7E: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0 else { return (.other, 1) }
    guard bytes.count >= length else { return nil }
    guard let text = String(validating: bytes[..<length], as: UTF8.self), let character = text.first else {
      return (.other, 1)
    }
    return (.character(character), length)
  }

  /// Parses `ESC [ … letter`, `ESC [ number ~` and `ESC O letter`; before anything else ESC is the escape key.
  private mutating func sequence() -> (Key, length: Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      return (Self.letters[bytes[2]] ?? .other, 3)
    case UInt8(ascii: "[") where bytes.count > 2 && bytes[2] == UInt8(ascii: "["):
      // The Linux console: ESC [ [ A to E are F1 to F5.
      guard bytes.count > 3 else { return nil }
      return (0x41...0x45 ~= bytes[3] ? .function(Int(bytes[3]) - 0x40) : .other, 4)
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
        return bytes.count < Self.longestSequence ? nil : (.other, bytes.count)
      }
      let parameter = bytes[2..<end].prefix { $0 != UInt8(ascii: ";") }
      if isForTyping {
        if bytes[..<(end + 1)] == Self.pasteStart[...] { return startPaste() }
        if bytes[2..<end].contains(UInt8(ascii: ";")), let key = Self.words[bytes[end]] { return (key, end + 1) }
      }
      let key = bytes[end] == UInt8(ascii: "~") ? Self.numbers[Array(parameter)] : Self.letters[bytes[end]]
      return (key ?? .other, end + 1)
    default: return isForTyping ? alt() : (.escape, 1)
    }
  }

  private func alt() -> (Key, length: Int)? {
    switch bytes[1] {
    case 0x1B: return (.escape, 1)
    case 0x0D, 0x0A: return (.alt("\r"), 2)
    case 0x7F, 0x08: return (.alt("\u{7F}"), 2)
    case ..<0x20: return (.escape, 1)
    default:
      var rest = self
      rest.bytes.removeFirst()
      guard let (key, length) = rest.character(rest.bytes[0]) else { return nil }
      if case .character(let character) = key { return (.alt(character), length + 1) }
      return (.other, length + 1)
    }
  }

  private mutating func startPaste() -> (Key, length: Int)? {
    bytes.removeFirst(Self.pasteStart.count)
    isPasting = true
    return pasted()
  }

  private mutating func pasted() -> (Key, length: Int)? {
    let end = bytes.indices.first { bytes[$0] == 0x1B && bytes[$0...].starts(with: Self.pasteEnd) }
    guard end != nil || bytes.count > Self.longestPaste else { return nil }
    isPasting = false
    let text = String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
    return (.paste(text), end.map { $0 + Self.pasteEnd.count } ?? bytes.count)
  }

  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private static let words: [UInt8: Key] = [UInt8(ascii: "C"): .wordRight, UInt8(ascii: "D"): .wordLeft]

  private static let letters: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
    UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let numbers: [[UInt8]: Key] = [
    Array("1".utf8): .home, Array("3".utf8): .delete, Array("4".utf8): .end, Array("5".utf8): .pageUp,
    Array("6".utf8): .pageDown, Array("7".utf8): .home, Array("8".utf8): .end,
    Array("11".utf8): .function(1), Array("12".utf8): .function(2), Array("13".utf8): .function(3),
    Array("14".utf8): .function(4), Array("15".utf8): .function(5), Array("17".utf8): .function(6),
    Array("18".utf8): .function(7), Array("19".utf8): .function(8), Array("20".utf8): .function(9),
    Array("21".utf8): .function(10), Array("23".utf8): .function(11), Array("24".utf8): .function(12),
  ]
}

/// A key press that a terminal reports.
enum Key: Sendable, Equatable {
  case character(Character)
  /// A letter together with Ctrl, in lower case.
  case control(Character)
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, tab, backspace, delete, escape
  /// A character together with Alt.
  case alt(Character)
  /// F1 to F12.
  case function(Int)
  /// The left or right arrow together with Ctrl or Alt.
  case wordLeft, wordRight
  /// A pasted text.
  case paste(String)
  /// An unknown sequence.
  case other
}

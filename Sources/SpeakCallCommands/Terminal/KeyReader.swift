/// What a terminal sends, taken apart into keys.
///
/// Bytes come as they come: a sequence that is cut in two waits for its second half. Only time tells the escape key from
/// the beginning of a sequence: when nothing has followed for ``patience``, ``flush()`` says that it was the key.
public struct KeyReader: Sendable {
  /// How long the rest of a sequence may take, in milliseconds.
  public static let patience: Int32 = 50

  /// The longest sequence that is waited for.
  private static let longestSequence = 32

  private var bytes: [UInt8] = []

  /// Creates a reader that has seen nothing.
  public init() {}

  /// A Boolean value that indicates whether a sequence has begun and not ended.
  public var isMidway: Bool { !bytes.isEmpty }

  /// Returns the keys that are complete with these bytes.
  public mutating func keys(in arrival: some Sequence<UInt8>) -> [Key] {
    bytes += arrival
    var keys: [Key] = []
    while let (key, length) = next() {
      keys.append(key)
      bytes.removeFirst(length)
    }
    return keys
  }

  /// Returns what the bytes mean by themselves when no others follow.
  public mutating func flush() -> [Key] {
    defer { bytes = [] }
    guard let first = bytes.first else { return [] }
    return [first == 0x1B && bytes.count == 1 ? .escape : .other]
  }

  private func next() -> (Key, length: Int)? {
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

  /// Reads `ESC [ … letter`, `ESC [ number ~` and `ESC O letter`; an escape before anything else is the key itself.
  private func sequence() -> (Key, length: Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      return (Self.letters[bytes[2]] ?? .other, 3)
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
        return bytes.count < Self.longestSequence ? nil : (.other, bytes.count)
      }
      let parameter = bytes[2..<end].prefix { $0 != UInt8(ascii: ";") }
      let key = bytes[end] == UInt8(ascii: "~") ? Self.numbers[Array(parameter)] : Self.letters[bytes[end]]
      return (key ?? .other, end + 1)
    default: return (.escape, 1)
    }
  }

  private static let letters: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]

  private static let numbers: [[UInt8]: Key] = [
    Array("1".utf8): .home, Array("3".utf8): .delete, Array("4".utf8): .end, Array("5".utf8): .pageUp,
    Array("6".utf8): .pageDown, Array("7".utf8): .home, Array("8".utf8): .end,
  ]
}

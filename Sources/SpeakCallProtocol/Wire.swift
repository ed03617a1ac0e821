import FoundationEssentials

/// The JSON of replies and of what commands print, one object a line.
public struct Wire: Sendable {
  /// Creates a coder.
  public init() {}

  /// The line of a message, without its end.
  public func encode(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(message)) } catch {
      // All messages are plain values; only a number that JSON has no form for could fail.
      preconditionFailure("cannot encode \(message): \(error)")
    }
  }

  /// The message in a line.
  public func decode<Message: Decodable>(_ type: Message.Type, from line: [UInt8]) throws -> Message {
    try JSONDecoder().decode(type, from: Data(line))
  }
}

/// A line of JSON, written member by member.
///
/// For requests, which stand between a user's key and the first sound: `JSONEncoder` spends a millisecond or two of a
/// fresh process on looking up conformances (docs/performance.md).
struct JSONLine {
  /// The line so far, without its end.
  private(set) var bytes: [UInt8] = []

  /// Creates the line of one object.
  init(_ members: (inout JSONLine) -> Void) { write(members) }

  /// Adds a member that is an object.
  mutating func object(_ name: StaticString, _ members: (inout JSONLine) -> Void) {
    begin(name)
    write(members)
  }

  /// Adds a member that is a text; nothing for `nil`, as the following do.
  mutating func text(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    begin(name)
    write(value)
  }

  /// Adds a member that is a whole number.
  mutating func integer(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(name)
    bytes += value.description.utf8
  }

  /// Adds a member that is a number, which has to be finite.
  mutating func number(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    precondition(value.isFinite, "JSON has no form for \(value)")
    begin(name)
    bytes += value.description.utf8
  }

  /// Adds a member that is true or false.
  mutating func flag(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    begin(name)
    bytes += (value ? "true" : "false").utf8
  }

  /// Adds a member that is a list of texts.
  mutating func texts(_ name: StaticString, _ values: [String]) {
    list(name, values) { line, value in line.write(value) }
  }

  /// Adds a member that is a list of whole numbers.
  mutating func integers(_ name: StaticString, _ values: [Int]) {
    list(name, values) { line, value in line.bytes += value.description.utf8 }
  }

  private mutating func list<Value>(
    _ name: StaticString, _ values: [Value], _ write: (inout JSONLine, Value) -> Void
  ) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (place, value) in values.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ members: (inout JSONLine) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
  }

  /// Copies runs that need no escape in one go: texts of 16 KiB pass through here.
  private mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var rest = utf8[...]
      while let place = rest.firstIndex(where: { Self.isSpecial($0) }) {
        bytes += rest[..<place]
        bytes += Self.escape(rest[place])
        rest = rest[(place + 1)...]
      }
      bytes += rest
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    guard byte < 0x20 else { return [UInt8(ascii: "\\"), byte] }
    let digits = String(byte, radix: 16)
    return Array("\\u".utf8) + Array(repeating: UInt8(ascii: "0"), count: 4 - digits.utf8.count) + Array(digits.utf8)
  }
}

import FoundationEssentials

/// The JSON of what the agent tells and the commands print, one object a line.
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

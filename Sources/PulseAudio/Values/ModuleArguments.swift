/// The arguments of a module, written in the one form that PulseAudio and PipeWire read alike.
///
///     var arguments = ModuleArguments()
///     try arguments.add("sink_name", "speakcall")
///     try arguments.add("sink_properties", properties: ["device.description": "SpeakCall"])
///     // sink_name=speakcall sink_properties="device.description='SpeakCall'"
///
/// Neither server agrees with the other on how to escape, so quotes, backslashes and control characters are refused.
public struct ModuleArguments: Sendable, Equatable, CustomStringConvertible {
  /// The argument string, as the server keeps it in ``Module/argument``.
  public private(set) var description = ""

  /// No arguments.
  public init() {}

  /// Adds `name=value`, with the value in double quotes where it needs them.
  public mutating func add(_ name: String, _ value: some CustomStringConvertible) throws(PulseError) {
    let value = value.description
    append(try Self.key(name), try Self.quote(value, for: name, with: "\""))
  }

  /// Adds a list of properties, in this order, each value in single quotes where it needs them.
  public mutating func add(
    _ name: String, properties: KeyValuePairs<String, String>
  ) throws(PulseError) {
    var list: [String] = []
    for (key, value) in properties {
      list.append("\(try Self.key(key))=\(try Self.quote(value, for: key, with: "'"))")
    }
    append(try Self.key(name), "\"\(list.joined(separator: " "))\"")
  }

  private mutating func append(_ name: String, _ value: String) {
    description += description.isEmpty ? "\(name)=\(value)" : " \(name)=\(value)"
  }

  private static func key(_ name: String) throws(PulseError) -> String {
    guard !name.isEmpty, name.utf8.allSatisfy(isPlain) else {
      throw .unquotable(name: name, value: name)
    }
    return name
  }

  private static func quote(_ value: String, for name: String, with mark: String) throws(PulseError) -> String {
    let isRefused = value.unicodeScalars.contains { scalar in
      switch scalar {
      case "'", "\"", "\\", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": true
      default: false
      }
    }
    if isRefused { throw .unquotable(name: name, value: value) }
    return !value.isEmpty && value.utf8.allSatisfy(isPlain) ? value : mark + value + mark
  }

  /// Compares bytes, because each snapshot asks for hundreds of letters: Unicode's tables took most of its time.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ":"): true
    case UInt8(ascii: "/"), UInt8(ascii: "@"): true
    default: false
    }
  }
}

/// Reads the values of a message as ``MessageWriter`` wrote them.
///
/// The sender is not trusted: each length is checked against what is there.
struct MessageReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws(MalformedMessage) -> Value {
    let size = MemoryLayout<Value>.size
    guard rest.count >= size else { throw MalformedMessage() }
    let value = rest.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    rest = rest.dropFirst(size)
    return value
  }

  mutating func int() throws(MalformedMessage) -> Int {
    Int(try integer(Int64.self))
  }

  mutating func double() throws(MalformedMessage) -> Double {
    Double(bitPattern: try integer(UInt64.self))
  }

  mutating func bool() throws(MalformedMessage) -> Bool {
    try integer(UInt8.self) != 0
  }

  mutating func string() throws(MalformedMessage) -> String {
    String(decoding: try slice(count()), as: UTF8.self)
  }

  mutating func optional<Value>(
    _ read: (inout MessageReader) throws(MalformedMessage) -> Value
  ) throws(MalformedMessage) -> Value? {
    try bool() ? try read(&self) : nil
  }

  mutating func array<Value>(
    _ read: (inout MessageReader) throws(MalformedMessage) -> Value
  ) throws(MalformedMessage) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try count()) {
      values.append(try read(&self))
    }
    return values
  }

  mutating func samples() throws(MalformedMessage) -> [Int16] {
    let bytes = try slice(count() * 2)
    return [Int16](unsafeUninitializedCapacity: bytes.count / 2) { buffer, count in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      count = bytes.count / 2
    }
  }

  /// A count of things of at least one byte each.
  private mutating func count() throws(MalformedMessage) -> Int {
    let count = try int()
    guard count >= 0, count <= rest.count else { throw MalformedMessage() }
    return count
  }

  private mutating func slice(_ count: Int) throws(MalformedMessage) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw MalformedMessage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

/// A message that does not hold what its kind promises.
struct MalformedMessage: Error {}

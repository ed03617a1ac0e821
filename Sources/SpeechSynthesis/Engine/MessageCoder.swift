/// An encoder of a message, which writes values one after another, integers in the byte order of the machine.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value) { bytes += $0 }
  }

  mutating func put(_ value: Int) {
    put(Int64(value))
  }

  mutating func put(_ value: Double) {
    put(value.bitPattern)
  }

  mutating func put(_ value: Bool) {
    put(value ? 1 as UInt8 : 0)
  }

  mutating func put(_ value: String) {
    put(value.utf8.count)
    bytes += value.utf8
  }

  mutating func put(_ strings: [String]) {
    put(strings) { $0.put($1) }
  }

  mutating func put<Value>(_ value: Value?, _ put: (inout MessageWriter, Value) -> Void) {
    self.put(value != nil)
    if let value {
      put(&self, value)
    }
  }

  mutating func put<Value>(_ values: [Value], _ put: (inout MessageWriter, Value) -> Void) {
    self.put(values.count)
    for value in values {
      put(&self, value)
    }
  }

  /// Writes samples in one copy.
  mutating func put(_ samples: [Int16]) {
    put(samples.count)
    samples.withUnsafeBytes { bytes += $0 }
  }
}

/// A decoder of a message from ``MessageWriter``.
///
/// The sender is not trusted: each length is checked against the bytes that are there.
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

  mutating func strings() throws(MalformedMessage) -> [String] {
    try array { (reader) throws(MalformedMessage) in try reader.string() }
  }

  mutating func samples() throws(MalformedMessage) -> [Int16] {
    let bytes = try slice(count() * 2)
    return [Int16](unsafeUninitializedCapacity: bytes.count / 2) { buffer, count in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      count = bytes.count / 2
    }
  }

  /// Reads a count of elements that have at least one byte each.
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

/// An error for a message that lacks the values of its kind.
struct MalformedMessage: Error {}

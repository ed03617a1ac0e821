/// Writes the values of a message one after another, integers in the byte order of the machine.
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

  /// Writes samples in one stroke.
  mutating func put(_ samples: [Int16]) {
    put(samples.count)
    samples.withUnsafeBytes { bytes += $0 }
  }
}

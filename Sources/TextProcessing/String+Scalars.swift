extension String {
  /// The number of Unicode scalars, for long texts: `unicodeScalars.count` decodes each, 50 instructions a byte.
  package var scalarCount: Int {
    let counted = utf8.withContiguousStorageIfAvailable { bytes in
      // Each scalar has one byte that does not continue it; the others are 0b10xxxxxx.
      bytes.reduce(into: 0) { count, byte in count &+= byte & 0xC0 == 0x80 ? 0 : 1 }
    }
    return counted ?? unicodeScalars.count
  }
}

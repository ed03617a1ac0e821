/// Random numbers that are the same at each run (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator with this seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Noise over the whole range of 16 bits, in which no sample is silence; no two pieces are alike.
  public mutating func noise(frames: Int) -> [Int16] {
    (0..<frames).map { _ in Int16.random(in: 1 ... .max, using: &self) * (Bool.random(using: &self) ? 1 : -1) }
  }
}

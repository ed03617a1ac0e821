/// A voice that scripts are cast with.
struct CastingVoice: Sendable, Equatable {
  /// The variant of the voice of a language, `nil` for that voice as it is.
  let variant: String?

  /// Its median fundamental frequency, in Hertz.
  let hertz: Double

  static let all: [CastingVoice] = [
    CastingVoice(variant: nil, hertz: 103)
  ]
  static let furtherPitches = [35, 65, 20, 80]
  func octaves(pitch: Int?) -> Double { 0 }
}

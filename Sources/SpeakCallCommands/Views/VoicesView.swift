import SpeechSynthesis

/// The voices as a person reads them: what to type behind --voice, and what it is.
struct VoicesView {
  let voices: [Voice]

  /// One line a voice, in two columns.
  var lines: [String] {
    let rows = voices.map { (name: Self.name(of: $0), what: Self.description(of: $0)) }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      TerminalText.sanitized(row.name + String(repeating: " ", count: width + 2 - row.name.count) + row.what)
    }
  }

  /// What `--voice` takes: the language where there is one, `+` and the variant for a variant.
  private static func name(of voice: Voice) -> String {
    if let variant = voice.variant, voice.languages.isEmpty { return "+" + variant }
    return voice.languages.first ?? voice.identifier
  }

  private static func description(of voice: Voice) -> String {
    switch voice.gender {
    case .unspecified: voice.name
    case .male, .female: "\(voice.name), \(voice.gender.rawValue)"
    }
  }
}

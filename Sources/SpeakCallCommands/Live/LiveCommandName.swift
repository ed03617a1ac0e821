import CallRouting

/// What can be typed behind a slash in `live`.
enum LiveCommandName: String, CaseIterable {
  case help, stop, skip, pause, resume, `repeat`, mic, enable, voice, rate, type, phrases, quit

  /// The values that it takes, to choose from.
  var values: [String] {
    switch self {
    case .mic, .enable: MicrophoneIntent.Mode.allCases.map(\.rawValue)
    case .type: TypeAhead.Unit.allCases.map(\.rawValue) + ["off"]
    case .help, .stop, .skip, .pause, .resume, .repeat, .voice, .rate, .phrases, .quit: []
    }
  }

  /// The command and its value, as help shows it.
  var usage: String {
    switch self {
    case .voice: "/voice NAME"
    case .rate: "/rate WPM"
    case .enable: "/enable [\(values.joined(separator: "|"))]"
    default: "/\(rawValue)" + (values.isEmpty ? "" : " " + values.joined(separator: "|"))
    }
  }

  /// Everything that Tab completes behind a slash.
  static var completions: [String] {
    allCases.flatMap { name in
      let start = "/\(name.rawValue)"
      let takesMore = !name.values.isEmpty || name == .voice || name == .rate
      return [start + (takesMore ? " " : "")] + name.values.map { "\(start) \($0)" }
    }
  }
}

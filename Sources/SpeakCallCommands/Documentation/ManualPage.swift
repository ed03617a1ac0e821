import SpeakCallProtocol
import SystemSupport
import UserData

/// The manual page `speakcall(1)`, made from the declarations of the commands.
enum ManualPage {
  /// The page in the language of `man(7)`.
  static func text() -> String {
    let commands = SpeakCall.commands.map { $0.declaration }.filter { !$0.isHidden }
    var lines = [
      ".TH SPEAKCALL 1 \"\(Version.date)\" \"speakcall \(Version.current)\" \"User Commands\"",
      ".SH NAME", escaped("speakcall") + " \\- speech from typed text in voice calls",
      ".SH SYNOPSIS",
    ]
    for command in commands {
      lines += [".HP", ".nh", "\\fBspeakcall\\fR " + command.synopsis.map(escaped).joined(separator: " ")]
    }
    lines += [".SH DESCRIPTION", escaped(HelpText.purpose)] + paragraphs(description)
    lines.append(".SH COMMANDS")
    for command in commands { lines += section(of: command) }
    lines.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases { lines += entry("\(status.rawValue)", status.meaning) }
    lines.append(".SH ENVIRONMENT")
    for (name, meaning) in environment { lines += entry(name, meaning) }
    lines.append(".SH FILES")
    for (path, meaning) in files { lines += entry(path, meaning) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(of command: CommandDeclaration) -> [String] {
    var lines = [".SS " + escaped(command.name), escaped(sentence(command.abstract))]
    lines += paragraphs(command.discussion)
    for option in command.options {
      let forms = [option.short.map { "-\($0)" }, option.long].compactMap(\.self).joined(separator: ", ")
      lines += entry(forms, sentence(option.help))
    }
    for example in command.examples {
      lines += [".PP", escaped(example.explanation), ".PP", ".RS", ".nf", escaped(example.line), ".fi", ".RE"]
    }
    return lines
  }

  private static func entry(_ term: String, _ text: String) -> [String] {
    [".TP", "\\fB\(escaped(term))\\fR", escaped(text)]
  }

  private static func paragraphs(_ texts: [String]) -> [String] {
    texts.flatMap { [".PP", escaped($0)] }
  }

  /// A phrase in lower case as a sentence.
  private static func sentence(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }

  /// Text with everything escaped that the formatter would take for its own.
  static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "`": result += "\\(ga"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }

  private static let description = [
    """
    An agent in the background adds the microphone 'SpeakCall Microphone' to the sound server, PulseAudio or PipeWire, \
    and moves running calls to it. The first command that needs the agent starts it.
    """,
    """
    Options may be written --rate 160, --rate=160, -r 160 or -r160, before or after operands. '--' ends them. A \
    separate value cannot begin with '-', unless it is '-' or a negative number; --voice=-x takes any.
    """,
    """
    Results go to standard output, everything else to standard error.
    """,
  ]

  private static let environment = [
    ("SPEAKCALL_INSTANCE", "Names a second, independent agent with a microphone and a state of its own."),
    ("PULSE_SERVER", "The sound server, as for every PulseAudio program."),
    ("LC_ALL, LC_MESSAGES, LANG", "The language of the default voice."),
    ("NO_COLOR", "Switches colour and movement off, as TERM=dumb does."),
    ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR", "Where the files below are."),
  ]

  private static let files = [
    (
      "$XDG_CONFIG_HOME/speakcall/permission",
      "The user's permission: the word granted or denied. It counts only if it is a plain file, owned by the user, "
        + "not writable by others, and so is its folder."
    ),
    (
      PermissionStore.systemPolicy,
      "The administrator's policy: injection = allowed or injection = disabled."
    ),
    ("$XDG_STATE_HOME/speakcall/", "What the agent remembers."),
    ("$XDG_RUNTIME_DIR/speakcall/", "The agent's socket; without XDG_RUNTIME_DIR it is in /tmp/speakcall-UID/."),
  ]
}

extension ExitStatus {
  /// The meaning of the status, for the manual page.
  var meaning: String {
    switch self {
    case .success: "Done."
    case .failure: "Another failure."
    case .usage: "The command line is wrong."
    case .dataError: "The script, the SSML or the text's encoding is wrong."
    case .noInput: "There is no such input file."
    case .unavailable: "There is no sound server."
    case .internalError: "An error in speakcall itself."
    case .cannotCreate: "The output cannot be written."
    case .temporaryFailure: "No call is active, or it ended before the speech did."
    case .noPermission: "There is no permission to speak into calls."
    case .configuration: "Injection is off."
    case .interrupted: "Interrupted by Ctrl-C."
    case .terminated: "Ended by SIGTERM."
    }
  }
}

import SpeakCallProtocol
import SystemSupport
import UserData

/// The manual page `speakcall(1)`, made from the command declarations.
enum ManualPage {
  /// Returns the source of the page in `man(7)` macros.
  static func text() -> String {
    let commands = SpeakCall.commands.map { $0.declaration }.filter { !$0.isHidden }
    var lines = [
      ".TH SPEAKCALL 1 \"\(Version.date)\" \"speakcall \(Version.current)\" \"User Commands\"",
      ".SH NAME", escaped("speakcall") + " \\- speak in voice calls by typing",
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

  /// Returns a lowercase phrase as a sentence.
  private static func sentence(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }

  /// Returns text in which everything special to the formatter is escaped.
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
    A background agent adds the microphone 'SpeakCall Microphone' to PulseAudio or PipeWire and moves running calls to \
    it. The first command that needs the agent starts it.
    """,
    """
    Options may be written as --rate 160, --rate=160, -r 160 or -r160, before or after operands. '--' ends the options. \
    A separate value must not begin with '-', unless it is '-' or a negative number; --voice=-x takes any value.
    """,
    """
    Results go to standard output, messages to standard error.
    """,
  ]

  private static let environment = [
    ("SPEAKCALL_INSTANCE", "The name of a separate instance with its own agent, microphone and state."),
    ("PULSE_SERVER", "The sound server, as for any PulseAudio client."),
    ("LC_ALL, LC_MESSAGES, LANG", "The language of the default voice."),
    ("NO_COLOR", "If set, turns off colour and animation, as TERM=dumb does."),
    ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR", "The base folders of the files below."),
  ]

  private static let files = [
    (
      "$XDG_CONFIG_HOME/speakcall/permission",
      "The user's permission: the word granted or denied. The file and its folder must belong to the user and not be "
        + "writable by others; the file must be a regular file."
    ),
    (
      PermissionStore.systemPolicy,
      "The administrator's policy: injection = allowed or injection = disabled."
    ),
    ("$XDG_STATE_HOME/speakcall/", "The state of the agent."),
    ("$XDG_RUNTIME_DIR/speakcall/", "The socket of the agent; /tmp/speakcall-UID/ without XDG_RUNTIME_DIR."),
  ]
}

extension ExitStatus {
  /// The meaning of the status, for the manual page.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .failure: "Other failure."
    case .usage: "Usage error."
    case .dataError: "Invalid script, SSML or text encoding."
    case .noInput: "Cannot open the input file."
    case .unavailable: "No sound server."
    case .internalError: "Internal error."
    case .cannotCreate: "Cannot write the output."
    case .temporaryFailure: "No active call, or the call ended before the speech."
    case .noPermission: "No permission to speak into calls."
    case .configuration: "Injection is off."
    case .interrupted: "Interrupted by Ctrl-C."
    case .terminated: "Terminated by SIGTERM."
    }
  }
}

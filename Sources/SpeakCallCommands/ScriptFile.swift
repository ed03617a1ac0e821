import Glibc
import Scripts
import SpeakCallProtocol

/// The file that a script is in, as the commands read it.
struct ScriptFile {
  /// The option that gives voices to speakers.
  static let cast = Option(
    texts: "cast", value: "SPEAKER=VOICE", help: "the voice of a speaker, whatever the script says")

  /// The most bytes of a script.
  private static let limit = 16 << 20

  /// The name of the file in messages.
  let name: String
  /// What is in it.
  let script: Script

  /// Reads a script, subtitles by the ending of the name; `-` is standard input.
  ///
  /// Tells each error and warning as `FILE:LINE:COLUMN: what`; `command` is the one whose help page is named.
  init(_ path: String, for command: String, in context: CommandContext) throws(Failure) {
    name = path == "-" ? "standard input" : path
    var input =
      path == "-" ? TextInput(descriptor: STDIN_FILENO, name: name) : try TextInput(file: path)
    let bytes = try input.wholeBytes(limit: Self.limit)
    do throws(ScriptErrors) {
      let text = try Self.text(of: bytes)
      script = try ScriptReader.read(text, as: ScriptReader.Format(path: path))
    } catch {
      throw Self.failure(error, in: name, for: command, on: context.terminal)
    }
    for warning in script.warnings { Self.tell(warning, in: name, on: context.terminal, as: "warning: ") }
  }

  /// Returns the script with a voice for everybody; `assignments` are values of ``cast``.
  func cast(_ assignments: [String], for command: String, in context: CommandContext) throws(Failure) -> Script {
    var overrides: [String: String] = [:]
    for assignment in assignments {
      guard let equals = assignment.lastIndex(of: "="), equals > assignment.startIndex, assignment.last != "=" else {
        throw .usage("--cast '\(assignment)' is not SPEAKER=VOICE", command: command)
      }
      overrides[String(assignment[..<equals])] = String(assignment[assignment.index(after: equals)...])
    }
    do throws(CastingError) {
      return try Casting(overrides: overrides, environment: context.environment).cast(script)
    } catch {
      switch error {
      case .unknownSpeaker(let speaker, let nearest):
        let hint = nearest.first.map { "; did you mean '\($0)'?" } ?? ""
        throw .usage("--cast names '\(speaker)', who does not speak in '\(name)'\(hint)", command: command)
      case .voice(let speaker, let error):
        let failure = Failure(error)
        throw Failure(failure.status, "--cast \(speaker): \(failure.message)", next: failure.next)
      case .script(let errors):
        throw Self.failure(errors, in: name, for: command, on: context.terminal)
      }
    }
  }

  /// Tells the errors of a script, each on a line, and returns the failure that they are.
  static func failure(
    _ errors: ScriptErrors, in name: String, for command: String, on terminal: Terminal
  ) -> Failure {
    for error in errors.errors { tell(error, in: name, on: terminal) }
    let count = errors.errors.count
    return Failure(
      .dataError, "'\(name)' has \(count == 1 ? "an error" : "\(count) errors"); nothing was spoken",
      next: "speakcall help \(command)")
  }

  private static func text(of bytes: [UInt8]) throws(ScriptErrors) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      let place = error.byteOffsets.lowerBound
      let before = bytes[..<place]
      let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before
      throw ScriptErrors([
        ScriptError(
          line: before.count { $0 == UInt8(ascii: "\n") } + 1,
          column: String(decoding: line, as: UTF8.self).unicodeScalars.count + 1,
          message: "this is not UTF-8: 0x\(String(bytes[place], radix: 16))")
      ])
    }
  }

  private static func tell(_ error: ScriptError, in name: String, on terminal: Terminal, as kind: String = "") {
    terminal.report(
      TerminalText.sanitized("\(name):\(error.line):\(error.column): \(kind)\(error.message)"))
  }
}

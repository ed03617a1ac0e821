import Scripts
import SpeakCallProtocol

/// A script read from a file for a command.
struct ScriptFile {
  /// The option that assigns voices to speakers.
  static let cast = Option(
    texts: "cast", value: "SPEAKER=VOICE", help: "use this voice for a speaker, overriding the script")

  /// The maximum size of a script in bytes.
  private static let limit = 16 << 20

  /// The name of the file in messages.
  let name: String
  /// The contents of the file.
  let script: Script

  /// Reads a script, or subtitles depending on the file name extension; `-` is standard input.
  ///
  /// Reports each error and warning as `FILE:LINE:COLUMN: message`, and refers to the help page of `command`.
  init(_ path: String, for command: String, in context: CommandContext) throws(Failure) {
    name = path == "-" ? "standard input" : path
    var input = try TextInput(path: path, in: context)
    let bytes = try input.wholeBytes(limit: Self.limit)
    do throws(ScriptErrors) {
      let text = try Self.text(of: bytes)
      script = try ScriptReader.read(text, as: ScriptReader.Format(path: path))
    } catch {
      throw Self.failure(error, in: name, for: command, on: context.terminal)
    }
    for warning in script.warnings { Self.report(warning, in: name, on: context.terminal, as: "warning: ") }
  }

  /// Returns the script with a voice for every speaker; `assignments` are values of ``cast``.
  func cast(_ assignments: [String], for command: String, in context: CommandContext) throws(Failure) -> Script {
    var overrides: [String: String] = [:]
    for assignment in assignments {
      guard let equals = assignment.lastIndex(of: "="), equals > assignment.startIndex, assignment.last != "=" else {
        throw .usage("--cast takes SPEAKER=VOICE, not '\(assignment)'", command: command)
      }
      overrides[String(assignment[..<equals])] = String(assignment[assignment.index(after: equals)...])
    }
    do throws(CastingError) {
      return try Casting(overrides: overrides, environment: context.environment).cast(script)
    } catch {
      switch error {
      case .unknownSpeaker(let speaker, let nearest):
        let hint = Failure.hint(nearest.first)
        throw .usage("--cast names '\(speaker)', but '\(name)' has no such speaker\(hint)", command: command)
      case .voice(let speaker, let error):
        let failure = Failure(error)
        throw Failure(failure.status, "--cast \(speaker): \(failure.message)", next: failure.next)
      case .script(let errors):
        throw Self.failure(errors, in: name, for: command, on: context.terminal)
      }
    }
  }

  /// Reports the errors of a script, each on a line, and returns the failure of the command.
  static func failure(
    _ errors: ScriptErrors, in name: String, for command: String, on terminal: Terminal
  ) -> Failure {
    for error in errors.errors { report(error, in: name, on: terminal) }
    let count = errors.errors.count
    return Failure(
      .dataError, "'\(name)' has \(count == 1 ? "an error" : "\(count) errors"); nothing was spoken",
      next: "speakcall help \(command)")
  }

  private static func text(of bytes: [UInt8]) throws(ScriptErrors) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      let offset = error.byteOffsets.lowerBound
      let before = bytes[..<offset]
      let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before
      throw ScriptErrors([
        ScriptError(
          line: before.count { $0 == UInt8(ascii: "\n") } + 1,
          column: String(decoding: line, as: UTF8.self).unicodeScalars.count + 1,
          message: "not valid UTF-8: 0x\(String(bytes[offset], radix: 16))")
      ])
    }
  }

  private static func report(_ error: ScriptError, in name: String, on terminal: Terminal, as kind: String = "") {
    terminal.report(
      TerminalText.sanitized("\(name):\(error.line):\(error.column): \(kind)\(error.message)"))
  }
}

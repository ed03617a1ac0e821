import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall voices`: lists the voices.
enum VoicesCommand: Command {
  static let json = Option(flag: "json", help: "print one JSON object")
  static let language = Operand(optional: "LANGUAGE")

  static let declaration = CommandDeclaration(
    name: "voices", abstract: "list the voices",
    discussion: [
      "With a language, such as en or pt-br, lists only its voices and those of its dialects. With the word variant, "
        + "lists the variants, which change the sound of any voice."
    ],
    options: [json.declaration], operands: .of(language),
    examples: [
      .init(line: "speakcall voices de", explanation: "List the voices of a language:"),
      .init(line: "speakcall voices variant", explanation: "List the names to put after a +:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let language = arguments[language]
    let voices: [Voice]
    do { voices = try InstalledVoices.list(language: language) } catch { throw Failure(error) }
    if let language, voices.isEmpty {
      throw Failure(.usage, "no voice for '\(language)'", next: "speakcall voices")
    }
    if arguments[json] {
      try context.terminal.write(json: ["voices": voices])
    } else {
      try context.terminal.write(VoicesView(voices: voices).lines.map { $0 + "\n" }.joined())
    }
    return .success
  }
}

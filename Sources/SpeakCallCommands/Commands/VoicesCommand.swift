import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall voices`: the voices that can be spoken with.
enum VoicesCommand: Command {
  static let json = Option(flag: "json", help: "print one JSON object")
  static let language = Operand(optional: "LANGUAGE")

  static let declaration = CommandDeclaration(
    name: "voices", abstract: "list the voices",
    discussion: [
      "With a language, such as en or pt-br, only its voices and those of its dialects; with the word variant, the "
        + "variants that change the sound of any voice."
    ],
    options: [json.declaration], operands: .of(language),
    examples: [
      .init(line: "speakcall voices de", explanation: "The voices of one language:"),
      .init(line: "speakcall voices variant", explanation: "What can stand behind a +:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let language = arguments[language]
    let voices: [Voice]
    do { voices = try InstalledVoices.list(language: language) } catch { throw Failure(error) }
    if let language, voices.isEmpty {
      throw Failure(.usage, "there is no voice for '\(language)'", next: "speakcall voices")
    }
    if arguments[json] {
      try context.terminal.write(String(decoding: Wire().encode(["voices": voices]), as: UTF8.self) + "\n")
    } else {
      try context.terminal.write(VoicesView(voices: voices).lines.map { $0 + "\n" }.joined())
    }
    return .success
  }
}

import Testing

@testable import SpeakCallCommands

@Suite struct HelpTextTests {
  private static let command = CommandDeclaration(
    name: "shout", abstract: "speak loudly into the active call",
    discussion: ["Words that are longer than the line are not split, at any width of the terminal, however narrow."],
    options: .of(
      Option(text: "voice", short: "v", value: "NAME", help: "the voice, by its name or its language, or a variant"),
      Option(integer: "rate", short: "r", value: "WPM", in: 80...450, help: "words a minute"),
      Option(texts: "app", value: "NAME", help: "only into this app"),
      Option(number: "wait-for-the-call", value: "SECONDS", in: 0...60, omitted: 9, help: "wait"),
      Option<Shell?>(choice: "mode", help: "how"),
      Option(flag: "now", help: "at once")),
    operands: .of(Operand(any: "TEXT")),
    examples: [.init(line: "speakcall shout Hello", explanation: "One word:")])

  @Test func page() {
    #expect(
      HelpText.page(of: Self.command, width: 60) == """
        speakcall shout: speak loudly into the active call

        usage: speakcall shout [-v NAME] [-r WPM] [--app NAME]…
                               [--wait-for-the-call[=SECONDS]]
                               [--mode bash|zsh|fish] [--now]
                               [TEXT…]

        Words that are longer than the line are not split, at any
        width of the terminal, however narrow.

        Options:
          -v, --voice NAME            the voice, by its name or its
                                      language, or a variant
          -r, --rate WPM              words a minute, 80 to 450
              --app NAME              only into this app
              --wait-for-the-call[=SECONDS]
                                      wait
              --mode bash|zsh|fish    how
              --now                   at once

        Examples:
          One word:
            speakcall shout Hello

        """)
  }

  @Test func wrapping() {
    #expect(TextWrap.lines("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(TextWrap.lines("aaaaaaaa b", width: 4, indent: 2) == ["  aaaaaaaa", "  b"])
    #expect(TextWrap.lines("a b", width: 8, indent: 4, first: "x:  ") == ["x:  a b"])
    #expect(TextWrap.lines("", width: 8) == [""])
  }
}

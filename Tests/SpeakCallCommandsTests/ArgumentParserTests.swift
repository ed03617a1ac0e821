import Testing

@testable import SpeakCallCommands

@Suite struct ArgumentParserTests {
  enum Mode: String, CaseIterable, Sendable {
    case soft, loud
  }

  static let voice = Option(text: "voice", short: "v", value: "NAME", help: "voice")
  static let rate = Option(integer: "rate", short: "r", value: "WPM", in: 80...450, help: "rate")
  static let gain = Option(number: "gain", short: "g", value: "DB", in: -30...12, help: "gain")
  static let wait = Option(number: "wait", value: "SECONDS", in: 0...60, omitted: .infinity, help: "wait")
  static let now = Option(flag: "now", short: "n", help: "now")
  static let next = Option(flag: "next", short: "x", help: "next")
  static let app = Option(texts: "app", short: "a", value: "NAME", help: "app")
  static let mode = Option<Mode?>(choice: "mode", help: "mode")
  static let file = Option(file: "file", short: "f", help: "file")
  static let words = Operand(any: "WORD")

  static let command = CommandDeclaration(
    name: "try", abstract: "try", options: .of(voice, rate, gain, wait, now, next, app, mode, file),
    operands: .of(words), exclusiveOptions: [["now", "next"]])

  func parse(_ arguments: String...) throws -> ParsedArguments {
    try ArgumentParser.parse(arguments, for: Self.command)
  }

  func failure(_ arguments: String...) -> Failure? {
    #expect(throws: Failure.self) { try ArgumentParser.parse(arguments, for: Self.command) }
  }

  @Test(arguments: [["--rate", "160"], ["--rate=160"], ["-r", "160"], ["-r160"], ["-nr160"], ["-nr", "160"]])
  func valueForms(arguments: [String]) throws {
    let parsed = try ArgumentParser.parse(arguments, for: Self.command)
    #expect(parsed[Self.rate] == 160)
    #expect(parsed[Self.words] == [])
  }

  @Test func absentOptionsHaveNoValue() throws {
    let parsed = try parse()
    #expect(parsed[Self.rate] == nil && parsed[Self.voice] == nil && parsed[Self.mode] == nil)
    #expect(parsed[Self.app] == [] && !parsed[Self.now] && parsed[Self.wait] == nil)
  }

  @Test func optionsStandBeforeBetweenAndAfterOperands() throws {
    let parsed = try parse("-v", "de", "eins", "--now", "zwei", "--rate=90")
    #expect(parsed[Self.words] == ["eins", "zwei"])
    #expect(parsed[Self.voice] == "de" && parsed[Self.now] && parsed[Self.rate] == 90)
  }

  @Test func doubleDashEndsOptions() throws {
    let parsed = try parse("-n", "--", "--rate", "-5", "--", "-")
    #expect(parsed[Self.words] == ["--rate", "-5", "--", "-"])
    #expect(parsed[Self.rate] == nil)
  }

  @Test func dashIsOperandAndValue() throws {
    let parsed = try parse("-f", "-", "-")
    #expect(parsed[Self.file] == "-" && parsed[Self.words] == ["-"])
  }

  @Test func negativeNumbersAreValues() throws {
    #expect(try parse("-g", "-3.5")[Self.gain] == -3.5)
    #expect(try parse("--gain", "-3")[Self.gain] == -3)
    #expect(try parse("-g-3")[Self.gain] == -3)
  }

  @Test func optionalValueMustBeAttached() throws {
    let parsed = try parse("--wait", "5")
    #expect(parsed[Self.wait] == .infinity && parsed[Self.words] == ["5"])
    #expect(try parse("--wait=5")[Self.wait] == 5)
  }

  @Test func repeatedOptions() throws {
    let parsed = try parse("-a", "Zoom", "--app=Discord", "-r", "90", "-r", "100")
    #expect(parsed[Self.app] == ["Zoom", "Discord"])
    #expect(parsed[Self.rate] == 100)
  }

  @Test func textMayBeEmptyOrContainEqualsSign() throws {
    let parsed = try parse("--voice=", "", "--app=a=b")
    #expect(parsed[Self.voice] == "" && parsed[Self.words] == [""] && parsed[Self.app] == ["a=b"])
    #expect(try parse("--voice=--now")[Self.voice] == "--now")
  }

  @Test func choicesBecomeValues() throws {
    #expect(try parse("--mode", "loud")[Self.mode] == .loud)
    #expect(failure("--mode", "quiet")?.message == "option '--mode' takes soft or loud, not 'quiet'")
  }

  @Test(arguments: [
    (["--rate", "79"], "option '--rate' takes an integer from 80 to 450, not '79'"),
    (["-r", "451"], "option '-r' takes an integer from 80 to 450, not '451'"),
    (["-rfast"], "option '-r' takes an integer from 80 to 450, not 'fast'"),
    (["--rate=1e2"], "option '--rate' takes an integer from 80 to 450, not '1e2'"),
    (
      ["--rate=99999999999999999999"], "option '--rate' takes an integer from 80 to 450, not '99999999999999999999'"
    ),
    (["--rate="], "option '--rate' takes an integer from 80 to 450, not ''"),
    (["--gain", "nan"], "option '--gain' takes a number from -30 to 12, not 'nan'"),
    (["--gain=inf"], "option '--gain' takes a number from -30 to 12, not 'inf'"),
    (["--rate"], "option '--rate' needs a value: WPM, an integer from 80 to 450"),
    (["-v", "--now"], "option '-v' needs a value: NAME, text"),
    (["-v", "--"], "option '-v' needs a value: NAME, text"),
    (["--file="], "option '--file' takes a path, not ''"),
    (["--now=yes"], "option '--now' takes no value, not 'yes'"),
    (["--now", "--next"], "options '--now' and '--next' cannot be used together"),
    (["-nx"], "options '--now' and '--next' cannot be used together"),
    (["--rat", "90"], "command 'try' has no option '--rat' (did you mean '--rate'?)"),
    (["--vioce=de"], "command 'try' has no option '--vioce' (did you mean '--voice'?)"),
    (["-nz"], "command 'try' has no option '-z' (did you mean '--now'?)"),
    (["--=x"], "command 'try' has no option '--' (did you mean '--now'?)"),
  ])
  func invalidArguments(arguments: [String], message: String) {
    let failure = #expect(throws: Failure.self) { try ArgumentParser.parse(arguments, for: Self.command) }
    #expect(failure == Failure(.usage, message, next: "speakcall help try"))
  }

  @Test func operandsAreCounted() throws {
    let none = CommandDeclaration(name: "none", abstract: "none")
    let one = CommandDeclaration(name: "one", abstract: "one", operands: .of(Operand<Mode?>(choice: .required)))
    func message(_ arguments: [String], _ command: CommandDeclaration) -> String? {
      #expect(throws: Failure.self) { try ArgumentParser.parse(arguments, for: command) }?.message
    }
    #expect(message(["x"], none) == "command 'none' takes no operands, but got 'x'")
    #expect(message([], one) == "command 'one' needs soft or loud")
    #expect(message(["x"], one) == "command 'one' takes soft or loud, not 'x'")
    #expect(message(["soft", "loud"], one) == "command 'one' takes no more operands, but got 'loud'")
  }
}

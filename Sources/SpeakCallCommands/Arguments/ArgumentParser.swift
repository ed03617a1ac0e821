import TextProcessing

/// A parser of one command's arguments, which checks them against the command's declaration.
///
/// Options may stand before, between and after operands. `--` ends the options; `-` alone and negative numbers are
/// operands. A value follows its option as `--rate 160`, `--rate=160`, `-r 160` or `-r160`. To catch a forgotten value,
/// a separate one must not begin with `-`, unless it is `-` itself or a negative number; `--voice=-x` takes any.
struct ArgumentParser {
  private let command: CommandDeclaration
  private var remaining: ArraySlice<String>
  private var parsed = ParsedArguments()

  /// Parses the arguments that follow the command's name.
  static func parse(_ arguments: some Sequence<String>, for command: CommandDeclaration) throws(Failure)
    -> ParsedArguments
  {
    var parser = ArgumentParser(command: command, remaining: Array(arguments)[...])
    return try parser.parse()
  }

  private mutating func parse() throws(Failure) -> ParsedArguments {
    while let argument = remaining.popFirst() {
      if argument == "--" {
        while let operand = remaining.popFirst() { try add(operand: operand) }
      } else if argument.hasPrefix("--") {
        try parseLong(argument.dropFirst(2))
      } else if argument.hasPrefix("-"), argument != "-", !Self.isNegativeNumber(argument) {
        try parseShort(argument.dropFirst())
      } else {
        try add(operand: argument)
      }
    }
    try validate()
    return parsed
  }

  /// No option is a digit.
  private static func isNegativeNumber(_ argument: String) -> Bool {
    Double(argument) != nil && argument.dropFirst().first.map { $0.isNumber || $0 == "." } ?? false
  }

  private mutating func parseLong(_ text: Substring) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = command.options.first(where: { $0.name == parts[0] }) else {
      throw unknown(option: "--\(parts[0])")
    }
    let form = "--\(option.name)"
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let value = option.value else {
      guard attached == nil else { throw usage("option '\(form)' takes no value, not '\(attached ?? "")'") }
      return parsed.append(.none, option: option.name)
    }
    if let attached {
      try add(attached, to: option, as: form)
    } else if let omitted = value.omitted {
      parsed.append(omitted, option: option.name)
    } else {
      try add(separateValue(of: form, value), to: option, as: form)
    }
  }

  private mutating func parseShort(_ letters: Substring) throws(Failure) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = command.options.first(where: { $0.short == letter }) else {
        throw unknown(option: "-\(letter)")
      }
      guard let value = option.value else {
        parsed.append(.none, option: option.name)
        continue
      }
      let form = "-\(letter)"
      let attached = letters.isEmpty ? try separateValue(of: form, value) : String(letters)
      return try add(attached, to: option, as: form)
    }
  }

  private mutating func separateValue(of form: String, _ value: OptionDeclaration.Value) throws(Failure) -> String {
    guard let next = remaining.first, next == "-" || !next.hasPrefix("-") || Double(next) != nil else {
      throw usage("option '\(form)' needs a value: \(value.name), \(value.kind.phrase)")
    }
    remaining.removeFirst()
    return next
  }

  private mutating func add(_ text: String, to option: OptionDeclaration, as form: String) throws(Failure) {
    guard let kind = option.value?.kind, let value = kind.value(of: text) else {
      throw usage("option '\(form)' takes \(option.value?.kind.phrase ?? "no value"), not '\(text)'")
    }
    parsed.append(value, option: option.name)
  }

  private mutating func add(operand text: String) throws(Failure) {
    let open = command.operands.first { $0.count == .any || !parsed.contains(operand: $0.name) }
    guard let operand = open else {
      let count = command.operands.isEmpty ? "no" : "no more"
      throw usage("command '\(command.name)' takes \(count) operands, but got '\(text)'")
    }
    guard let value = operand.kind.value(of: text) else {
      throw usage("command '\(command.name)' takes \(operand.kind.phrase), not '\(text)'")
    }
    parsed.append(value, operand: operand.name)
  }

  private func validate() throws(Failure) {
    for operand in command.operands where operand.count == .required && !parsed.contains(operand: operand.name) {
      throw usage("command '\(command.name)' needs \(operand.kind.phrase)")
    }
    for names in command.exclusiveOptions {
      let given = names.filter { parsed.contains(option: $0) }.map { "'--\($0)'" }
      guard given.count < 2 else {
        throw usage("options \(given.joined(separator: " and ")) cannot be used together")
      }
    }
  }

  private func unknown(option form: String) -> Failure {
    let forms = command.options.map { "--\($0.name)" } + CommandDeclaration.commonOptions
    let hint = Failure.hint(Spelling.closest(to: form, in: forms))
    return usage("command '\(command.name)' has no option '\(form)'\(hint)")
  }

  private func usage(_ message: String) -> Failure {
    .usage(message, command: command.name)
  }
}

/// The checked values of a command's options and operands.
struct ParsedArguments: Sendable, Equatable {
  private var options: [String: [ArgumentValue]] = [:]
  private var operands: [String: [ArgumentValue]] = [:]

  /// The value of an option.
  subscript<Value>(option: Option<Value>) -> Value {
    option.read(options[option.declaration.name] ?? [])
  }

  /// The value of an operand.
  subscript<Value>(operand: Operand<Value>) -> Value {
    operand.read(operands[operand.declaration.name] ?? [])
  }

  /// Returns whether an option was given.
  func contains(option name: String) -> Bool {
    options[name] != nil
  }

  /// Returns whether an operand was given.
  func contains(operand name: String) -> Bool {
    operands[name] != nil
  }

  mutating func append(_ value: ArgumentValue, option name: String) {
    options[name, default: []].append(value)
  }

  mutating func append(_ value: ArgumentValue, operand name: String) {
    operands[name, default: []].append(value)
  }
}

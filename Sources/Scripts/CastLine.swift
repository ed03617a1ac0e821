import SpeechSynthesis
import TextProcessing

/// A parser of the line that sets the voice of a speaker: `@cast NAME key=value…`.
enum CastLine {
  static let keys = ["voice", "rate", "pitch", "gain", "language"]

  /// A word of the line, with a key if it is a setting.
  private struct Word {
    let start: Int
    let key: ArraySlice<UInt8>?
    let value: ArraySlice<UInt8>
  }

  /// Reads a line that begins with `@`.
  static func read(_ bytes: ArraySlice<UInt8>, of line: ScriptLine, into script: inout ScriptBuilder) {
    let command = bytes.prefix { !$0.isSpace }
    let place = line.place(of: bytes.startIndex)
    guard command.elementsEqual("@cast".utf8) else {
      return script.report("“\(ScriptParser.shown(command))” is unknown; the only command is @cast", at: place)
    }
    let words = words(of: bytes.dropFirst(command.count))
    let names = words.prefix { $0.key == nil }
    let name = names.map(\.value.text).joined(separator: " ")
    guard let start = names.first?.start, !name.contains(":"), name.unicodeScalars.count <= ScriptBuilder.longestName
    else {
      let reason =
        name.isEmpty ? "no speaker is named" : "“\(name.prefix(40))” is not a name (it has a colon or is too long)"
      return script.report("\(reason); write @cast NAME voice=VOICE", at: place)
    }
    guard names.count < words.count else {
      return script.report("nothing is set for “\(name)”; write @cast \(name) voice=VOICE", at: place)
    }
    var member = CastMember(name: name)
    var used: Set<String> = []
    for word in words.dropFirst(names.count) {
      let key = word.key?.text ?? ""
      let place = line.place(of: word.start)
      if word.key == nil {
        script.report(
          "“\(ScriptParser.shown(word.value))” sets nothing; write settings as key=value", at: place)
      } else if !keys.contains(key) {
        let nearest = Spelling.nearest(to: key, in: keys).first.map { "; did you mean \($0)?" } ?? ""
        let known = keys.joined(separator: ", ")
        script.report("“\(key.prefix(40))” is not a setting; the settings are \(known)\(nearest)", at: place)
      } else if !used.insert(key).inserted {
        script.report("\(key) is set twice", at: place)
      } else if let problem = set(key, to: word.value.text, of: &member, at: place) {
        script.report(problem, at: place)
      }
    }
    script.cast(member, at: line.place(of: start))
  }

  /// Sets a value, or returns the error in it.
  private static func set(_ key: String, to text: String, of member: inout CastMember, at place: ScriptPlace) -> String?
  {
    guard !text.isEmpty else { return "\(key) has no value" }
    var settings = SpeechSettings()
    switch key {
    case "voice":
      member.settings.voice = text
      member.voicePlace = place
    case "language":
      member.language = text
      member.languagePlace = place
    case "gain":
      guard let gain = Double(text), gain.isFinite else { return "gain “\(text.prefix(40))” is not a number" }
      settings.gain = gain
      member.settings.gain = gain
    default:
      guard let number = Int(text) else { return "\(key) “\(text.prefix(40))” is not an integer" }
      if key == "rate" {
        settings.rate = number
        member.settings.rate = number
      } else {
        settings.pitch = number
        member.settings.pitch = number
      }
    }
    do { try settings.validate() } catch { return error.description }
    return nil
  }

  /// Splits a line at white space; double quotes enclose a value with spaces.
  private static func words(of bytes: ArraySlice<UInt8>) -> [Word] {
    var words: [Word] = []
    var rest = bytes.trimmingSpace()
    while !rest.isEmpty {
      let plain = rest.prefix { !$0.isSpace }
      guard let equals = plain.firstIndex(of: UInt8(ascii: "=")) else {
        words.append(Word(start: plain.startIndex, key: nil, value: plain))
        rest = rest[plain.endIndex...].trimmingSpace()
        continue
      }
      var value = plain[(equals + 1)...]
      var end = plain.endIndex
      if value.first == UInt8(ascii: "\"") {
        let quoted = rest[(equals + 2)...]
        let close = quoted.firstIndex(of: UInt8(ascii: "\"")) ?? quoted.endIndex
        value = rest[(equals + 2)..<close]
        end = min(close + 1, rest.endIndex)
      }
      words.append(Word(start: plain.startIndex, key: plain[..<equals], value: value))
      rest = rest[end...].trimmingSpace()
    }
    return words
  }
}

// Measures the keystrokes that the predictor saves. It types the second half of each file, one message a line, with a
// predictor that has learned the first half. Usage: PredictionBenchmark [--adapt] [--list N] [--nothing-learned] LANGUAGE FILE…
// Run by predict.py beside it.

import Foundation
import UserData

/// A simulated typist, who accepts a completion whenever it matches the message.
struct Typist {
  /// The number of completions considered; one key accepts any of them.
  let offers: Int
  var keys = 0
  var characters = 0
  var lookups: [Double] = []

  mutating func type(_ message: String, with predictor: Predictor) {
    characters += message.count
    var place = message.startIndex
    while place < message.endIndex {
      keys += 1
      let line = String(message[..<place])
      let clock = ContinuousClock.now
      let completions = predictor.completions(of: line, limit: max(offers, 1))
      let time = (ContinuousClock.now - clock).components
      lookups.append(Double(time.seconds) + Double(time.attoseconds) * 1e-18)
      let fitting = completions.prefix(offers).filter { fits($0, message[place...]) }
      let longest = fitting.max { $0.count < $1.count }
      place = message.index(place, offsetBy: longest?.count ?? 1)
    }
  }

  /// Returns whether a completion matches the rest of the message and ends with a word.
  private func fits(_ completion: String, _ rest: Substring) -> Bool {
    guard completion.count > 1, rest.hasPrefix(completion) else { return false }
    return rest.dropFirst(completion.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }
}

var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor func flag(_ name: String) -> Bool {
  guard let place = arguments.firstIndex(of: name) else { return false }
  arguments.remove(at: place)
  return true
}
let adapts = flag("--adapt")
let learnsNothing = flag("--nothing-learned")
let offers = arguments.firstIndex(of: "--list").flatMap { place -> Int? in
  arguments.remove(at: place)
  return Int(arguments.remove(at: place))
}
let language = arguments.removeFirst()

let words = WordList(language: language)
var typist = Typist(offers: offers ?? 1)
var loads: [Double] = []
var savings: [Double] = []
for path in arguments {
  let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  let learned = lines.prefix(lines.count / 2)
  let start = ContinuousClock.now
  var predictor = Predictor(words: words)
  if !learnsNothing { predictor.learn(learned.joined(separator: "\n")) }
  let time = (ContinuousClock.now - start).components
  loads.append(Double(time.seconds) + Double(time.attoseconds) * 1e-18)
  let (keys, characters) = (typist.keys, typist.characters)
  for line in lines.dropFirst(lines.count / 2) {
    typist.type(line, with: predictor)
    if adapts { predictor.learn(line) }
  }
  savings.append(100 - 100 * Double(typist.keys - keys) / Double(max(1, typist.characters - characters)))
}

func percentile(_ values: [Double], _ part: Double) -> Double {
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}
func milliseconds(_ seconds: Double) -> String { String(format: "%.2f ms", 1000 * seconds) }
print(
  String(format: "keystrokes saved %.1f %%", 100 - 100 * Double(typist.keys) / Double(typist.characters)),
  String(
    format: "(median writer %.1f, lowest %.1f, highest %.1f)", percentile(savings, 0.5), savings.min() ?? 0,
    savings.max() ?? 0),
  "of \(typist.characters) characters by \(arguments.count) writers;",
  "learning \(milliseconds(percentile(loads, 0.5))), at most \(milliseconds(loads.max() ?? 0));",
  "lookup \(milliseconds(percentile(typist.lookups, 0.5))), 99 of 100 under \(milliseconds(percentile(typist.lookups, 0.99)))"
)

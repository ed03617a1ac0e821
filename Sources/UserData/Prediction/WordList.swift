import Glibc
import TextProcessing

/// The word list of a language, as installed on the system.
public struct WordList: Sendable {
  private static let folder = "/usr/share/dict/"
  private static let longest = 64 << 20

  /// The names of Debian's lists, by language.
  private static let names: [String: [String]] = [
    "en": ["words", "american-english", "british-english"], "en-us": ["american-english"],
    "en-gb": ["british-english"], "de": ["ngerman", "ogerman"], "de-ch": ["swiss"], "fr": ["french"],
    "es": ["spanish"], "it": ["italian"], "pt": ["portuguese"], "pt-br": ["brazilian"], "nl": ["dutch"],
    "sv": ["swedish"], "da": ["danish"], "nb": ["bokmaal"], "nn": ["nynorsk"], "pl": ["polish"], "uk": ["ukrainian"],
    "ca": ["catalan"], "gl": ["galician"], "fo": ["faroese"], "ga": ["irish"], "bg": ["bulgarian"],
  ]

  private let bytes: [UInt8]

  /// Creates a list from bytes with one word a line.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the list of a dialect or its language; returns `nil` if none is installed.
  public init?(language: String) {
    let tag = LanguageTag.normalize(language)
    for name in [tag, LanguageTag.language(of: tag)].flatMap({ Self.names[$0] ?? [] }) {
      if let bytes = Self.read(Self.folder + name) {
        self.bytes = bytes
        return
      }
    }
    return nil
  }

  /// Returns the shortest words that are longer than a prefix in lower case.
  ///
  /// Names come last unless `isCapital`, which means that the user typed a capital. A prefix that is itself a word has
  /// no completions, because the list does not say how common the longer words are.
  func words(startingWith prefix: [UInt8], isCapital: Bool, limit: Int) -> [[UInt8]] {
    var found: [(isName: Bool, word: [UInt8])] = []
    var isComplete = false
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count, !isComplete {
        let matches = Self.begins(bytes, at: start, with: prefix)
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        defer { start = end + 1 }
        // Words with an apostrophe are a word and an ending.
        guard matches, !bytes[start..<end].contains(0x27) else { continue }
        let isName = !isCapital && (0x41...0x5A).contains(bytes[start])
        guard end - start > prefix.count else {
          if !isName { isComplete = true }
          continue
        }
        let place = found.firstIndex { ($0.isName ? 1 : 0, $0.word.count) > (isName ? 1 : 0, end - start) }
        guard place ?? found.count < limit else { continue }
        found.insert((isName, Array(bytes[start..<end])), at: place ?? found.count)
        if found.count > limit { found.removeLast() }
      }
    }
    return isComplete ? [] : found.map(\.word)
  }

  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int, with prefix: [UInt8]) -> Bool {
    guard bytes.count - start >= prefix.count else { return false }
    for index in prefix.indices where Vocabulary.lower(bytes[start + index]) != prefix[index] { return false }
    return true
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, (1...longest).contains(Int(status.st_size)) else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let part = Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if part > 0 { count += part } else if part == 0 || errno != EINTR { break }
      }
    }
  }
}

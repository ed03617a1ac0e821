import Glibc
import TextProcessing

/// The words of a language, from the system's own list.
public struct WordList: Sendable {
  private static let folder = "/usr/share/dict/"
  private static let longest = 64 << 20

  /// The lists of Debian's packages, by language.
  private static let names: [String: [String]] = [
    "en": ["words", "american-english", "british-english"], "en-us": ["american-english"],
    "en-gb": ["british-english"], "de": ["ngerman", "ogerman"], "de-ch": ["swiss"], "fr": ["french"],
    "es": ["spanish"], "it": ["italian"], "pt": ["portuguese"], "pt-br": ["brazilian"], "nl": ["dutch"],
    "sv": ["swedish"], "da": ["danish"], "nb": ["bokmaal"], "nn": ["nynorsk"], "pl": ["polish"], "uk": ["ukrainian"],
    "ca": ["catalan"], "gl": ["galician"], "fo": ["faroese"], "ga": ["irish"], "bg": ["bulgarian"],
  ]

  private let bytes: [UInt8]

  /// Creates a list of words that stand one on a line.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the list of a language, or of the language that it is a dialect of; returns `nil` when none is installed.
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

  /// Returns the shortest words that begin with a prefix in lower case and are longer than it; `isCapital` tells that it
  /// was typed with a capital.
  ///
  /// Names come last where no capital was typed. A prefix that is a word itself is complete: which longer one might be
  /// meant, a list that does not know how common words are cannot tell.
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
        // Forms with an apostrophe are typed as their words and an ending.
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

/// The breaking of prose into lines.
enum TextWrap {
  /// Returns lines of at most `width` characters, broken at spaces; a longer word has a line of its own.
  ///
  /// Each line begins with `indent` spaces, the first one with `first` in their place.
  static func lines(_ words: [String], width: Int, indent: Int, first: String? = nil) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = first ?? margin
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isEmpty) = (margin, true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }

  /// Returns the lines of a paragraph.
  static func lines(_ text: String, width: Int, indent: Int = 0, first: String? = nil) -> [String] {
    lines(text.split(separator: " ").map(String.init), width: width, indent: indent, first: first)
  }
}

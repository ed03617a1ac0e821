import Glibc

extension Terminal {
  /// Asks a question on standard error and reads the answer, `y` or `n`, from standard input.
  ///
  /// Returns `nil` when there is no answer: the input ends, or cannot be read.
  public func ask(_ question: String) -> Bool? {
    var prompt = "\(question) [y/n] "
    while true {
      prompt.withUTF8 { _ = Glibc.write(error, $0.baseAddress, $0.count) }
      guard let line = readLine() else {
        report("")
        return nil
      }
      switch line.lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: prompt = "Please answer y or n: "
      }
    }
  }

  /// Reads one line, byte by byte, so that what follows it stays for other readers of the input.
  private func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    repeat {
      let count = read(input, &byte, 1)
      if count == 1 {
        line.append(byte)
      } else if count == 0 || errno != EINTR {
        return nil
      }
    } while line.last != UInt8(ascii: "\n")
    let text = String(decoding: line, as: UTF8.self)
    return String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
  }
}

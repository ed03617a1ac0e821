import SpeakCallProtocol
import SystemSupport

/// What the keys do.
extension LiveSession {
  /// The most characters that are taken of a pasted text.
  private static let longestPaste = 16_384

  /// Does what a key is for: something of `live`, or of libedit, which edits the line.
  func press(_ key: Key) {
    if editor.isSearching { return pressInSearch(key) }
    if !list.isEmpty {
      let open = list
      list = []
      if case .character(let figure) = key, let number = figure.wholeNumberValue, open.indices.contains(number - 1) {
        return core.speak(open[number - 1].text, .end)
      }
      if key == .escape { return }
    }
    switch key {
    case .escape: stop()
    case .control("c"): if editor.line.text.isEmpty { stop() } else { clear() }
    case .control("d"): if editor.line.text.isEmpty { leave() } else { editor.type(.delete) }
    case .control("l"):
      bottom.invalidate()
      write("\u{1B}[H\u{1B}[2J")
    case .control("z"):
      suggestion = ""
      draw()
      raw.suspend()
    case .control("o"), .function(2): openPhrases()
    case .function(1): finish(LiveHelp.lines)
    case .function(5), .alt("r"), .alt("R"): core.repeatLast()
    case .function(6), .alt("h"), .alt("H"): core.togglePause()
    case .function(7), .alt("s"), .alt("S"): core.command(.skip)
    case .function(8), .alt("t"), .alt("T"): changeUnit()
    case .alt(let figure) where figure.wholeNumberValue.map { $0 > 0 } ?? false:
      speakPhrase(figure.wholeNumberValue ?? 0)
    case .tab: complete()
    case .right, .end, .control("e"), .control("f"):
      if suggestion.isEmpty { editor.type(key) } else { accept(suggestion) }
    case .paste(let text): editor.insert(Self.oneLine(text))
    // libedit's own commands by name, and a control that stands for emptying the line.
    case .alt("x"), .alt("X"), .control("\u{7F}"): break
    default: editor.type(key)
    }
  }

  private func pressInSearch(_ key: Key) {
    switch key {
    case .escape: editor.type(.end)
    case .control("c"): editor.type(.control("g"))
    case .paste, .tab, .control("\u{7F}"): break
    default: editor.type(key)
    }
  }

  /// Carries out a line; it is empty afterwards.
  func enter(_ line: String) {
    switch TypedLine(line) {
    case .nothing: break
    case .command(let name, let values): carryOut(name, values)
    case .speech(let text, let placement): say(text, placement, line)
    }
    core.typeAhead.reset()
  }

  private func say(_ text: String, _ placement: SayRequest.Placement, _ line: String) {
    // Written after the text is on its way, for a disk may take its time.
    defer { remember(line, text) }
    do throws(Failure) {
      let isAhead =
        placement == .end && (core.own.typedLine != nil || !core.typeAhead.rest(of: line).elementsEqual(line))
      if isAhead {
        core.finishTypedLine(with: try completion.expanded(core.typeAhead.rest(of: line)))
      } else {
        core.speak(try completion.expanded(text), placement)
      }
    } catch {
      core.note("– \(error.message)\(error.next.map { ". Next: \($0)" } ?? "")")
      core.giveBack(line)
    }
  }

  private func remember(_ line: String, _ text: String) {
    editor.remember(line)
    do throws(FileError) {
      try history.append(line)
      try completion.learn(text)
    } catch {
      core.note("– this line is not kept: \(error)")
    }
  }

  private func stop() {
    core.typeAhead.take(all: editor.line.text)
    core.stop()
  }

  private func clear() {
    core.typeAhead.reset()
    editor.reset()
  }

  private func leave() {
    if core.isIdle || core.scene.isLeaving { status = .success } else { core.leaveWhenIdle() }
  }

  private func changeUnit() {
    let next: TypeAhead.Unit? =
      switch core.typeAhead.unit {
      case nil: .word
      case .word: .sentence
      case .sentence: nil
      }
    core.setUnit(next)
  }

  func openPhrases() {
    list = Array(completion.phrases().prefix(9))
    if list.isEmpty { core.note("– there are no phrases yet. Next: speakcall phrase add NAME TEXT") }
  }

  private func speakPhrase(_ number: Int) {
    let phrases = completion.phrases()
    guard phrases.indices.contains(number - 1) else { return core.note("– there is no phrase \(number)") }
    core.speak(phrases[number - 1].text, .end)
  }

  private func complete() {
    let (text, cursor) = editor.line
    guard cursor == text.unicodeScalars.count else { return }
    let found = completion.continuations(of: text)
    let common = LiveCompletion.commonStart(of: found)
    if !common.isEmpty { return accept(common) }
    guard found.count > 1 else { return }
    let start = text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    finish([found.prefix(20).map { start + $0 }.joined(separator: "   ")])
  }

  private func accept(_ continuation: String) {
    editor.insert(continuation)
    suggestion = ""
  }

  /// A pasted text is looked at before it is spoken: its lines become one, of a length that can be looked at.
  private static func oneLine(_ text: String) -> String {
    String(text.prefix(longestPaste).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

extension LiveSession {
  private func carryOut(_ name: String, _ values: [String]) {
    guard let name = core.commandName(name) else { return }
    if name == .phrases { openPhrases() } else { core.carryOut(name, values.first) }
  }
}

import Testing

@testable import SpeakCallCommands

@Suite(.timeLimit(.minutes(1))) struct CompletionsTests {
  @Test(
    .enabled(if: Tool.exists("bash"), "bash is not installed"),
    arguments: [
      (["per"], "permission"), (["--v"], "--version"), (["help", "comp"], "completions"),
      (["completions", "z"], "zsh"), (["permission", ""], "grant deny reset"), (["permission", "--h"], "--help"),
      (["nonsense", ""], ""),
    ])
  func bashCompletes(words: [String], expected: String) async throws {
    let list = (["speakcall"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script =
      Shell.bash.completions() + """

        COMP_WORDS=(\(list)); COMP_CWORD=\(words.count)
        _speakcall speakcall "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo "${COMPREPLY[*]}"
        """
    let result = try await #require(Tool("bash")).run(["--norc"], input: script)
    #expect(result == (expected + "\n", 0))
  }

  @Test(
    .enabled(if: Tool.exists("bash"), "bash is not installed"),
    arguments: [
      ("say @he", "@he", "@hello"), ("say @", "@", "@hello @doctor/pain"), ("say x@he", "@he", ""),
      ("say \"well @do", "well @do", "well @doctor/pain"), ("say \"x@he", "x@he", ""),
      ("phrase remove d", "d", "doctor/pain"), ("say he", "he", ""),
    ])
  func bashCompletesPhrases(line: String, current: String, expected: String) async throws {
    let words = line.split(separator: " ").map { "'\($0)'" }
    let script =
      Shell.bash.completions() + """

        speakcall() { [[ $* == 'phrase list --names' ]] && printf 'hello\\ndoctor/pain\\n'; }
        COMP_LINE='speakcall \(line)'
        COMP_POINT=${#COMP_LINE} COMP_WORDS=(speakcall \(words.joined(separator: " "))) COMP_CWORD=\(words.count)
        _speakcall speakcall '\(current)' "${COMP_WORDS[COMP_CWORD-1]}"
        echo "${COMPREPLY[*]}"
        """
    let result = try await #require(Tool("bash")).run(["--norc"], input: script)
    #expect(result == (expected + "\n", 0))
  }

  @Test(.enabled(if: Tool.exists("bash"), "bash is not installed"))
  func bashReadsTheScript() async throws {
    #expect(try await #require(Tool("bash")).run(["-n"], input: Shell.bash.completions()) == ("", 0))
  }

  @Test(.enabled(if: Tool.exists("zsh"), "zsh is not installed"))
  func zshReadsTheScript() async throws {
    let zsh = try #require(Tool("zsh"))
    #expect(try await zsh.run(["-f", "-n"], input: Shell.zsh.completions()) == ("", 0))
  }

  @Test(
    .enabled(if: Tool.exists("fish"), "fish is not installed"),
    arguments: [
      ("completions z", "zsh\n"), ("permission gr", "grant\n"), ("help perm", "permission\n"), ("help gr", ""),
      ("complet", "completions\tprint shell completions\n"), ("--vers", "--version\tshow the version\n"),
    ])
  func fishCompletes(line: String, expected: String) async throws {
    let script = Shell.fish.completions() + "\ncomplete -C 'speakcall \(line)'\n"
    #expect(try await #require(Tool("fish")).run(["--no-config"], input: script) == (expected, 0))
  }

  @Test(arguments: Shell.allCases)
  func allCommandsAndOptionsAreListed(shell: Shell) {
    let script = shell.completions()
    for command in SpeakCall.commands.map({ $0.declaration }) where !command.isHidden {
      #expect(script.contains(command.name))
      for option in command.options { #expect(script.contains(option.name), "\(command.name) --\(option.name)") }
    }
  }
}

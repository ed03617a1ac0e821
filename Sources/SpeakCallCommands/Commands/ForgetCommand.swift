import SpeakCallProtocol
import SystemSupport
import UserData

/// `speakcall forget`: erases what was kept of what the user typed.
enum ForgetCommand: Command {
  static let all = Option(flag: "all", help: "of all instances, not only of this one")

  static let declaration = CommandDeclaration(
    name: "forget", abstract: "erase what speakcall has kept of what you typed",
    discussion: [
      "That is the history of speakcall live and what its completion has learned. Settings, phrases and pronunciations "
        + "stay. A live that is running keeps what it knows until it ends."
    ],
    options: [all.declaration])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    do throws(FileError) {
      for folder in arguments[all] ? try paths.allStates() : [paths.state] {
        try TypedText(folder: folder).forget()
      }
    } catch {
      throw Failure(.cannotCreate, error.description, next: error.remedy)
    }
    return .success
  }
}

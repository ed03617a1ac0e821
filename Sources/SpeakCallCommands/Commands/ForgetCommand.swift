import SpeakCallProtocol
import SystemSupport
import UserData

/// `speakcall forget`: erases the user's typing history.
enum ForgetCommand: Command {
  static let all = Option(flag: "all", help: "erase the history of all instances")

  static let declaration = CommandDeclaration(
    name: "forget", abstract: "erase your typing history",
    discussion: [
      "Erases the line history of speakcall live and everything that its completion has learned. Settings, phrases and "
        + "pronunciations stay. A running speakcall live keeps its history until it ends."
    ],
    options: [all.declaration])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    do throws(FileError) {
      for folder in arguments[all] ? try paths.allStates() : [paths.state] {
        try TypedText(folder: folder).forget()
      }
    } catch {
      throw Failure(.cannotCreate, error)
    }
    return .success
  }
}

import CallRouting
import FoundationEssentials
import SystemSupport

/// The agent's state on disk.
struct StateStore: Sendable {
  private static let name = "state.json"
  private static let limit = 1 << 20

  private let folder: String

  /// Creates the store in a folder, which is made when something is first written.
  init(folder: String) { self.folder = folder }

  /// Reads the state; a damaged file is set aside, reported, and counts as none.
  func read() -> (state: CallAudioState, problem: String?) {
    do {
      guard let text = try OwnFolder.open(folder)?.read(Self.name, limit: Self.limit) else { return (.initial, nil) }
      do {
        return (try JSONDecoder().decode(CallAudioState.self, from: Data(text.utf8)), nil)
      } catch {
        let aside = try setAside()
        return (.initial, "the state file \(folder)/\(Self.name) was damaged and is now \(aside)")
      }
    } catch {
      return (.initial, "cannot read the state: \(DecodingError.reason(error))")
    }
  }

  /// Writes the state, entirely and durably or not at all.
  func write(_ state: CallAudioState) throws(CallAudioError) {
    do {
      let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
      try OwnFolder.make(folder).write(text + "\n", to: Self.name)
    } catch {
      throw .stateNotWritten(reason: DecodingError.reason(error))
    }
  }

  private func setAside() throws(FileError) -> String {
    try OwnFolder.make(folder).setAside(Self.name)
  }
}

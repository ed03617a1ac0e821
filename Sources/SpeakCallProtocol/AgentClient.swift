import Glibc
import SystemSupport

/// A command's connection to the agent; blocking, because a command has nothing else to do.
public struct AgentClient: ~Copyable {
  /// The most agents that may end before they answer, as one does that is just leaving.
  private static let mostAttempts = 5

  /// The connected socket, to wait on beside other descriptors.
  public let descriptor: Int32

  private let wire = Wire()
  private var buffer: [UInt8] = []

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Sends a request to the agent, starting one where none runs, and waits for the first reply, which stays unread.
  ///
  /// An agent of another version is waited for until it has spoken and left.
  public static func begin(_ action: Request.Action, _ paths: XDGPaths) throws(AgentError) -> AgentClient {
    var attempts = 0
    while attempts < mostAttempts {
      var client = try connect(paths)
      if client.send(action), client.awaitLine() {
        guard case .outdated = try client.reply(in: client.buffer.prefix { $0 != 0x0A }) else { return client }
        while client.receive() {}
      } else {
        attempts += 1
      }
    }
    throw .agentEndsAtOnce(log: paths.log)
  }

  /// Connects to the agent, starting one where none runs, without waiting for anything.
  public static func connect(_ paths: XDGPaths) throws(AgentError) -> AgentClient {
    do throws(FileError) {
      try paths.prepareRuntime()
      if let descriptor = try AgentSocket.connect(paths.socket) { return AgentClient(descriptor: descriptor) }
      return AgentClient(descriptor: try start(paths))
    } catch {
      throw .file(error)
    }
  }

  private static func start(_ paths: XDGPaths) throws(FileError) -> Int32 {
    try AgentSocket.whileStarting(paths.socket) { () throws(FileError) in
      if let descriptor = try AgentSocket.connect(paths.socket) { return descriptor }
      _ = try OwnFolder.make(paths.state)
      let listening = try AgentSocket.listen(paths.socket)
      defer { close(listening) }
      _ = try ChildProcess.start(["agent", "--inherit-socket"], socket: listening, .session(log: paths.log))
      guard let descriptor = try AgentSocket.connect(paths.socket) else {
        throw FileError.system("connect to the agent at", paths.socket, code: ECONNREFUSED)
      }
      return descriptor
    }
  }

  /// Sends a request; returns false when the agent is gone.
  public func send(_ action: Request.Action) -> Bool {
    let line = Request(action).line + [0x0A]
    var sent = 0
    while sent < line.count {
      let count = line.withUnsafeBytes {
        let rest = UnsafeRawBufferPointer(rebasing: $0[sent...])
        return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { sent += count } else if errno != EINTR { return false }
    }
    return true
  }

  /// The next reply that has already arrived, without waiting.
  public mutating func arrivedReply() throws(AgentError) -> Reply? {
    guard let end = buffer.firstIndex(of: 0x0A) else { return nil }
    let line = buffer[..<end]
    defer { buffer.removeSubrange(...end) }
    return try reply(in: line)
  }

  /// Waits for the next reply; nil when the agent has closed the connection.
  public mutating func nextReply() throws(AgentError) -> Reply? {
    awaitLine() ? try arrivedReply() : nil
  }

  /// Waits for bytes; returns false when the agent has closed the connection.
  public mutating func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count > 0 {
        buffer += bytes[..<count]
        return true
      }
      if count == 0 || errno != EINTR { return false }
    }
  }

  private mutating func awaitLine() -> Bool {
    while !buffer.contains(0x0A) {
      guard receive() else { return false }
    }
    return true
  }

  private func reply(in line: ArraySlice<UInt8>) throws(AgentError) -> Reply {
    do { return try wire.decode(Reply.self, from: Array(line)) } catch {
      throw .malformedReply(String(decoding: line, as: UTF8.self), reason: DecodingError.reason(error))
    }
  }
}

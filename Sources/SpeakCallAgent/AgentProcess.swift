import Glibc
import SpeakCallProtocol
import SystemSupport
import UserData

/// The agent as a process: where its socket comes from, and the signals that end it.
public enum AgentProcess {
  /// Runs the agent until it leaves; with `inheritsSocket` its standard input is a listening socket.
  public static func run(
    paths: XDGPaths, inheritsSocket: Bool, idleLimit: Duration, serverLimit: Duration
  ) throws(AgentError) {
    // As sound servers do for themselves; fails without effect where the user may not.
    setpriority(__priority_which_t(0), 0, -11)
    let listening = inheritsSocket ? STDIN_FILENO : try listen(paths)
    _ = fcntl(listening, F_SETFD, FD_CLOEXEC)
    _ = fcntl(listening, F_SETFL, O_NONBLOCK)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGHUP, SIG_IGN)
    // Before the first other thread, so that none takes these signals.
    var endings = sigset_t()
    sigemptyset(&endings)
    sigaddset(&endings, SIGTERM)
    sigaddset(&endings, SIGINT)
    pthread_sigmask(SIG_BLOCK, &endings, nil)
    do { try AgentExecutors.install() } catch { throw .file(error) }
    let agent = try Agent(
      listening: listening, paths: paths, permission: PermissionStore(folder: paths.configuration),
      idleLimit: idleLimit, serverLimit: serverLimit)
    Task {
      await agent.run()
      exit(0)
    }
    while true {
      var number: Int32 = 0
      if sigwait(&endings, &number) == 0 { agent.leave() }
    }
  }

  private static func listen(_ paths: XDGPaths) throws(AgentError) -> Int32 {
    let socket: Int32?
    do throws(FileError) {
      try paths.prepareRuntime()
      socket = try AgentSocket.whileStarting(paths.socket) { () throws(FileError) in
        guard let other = try AgentSocket.connect(paths.socket) else { return try AgentSocket.listen(paths.socket) }
        close(other)
        return nil
      }
    } catch {
      throw .file(error)
    }
    guard let socket else {
      throw .agentAlreadyRuns(socket: paths.socket)
    }
    return socket
  }
}

import Glibc

/// A sound server of the test's own, with the devices of a small desktop.
///
/// Sinks `fakespk` (the default), `nearspk` and `fakemic_sink`; source `fakemic` (the default), which carries what is
/// played on `fakemic_sink`. It never touches the user's server, and dies with the test.
public actor PrivateSoundServer {
  /// Which server it is.
  public nonisolated let kind: SoundServerKind
  /// The server's address for libpulse.
  public nonisolated let address: String
  /// The environment for programs that use this server.
  public nonisolated let environment: [String: String]
  /// The folder in which the server lives.
  public nonisolated let directory: PrivateDirectory
  private var daemons: [SupervisedProcess] = []

  /// Starts a server; returns when its devices are there.
  public init(_ kind: SoundServerKind) async throws {
    self.kind = kind
    directory = try PrivateDirectory()
    address = "unix:\(directory.path)/rt/pulse/native"
    environment = directory.environment.merging(["PULSE_SERVER": address]) { $1 }
    try directory.write(Self.pulseAudioScript(socket: "\(directory.path)/rt/pulse/native"), to: "default.pa")
    // PipeWire's own setting for virtual machines, where shorter periods are missed; it does not recognize every one.
    try directory.write(
      "context.properties = { default.clock.min-quantum = 1024 }\n",
      to: "home/.config/pipewire/pipewire.conf.d/quantum.conf")
    try directory.write(
      Self.pipeWireConfiguration, to: "home/.config/pipewire/pipewire-pulse.conf.d/devices.conf")
    try await start()
  }

  /// Kills the server, as a crash would.
  public func stop() {
    for daemon in daemons.reversed() { daemon.kill() }
    daemons = []
  }

  /// Kills the server and starts it again at the same address; streams, modules and cookie are new.
  public func restart() async throws {
    stop()
    try await start()
  }

  /// Stops the server from running without ending it: it accepts connections, but answers nothing.
  public func freeze() {
    for daemon in daemons { daemon.signal(SIGSTOP) }
  }

  /// Lets a frozen server go on.
  public func thaw() {
    for daemon in daemons { daemon.signal(SIGCONT) }
  }

  /// Runs a program on this server, such as `pactl`; returns its standard output.
  @discardableResult
  public nonisolated func run(_ command: String...) throws -> String {
    try Command.run(command, environment: environment, directory: directory)
  }

  private func start() async throws {
    switch kind {
    case .pulseAudio:
      try launch("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-F", "\(directory.path)/default.pa")
    case .pipeWire:
      try launch(
        "dbus-daemon", "--session", "--address=unix:path=\(directory.path)/rt/bus", "--nofork", "--nopidfile")
      try await socket("rt/bus")
      try launch("pipewire")
      try await socket("rt/pipewire-0")
      try launch("wireplumber")
      try launch("pipewire-pulse")
    }
    try await socket("rt/pulse/native")
    try await eventually("the private \(kind) server has its devices (\(directory.path))") {
      guard try run("pactl", "list", "short", "sources").contains("fakemic\t") else { return false }
      if kind == .pipeWire { chooseDefaults() }
      let info = try run("pactl", "info")
      return info.contains("Default Sink: fakespk\n") && info.contains("Default Source: fakemic\n")
    }
  }

  private func chooseDefaults() {
    do {
      try run("pactl", "set-default-sink", "fakespk")
      try run("pactl", "set-default-source", "fakemic")
    } catch {
      // "Not supported" until the session manager is ready; the condition that awaits this tries again.
    }
  }

  private func launch(_ command: String...) throws {
    var environment = environment
    environment["PULSE_SERVER"] = nil
    let log = "\(directory.path)/\(command[0]).log"
    daemons.append(try SupervisedProcess(command, environment: environment, output: log))
  }

  private func socket(_ name: String) async throws {
    let path = "\(directory.path)/\(name)"
    try await eventually("socket \(path) answers") {
      guard daemons.allSatisfy(\.isRunning) else { throw SupportError("a daemon has ended, see \(directory.path)") }
      return UnixSocket.answers(at: path)
    }
  }

  /// The socket comes last: a client that can connect finds everything.
  private static func pulseAudioScript(socket: String) -> String {
    """
    load-module module-device-restore
    load-module module-stream-restore
    load-module module-null-sink sink_name=fakespk rate=48000
    load-module module-null-sink sink_name=nearspk rate=48000
    load-module module-null-sink sink_name=fakemic_sink rate=48000 channels=1 channel_map=mono
    load-module module-remap-source source_name=fakemic master=fakemic_sink.monitor channels=1 channel_map=mono \
    master_channel_map=mono
    load-module module-default-device-restore
    load-module module-suspend-on-idle
    load-module module-switch-on-connect
    load-module module-always-sink
    set-default-sink fakespk
    set-default-source fakemic
    load-module module-native-protocol-unix socket=\(socket)
    """ + "\n"
  }

  private static let pipeWireConfiguration = """
    pulse.cmd = [
      { cmd = "load-module" args = "module-null-sink sink_name=fakespk rate=48000" }
      { cmd = "load-module" args = "module-null-sink sink_name=nearspk rate=48000" }
      { cmd = "load-module" args = "module-null-sink sink_name=fakemic_sink channels=1 channel_map=mono" }
      { cmd = "load-module" args = "module-remap-source source_name=fakemic master=fakemic_sink.monitor channels=1 channel_map=mono master_channel_map=mono" }
    ]
    """
}

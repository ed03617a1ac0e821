import PulseAudio

/// Carries out the steps of a ``MicrophonePlan`` on the server.
struct PlanExecutor {
  let microphone: VirtualMicrophone
  let link: ServerLink
  let server: PulseServer
  /// The snapshot that the steps were planned for.
  let snapshot: ServerSnapshot

  /// Carries out a step; an object that has gone meanwhile is no failure.
  func perform(_ step: MicrophonePlan.Step) async throws(PulseError) {
    do {
      switch step {
      case .createSink: _ = try await server.loadModule("module-null-sink", arguments: microphone.sinkArguments)
      case .createSource: _ = try await server.loadModule("module-remap-source", arguments: microphone.sourceArguments)
      case .removeModule(let index): try await removeModule(index)
      case .openRealMicrophone(let name):
        let arguments = try microphone.loopbackArguments(microphone: name, isPipeWire: snapshot.info.isPipeWire)
        _ = try await server.loadModule("module-loopback", arguments: arguments)
      case .attach(let stream, _): try await attach(stream)
      case .detach(let stream, let source): try await server.moveSourceOutput(stream, toSource: source)
      case .restoreVolume(let source):
        try await server.setVolume(ofSource: source, to: .normal)
        try await server.setMuted(false, source: source)
      case .setLoopbackVolume(let input, let decibels):
        try await server.setVolume(ofSinkInput: input, to: Volume(decibels: decibels))
      }
    } catch {
      guard error.code == PulseError.noEntity else { throw error }
    }
  }

  /// Unloads a module of ours; indexes are used again, so the module under this one must still be the same.
  private func removeModule(_ index: UInt32) async throws(PulseError) {
    let module = try await server.modules().first { $0.index == index }
    guard let module, module == snapshot.modules.first(where: { $0.index == index }) else { return }
    try await server.unloadModule(index)
  }

  /// Moves a stream to our source.
  ///
  /// PipeWire takes a move to the default source for the wish to follow the default, and may still believe on an old
  /// connection that ours is the default.
  private func attach(_ stream: UInt32) async throws(PulseError) {
    guard let ours = MicrophoneParts(of: microphone, in: snapshot).source else { return }
    if snapshot.info.isPipeWire, try await server.info().defaultSource == ours.name {
      return try await link.onNewConnection { other throws(PulseError) in
        try await other.moveSourceOutput(stream, toSource: ours.index)
      }
    }
    try await server.moveSourceOutput(stream, toSource: ours.index)
  }
}

/// Decides whether to reset a volume that an app set on our source.
///
/// Call apps with automatic gain control turn the source's volume; it is put back a few times a minute, and after that
/// left as it is, because a fight of two programs over a slider helps nobody.
struct VolumeGuard: Sendable {
  private static let most = 5
  private static let period = Duration.seconds(60)
  private var restored: [ContinuousClock.Instant] = []

  /// A Boolean value that indicates whether putting it back has been given up for now.
  func isExhausted(at now: ContinuousClock.Instant = .now) -> Bool {
    restored.filter { now - $0 < Self.period }.count >= Self.most
  }

  /// Notes that the volume was put back.
  mutating func noteRestored(at now: ContinuousClock.Instant = .now) {
    restored = restored.filter { now - $0 < Self.period } + [now]
  }
}

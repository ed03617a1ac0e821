import PulseAudio

/// The next steps from what stands on the server to what the user wants.
///
/// A pure function of a snapshot: it is made anew after each change, so it does not matter which change was missed, who
/// made it, or which process began the work.
public struct MicrophonePlan: Sendable, Equatable {
  /// One request to the server, or one change of the ledger.
  public enum Step: Sendable, Equatable {
    case createSink
    case createSource
    case removeModule(UInt32)
    case openRealMicrophone(String)
    case attach(stream: UInt32, origin: String)
    case detach(stream: UInt32, to: UInt32)
    case restoreVolume(source: UInt32)
    case setLoopbackVolume(sinkInput: UInt32, decibels: Double)
  }

  /// The level of the real microphone while speech is heard, in decibels.
  public static let duckedLevel = -20.0

  /// The steps in their order.
  public private(set) var steps: [Step] = []

  private let microphone: VirtualMicrophone
  private let intent: MicrophoneIntent
  private let snapshot: ServerSnapshot
  private let parts: MicrophoneParts
  private let ledger: AttachmentLedger

  /// Plans the steps; `isDucked` while speech is heard and the mode asks for it, `guardsVolume` while a volume that an
  /// app set on our source is reset.
  public init(
    microphone: VirtualMicrophone, intent: MicrophoneIntent, snapshot: ServerSnapshot, calls: [CallStream],
    ledger: AttachmentLedger, isDucked: Bool, guardsVolume: Bool
  ) {
    self.microphone = microphone
    self.intent = intent
    self.snapshot = snapshot
    self.ledger = ledger
    parts = MicrophoneParts(of: microphone, in: snapshot)
    guard parts.conflict == nil else { return }
    planDetaching(calls)
    planMicrophone()
    planRealMicrophone(isDucked: isDucked)
    if guardsVolume, let source = parts.source, source.isMuted || !source.volume.isNormal {
      steps.append(.restoreVolume(source: source.index))
    }
    planAttaching(calls)
  }

  /// The streams that read the virtual microphone; module internals do not count.
  private var readers: [SourceOutput] {
    guard let source = parts.source else { return [] }
    return snapshot.sourceOutputs.filter { $0.source == source.index && $0.client != nil }
  }

  private func isWanted(_ call: CallStream) -> Bool { intent.isEnabled && intent.includes(call) }

  private mutating func planDetaching(_ calls: [CallStream]) {
    for reader in readers {
      guard let entry = ledger.entry(for: reader.index) else { continue }
      if let call = calls.first(where: { $0.index == reader.index }), isWanted(call) { continue }
      guard let target = returnTarget(for: entry) else { continue }
      steps.append(.detach(stream: reader.index, to: target.index))
    }
  }

  /// The source a stream goes back to: the one it came from, or what a new stream would get now.
  private func returnTarget(for entry: AttachmentLedger.Entry) -> Source? {
    let others = snapshot.sources.filter { $0.index != parts.source?.index }
    return others.first { $0.name == entry.origin } ?? others.first { $0.name == snapshot.info.defaultSource }
      ?? realMicrophone
  }

  private mutating func planMicrophone() {
    guard intent.isEnabled || !readers.isEmpty else {
      // The remap source goes first: without its sink PipeWire would link it to the desktop's sound.
      let modules = [parts.sourceModule] + parts.loopbacks.map(\.module) + [parts.sinkModule] + parts.strays
      steps += modules.compactMap { $0 }.map { .removeModule($0) }
      return
    }
    steps += parts.strays.map { .removeModule($0) }
    if parts.sink == nil {
      steps += [parts.sourceModule].compactMap { $0 }.map { .removeModule($0) }
      steps += parts.loopbacks.map { .removeModule($0.module) }
      steps += [.createSink, .createSource]
    } else if parts.source == nil {
      steps += [parts.sourceModule].compactMap { $0 }.map { .removeModule($0) }
      steps.append(.createSource)
    }
  }

  private mutating func planRealMicrophone(isDucked: Bool) {
    guard parts.sink != nil else { return }
    let isRead = readers.contains { !$0.isCorked }
    let isMuted = intent.isEnabled && intent.mode == .mute
    let wanted = isRead && !isMuted ? realMicrophone?.name : nil
    var kept: MicrophoneParts.Loopback?
    for loopback in parts.loopbacks {
      if kept == nil, loopback.microphone == wanted { kept = loopback } else { remove(loopback) }
    }
    if let kept {
      if let input = kept.sinkInput, let volume = kept.volume {
        let level = isDucked ? Self.duckedLevel : 0
        if abs(volume.decibels - level) > 0.1 {
          steps.append(.setLoopbackVolume(sinkInput: input, decibels: level))
        }
      }
    } else if let wanted {
      steps.append(.openRealMicrophone(wanted))
    }
  }

  private mutating func remove(_ loopback: MicrophoneParts.Loopback) {
    let step = Step.removeModule(loopback.module)
    if !steps.contains(step) { steps.append(step) }
  }

  /// The user's own microphone: the default source where that is a real one, else the first that is.
  var realMicrophone: Source? {
    let real = snapshot.sources.filter(microphone.isReal)
    return real.first { $0.name == snapshot.info.defaultSource } ?? real.first
  }

  private mutating func planAttaching(_ calls: [CallStream]) {
    guard parts.source != nil else { return }
    for call in calls where isWanted(call) && !call.isAttached {
      guard !ledger.left.contains(call.index), !ledger.unmovable.contains(call.index), !hasChosenOurs(call) else {
        continue
      }
      steps.append(.attach(stream: call.index, origin: call.source))
    }
  }

  /// PipeWire names the source that an app asked for, and shows the stream elsewhere until it is linked there.
  private func hasChosenOurs(_ call: CallStream) -> Bool {
    snapshot.sourceOutputs.first { $0.index == call.index }?.properties["target.object"] == microphone.sourceName
  }
}

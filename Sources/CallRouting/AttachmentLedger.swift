import PulseAudio

/// The origins of attached streams, and the streams that are left alone.
///
/// Saved before a stream is moved: after a crash the next agent can move it back.
public struct AttachmentLedger: Sendable, Equatable, Codable {
  /// A stream that was, or is about to be, moved to the virtual microphone.
  public struct Entry: Sendable, Equatable, Codable {
    /// The last observed state of the stream.
    public enum State: Sendable, Equatable, Codable {
      /// The move was asked for so many times and not seen yet: PipeWire answers before it has moved.
      case leaving(attempts: Int)
      /// It reads our source, of this index.
      case attached(source: UInt32)
      /// Its user moved it elsewhere; if it comes back, where it came from is still known.
      case left
      /// The move back to where it came from was asked for.
      case returning
    }

    /// The index of the source output.
    public var stream: UInt32
    /// The name of the source that it read before.
    public var origin: String
    /// The last observed state.
    public var state: State
  }

  /// The cookie of the server that the indexes belong to; another server, or another run of it, counts anew.
  public var server: UInt32?
  /// The streams that were moved.
  public var entries: [Entry] = []
  /// Streams that the server refuses to move.
  public var unmovable: Set<UInt32> = []

  /// Creates an empty ledger.
  public init() {}

  /// Streams that their user moved away from the virtual microphone.
  public var left: Set<UInt32> { Set(entries.filter { $0.state == .left }.map(\.stream)) }

  /// The entry of a stream.
  public func entry(for stream: UInt32) -> Entry? { entries.first { $0.stream == stream } }

  /// Returns whether a stream is about to be on our source.
  func isOnItsWay(_ stream: UInt32) -> Bool { if case .leaving = entry(for: stream)?.state { true } else { false } }

  /// Notes that a stream is about to be moved to our source; returns how often that was asked for.
  mutating func attach(_ stream: UInt32, origin: String) -> Int {
    guard let place = entries.firstIndex(where: { $0.stream == stream }) else {
      entries.append(Entry(stream: stream, origin: origin, state: .leaving(attempts: 1)))
      return 1
    }
    let attempts = if case .leaving(let attempts) = entries[place].state { attempts + 1 } else { 1 }
    entries[place].state = .leaving(attempts: attempts)
    return attempts
  }

  /// Notes that a stream is about to be moved back.
  mutating func detach(_ stream: UInt32) {
    guard let place = entries.firstIndex(where: { $0.stream == stream }) else { return }
    entries[place].state = .returning
  }

  /// Notes that the server refuses to move a stream.
  mutating func giveUp(on stream: UInt32) {
    unmovable.insert(stream)
    entries.removeAll { $0.stream == stream }
  }

  /// Lets the streams that their users moved away be attached again.
  mutating func forgetLeft() { entries.removeAll { $0.state == .left } }

  /// Brings the ledger up to date with what stands on the server.
  ///
  /// Streams that are gone are forgotten; one that was seen on our source and is elsewhere now, while our source is
  /// still the same, was moved by its user and is left alone; not so if our source `wasDefault` until then, because PipeWire
  /// lets a stream follow the default source that was moved there.
  mutating func observe(
    cookie: UInt32, streams: [(index: UInt32, source: UInt32)], ours: UInt32?, wasDefault: Bool = false
  ) {
    if server != cookie {
      self = AttachmentLedger()
      server = cookie
    }
    let sources = Dictionary(streams.map { ($0.index, $0.source) }, uniquingKeysWith: { first, _ in first })
    unmovable.formIntersection(sources.keys)
    if let ours { unmovable = unmovable.filter { sources[$0] != ours } }
    entries = entries.compactMap { entry in
      guard let source = sources[entry.stream] else { return nil }
      var entry = entry
      switch entry.state {
      case .returning: return source == ours ? entry : nil
      case _ where source == ours: entry.state = .attached(source: source)
      case .attached(let seen): entry.state = seen == ours && !wasDefault ? .left : .leaving(attempts: 0)
      case .leaving, .left: break
      }
      return entry
    }
  }

  /// Brings the ledger up to date with a snapshot that follows on another.
  mutating func observe(_ snapshot: ServerSnapshot, before: ServerSnapshot?, microphone: VirtualMicrophone) {
    let ours = MicrophoneParts(of: microphone, in: snapshot).source
    let wasDefault = before.map { $0.info.isPipeWire && $0.info.defaultSource == ours?.name } ?? false
    observe(
      cookie: snapshot.info.cookie, streams: snapshot.sourceOutputs.map { ($0.index, $0.source) }, ours: ours?.index,
      wasDefault: wasDefault)
  }
}

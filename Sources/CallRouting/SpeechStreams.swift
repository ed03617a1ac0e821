import PulseAudio

/// The streams that speech is written to, each pinned to its sink: one that follows the default output would follow it
/// into the call.
actor SpeechStreams {
  /// The listeners of a stream.
  enum Role: Sendable {
    /// The call, through the virtual microphone.
    case call
    /// The user, beside the call.
    case hearing
    /// The user alone.
    case preview
  }

  private struct Pinned {
    let stream: PlaybackStream
    let sink: String?
    /// Its number among the server's sink inputs; `nil` until it is known.
    var index: UInt32?
  }

  private let link: ServerLink
  private let microphone: VirtualMicrophone
  private var streams: [Role: Pinned] = [:]

  init(link: ServerLink, microphone: VirtualMicrophone) {
    self.link = link
    self.microphone = microphone
  }

  /// The number of the stream into the call among the server's sink inputs; its changes are our own doing.
  var callIndex: UInt32? { streams[.call]?.index }

  /// The sink of a stream.
  func sink(of role: Role) -> String? { streams[role]?.sink }

  /// Returns a stream that is open, on whichever sink.
  func open(_ role: Role) async -> PlaybackStream? {
    guard let pinned = streams[role], await pinned.stream.isOpen else { return nil }
    return pinned.stream
  }

  /// Returns the open stream on a sink, on the default one for `nil`; opens it if it is not there.
  func stream(_ role: Role, on sink: String?) async throws(CallAudioError) -> PlaybackStream {
    let old = streams[role]
    if let old, old.sink == sink, await old.stream.isOpen { return old.stream }
    let stream = try await openStream(on: sink)
    if let other = streams[role], other.stream !== old?.stream {
      // Another caller was faster.
      await stream.close()
      return other.stream
    }
    streams[role] = Pinned(stream: stream, sink: sink)
    await old?.stream.close()
    let index = await stream.index
    if streams[role]?.stream === stream { streams[role]?.index = index }
    return stream
  }

  private func openStream(on sink: String?) async throws(CallAudioError) -> PlaybackStream {
    guard let server = await link.connection?.server else { throw .noServer(reason: "the connection was lost") }
    var settings = PlaybackSettings(name: "Speech", sink: sink)
    settings.properties = [VirtualMicrophone.marker: microphone.instance]
    settings.isThrifty = await link.isPipeWire == false
    do {
      return try await server.openPlayback(settings)
    } catch {
      throw CallAudioError(error)
    }
  }

  /// Closes a stream.
  func close(_ role: Role) async { await streams.removeValue(forKey: role)?.stream.close() }

  /// Forgets all streams, which ended with their server.
  func forget() { streams = [:] }

  /// Opens the stream into the call before the first word needs it, and closes streams that no call needs or that would
  /// lead into one.
  func update(for view: CallView) async {
    if view.reachable.isEmpty { await close(.call) } else { await prepare(.call, on: microphone.sinkName) }
    let hearingSink = view.hearingSink
    if let hearing = streams[.hearing], hearing.sink != hearingSink { await close(.hearing) }
    if let hearingSink { await prepare(.hearing, on: hearingSink) }
    if let preview = streams[.preview], view.routes?.leadsIntoCall(named: preview.sink) ?? false {
      await close(.preview)
    }
  }

  private func prepare(_ role: Role, on sink: String) async {
    // A failure is met again, and reported, by the text that needs the stream.
    do { _ = try await stream(role, on: sink) } catch {}
  }
}

/// The output on which the user hears speech beside the call.
public struct EchoOutput: Sendable {
  /// The stream.
  package let stream: PlaybackStream
  /// The factor for each sample.
  package let gain: Float
}

import PulseAudio

/// The ways that sound takes on a server, from sink to sink through what modules link.
enum SoundPath {
  /// Tells whether what is played on one sink gets to another: it is that one, or a monitor, a loopback, a remapped or a
  /// combined device leads there.
  static func leads(from sink: UInt32, to target: UInt32, in snapshot: ServerSnapshot) -> Bool {
    var seen: Set<UInt32> = []
    var ahead = [sink]
    while let next = ahead.popLast() {
      if next == target { return true }
      if seen.insert(next).inserted { ahead += sinks(after: next, in: snapshot) }
    }
    return false
  }

  private static func sinks(after sink: UInt32, in snapshot: ServerSnapshot) -> [UInt32] {
    // What is combined or remapped plays on its masters, by streams of its own module.
    let owner = snapshot.sinks.first { $0.index == sink }?.ownerModule
    var modules = Set([owner].compactMap(\.self))
    for source in sources(after: sink, in: snapshot) {
      modules.formUnion(readers(of: source, in: snapshot))
    }
    return snapshot.sinkInputs.filter { input in
      input.client == nil && input.ownerModule.map(modules.contains) ?? false
    }.map(\.sink)
  }

  /// The monitor of a sink, and the sources that are made of it.
  private static func sources(after sink: UInt32, in snapshot: ServerSnapshot) -> Set<UInt32> {
    var reached: Set<UInt32> = []
    var ahead = snapshot.sources.filter { $0.monitorOfSink == sink }.map(\.index)
    while let next = ahead.popLast() {
      guard reached.insert(next).inserted else { continue }
      let modules = readers(of: next, in: snapshot)
      ahead += snapshot.sources.filter { source in
        source.monitorOfSink == nil && source.ownerModule.map(modules.contains) ?? false
      }.map(\.index)
    }
    return reached
  }

  /// The modules that read a source.
  ///
  /// PulseAudio names one for the streams of its clients too, which is that of the socket.
  private static func readers(of source: UInt32, in snapshot: ServerSnapshot) -> Set<UInt32> {
    Set(snapshot.sourceOutputs.filter { $0.source == source && $0.client == nil }.compactMap(\.ownerModule))
  }
}

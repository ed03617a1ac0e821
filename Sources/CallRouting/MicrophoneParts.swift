import PulseAudio

/// The parts of a virtual microphone that a snapshot shows on the server.
public struct MicrophoneParts: Sendable, Equatable {
  /// A loopback of ours.
  public struct Loopback: Sendable, Equatable {
    /// The index of its module.
    public let module: UInt32
    /// The name of the real microphone that it brings in.
    public let microphone: String
    /// The index of its stream into our sink, while there is one.
    public let sinkInput: UInt32?
    /// The volume of that stream in decibels below full.
    public let volume: Volume?
  }

  /// The module of our null sink.
  public let sinkModule: UInt32?
  /// Our null sink.
  public let sink: Sink?
  /// The module of our remap source.
  public let sourceModule: UInt32?
  /// Our remap source.
  public let source: Source?
  /// Our loopbacks; one, unless something went wrong.
  public let loopbacks: [Loopback]
  /// Further modules of ours that nothing uses: a second sink or source of the same arguments.
  public let strays: [UInt32]
  /// An object of somebody else that has one of our names.
  public let conflict: String?

  /// A Boolean value that indicates whether call apps can read the microphone.
  public var isComplete: Bool { sink != nil && source != nil && conflict == nil }

  /// Finds the parts of `microphone` in a snapshot, by the modules' arguments and the objects' marks.
  public init(of microphone: VirtualMicrophone, in snapshot: ServerSnapshot) {
    let sinkModules = snapshot.modules.filter {
      $0.name == "module-null-sink" && Self.isOurs($0, arguments: microphone.sinkArguments)
    }
    let sourceModules = snapshot.modules.filter {
      $0.name == "module-remap-source" && Self.isOurs($0, arguments: microphone.sourceArguments)
    }
    let sinks = snapshot.sinks.filter { $0.name == microphone.sinkName }
    let sources = snapshot.sources.filter { $0.name == microphone.sourceName }
    let sink = sinks.first { sink in sinkModules.contains { $0.index == sink.ownerModule } }
    let source = sources.first { source in sourceModules.contains { $0.index == source.ownerModule } }
    self.sink = sink
    self.source = source
    sinkModule = sink?.ownerModule ?? sinkModules.first?.index
    sourceModule = source?.ownerModule ?? sourceModules.first?.index
    strays = (sourceModules + sinkModules).map(\.index).filter { [sinkModule, sourceModule] in
      $0 != sinkModule && $0 != sourceModule
    }
    let foreignSink = sinks.first {
      $0.index != sink?.index && !sinkModules.map(\.index).contains($0.ownerModule ?? .max)
    }
    let foreignSource = sources.first {
      $0.index != source?.index && !sourceModules.map(\.index).contains($0.ownerModule ?? .max)
    }
    conflict = foreignSink.map { "sink \($0.name)" } ?? foreignSource.map { "source \($0.name)" }
    loopbacks = Self.loopbacks(of: microphone, in: snapshot)
  }

  private static func isOurs(_ module: Module, arguments: ModuleArguments) -> Bool {
    module.argument == arguments.description
  }

  private static func loopbacks(of microphone: VirtualMicrophone, in snapshot: ServerSnapshot) -> [Loopback] {
    snapshot.modules.filter { $0.name == "module-loopback" }.compactMap { module in
      let argument = module.argument
      guard argument.hasPrefix("source=") else { return nil }
      let name = String(argument.dropFirst("source=".count).prefix { $0 != " " })
      do {
        let arguments = try microphone.loopbackArguments(microphone: name, isPipeWire: snapshot.info.isPipeWire)
        guard isOurs(module, arguments: arguments) else { return nil }
      } catch {
        // A name that no argument of ours can carry is in none of them.
        return nil
      }
      let input = snapshot.sinkInputs.first { $0.ownerModule == module.index }
      return Loopback(module: module.index, microphone: name, sinkInput: input?.index, volume: input?.volume)
    }
  }
}

import PulseAudio

/// The names and module arguments of the microphone that call apps read, and how to find it on a server.
///
/// Three modules make it: a null sink takes the speech and the real microphone, a remap source of its monitor is what
/// apps read, and a loopback brings the real microphone in while somebody reads.
public struct VirtualMicrophone: Sendable, Equatable {
  /// The property that marks what belongs to an instance; its value is the instance's name.
  public static let marker = "speakcall.instance"

  /// The delay of the real microphone on its way through PulseAudio's loopback, in milliseconds.
  ///
  /// 20 ms cost 1.3–3.6 % of a core; 5 ms cost twice that, and near 1 ms voices are known to turn robotic.
  static let loopbackLatency = 20

  /// The name of the instance: `default` unless `SPEAKCALL_INSTANCE` says otherwise.
  public let instance: String

  /// The name of the sink that takes the speech.
  public let sinkName: String
  /// The name of the source that call apps read.
  public let sourceName: String
  /// The description under which call apps list the source.
  public let description: String
  /// The arguments of the null sink.
  let sinkArguments: ModuleArguments
  /// The arguments of the remap source.
  let sourceArguments: ModuleArguments

  /// Creates the names for an instance, whose name has only characters that need no quoting.
  public init(instance: String?) throws(PulseError) {
    let suffix = instance.map { " (\($0))" } ?? ""
    self.instance = instance ?? "default"
    sinkName = instance.map { "speakcall_\($0)" } ?? "speakcall"
    sourceName = sinkName + "_mic"
    description = "SpeakCall Microphone" + suffix
    sinkArguments = try Self.sinkArguments(name: sinkName, description: "SpeakCall" + suffix, instance: self.instance)
    sourceArguments = try Self.sourceArguments(
      name: sourceName, sink: sinkName, description: description, instance: self.instance)
  }

  /// The arguments of the loopback that brings in the source `microphone`; pinned, because an unpinned one follows the
  /// default source, which may become our own.
  ///
  /// PipeWire's loopback has no delay unless it is asked for one, and 0.3.65 plays uninitialized memory for that long
  /// first: a pop at full scale.
  func loopbackArguments(microphone: String, isPipeWire: Bool) throws(PulseError) -> ModuleArguments {
    var arguments = ModuleArguments()
    try arguments.add("source", microphone)
    try arguments.add("sink", sinkName)
    try arguments.add("source_dont_move", "true")
    try arguments.add("sink_dont_move", "true")
    try arguments.add("channels", 1)
    try arguments.add("channel_map", "mono")
    if !isPipeWire { try arguments.add("latency_msec", Self.loopbackLatency) }
    try arguments.add("source_output_properties", properties: [Self.marker: instance])
    try arguments.add("sink_input_properties", properties: [Self.marker: instance])
    return arguments
  }

  /// `norewinds=1` keeps PulseAudio from rendering up to two seconds ahead; the timeout of −1 keeps the sink from
  /// being suspended, because a sink that resumes eats the first sound.
  private static func sinkArguments(name: String, description: String, instance: String) throws(PulseError)
    -> ModuleArguments
  {
    var arguments = ModuleArguments()
    try arguments.add("sink_name", name)
    try arguments.add("format", "s16le")
    try arguments.add("rate", 48_000)
    try arguments.add("channels", 1)
    try arguments.add("channel_map", "mono")
    try arguments.add("norewinds", 1)
    try arguments.add(
      "sink_properties",
      properties: ["device.description": description, marker: instance, "module-suspend-on-idle.timeout": "-1"])
    return arguments
  }

  /// The mono maps keep PipeWire from making the source stereo and 3 dB too loud.
  private static func sourceArguments(
    name: String, sink: String, description: String, instance: String
  ) throws(PulseError) -> ModuleArguments {
    var arguments = ModuleArguments()
    try arguments.add("source_name", name)
    try arguments.add("master", sink + ".monitor")
    try arguments.add("channels", 1)
    try arguments.add("channel_map", "mono")
    try arguments.add("master_channel_map", "mono")
    try arguments.add("source_properties", properties: ["device.description": description, marker: instance])
    return arguments
  }
}

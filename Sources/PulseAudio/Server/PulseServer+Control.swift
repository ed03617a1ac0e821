import CPulse

// What changes the server.
extension PulseServer {
  /// Loads a module; returns its index.
  ///
  /// PipeWire accepts unknown arguments and devices that do not exist: look at what was made.
  public func loadModule(_ name: String, arguments: ModuleArguments) async throws(PulseError) -> UInt32 {
    let request = Request<UInt32>("load \(name) \(arguments)", on: connection) { context, userdata in
      pa_context_load_module(
        context, name, arguments.description, { Request<UInt32>.receive(index: $1, $2) }, userdata)
    }
    return try await request.value()
  }

  /// Unloads a module.
  public func unloadModule(_ index: UInt32) async throws(PulseError) {
    try await connection.perform("unload module \(index)") { context, userdata in
      pa_context_unload_module(context, index, requestDone, userdata)
    }
  }

  /// Lets a recording stream read from another source.
  ///
  /// PipeWire answers before the stream has moved: the change event confirms it. A stream that must not be moved is
  /// refused with `PA_ERR_INVALID`, an unknown one with `PA_ERR_NOENTITY`.
  public func moveSourceOutput(_ index: UInt32, toSource source: UInt32) async throws(PulseError) {
    try await connection.perform("move source output \(index) to source \(source)") { context, userdata in
      pa_context_move_source_output_by_index(context, index, source, requestDone, userdata)
    }
  }

  /// Sets the volume of a source.
  public func setVolume(ofSource index: UInt32, to volume: Volume) async throws(PulseError) {
    try await connection.perform("set the volume of source \(index)") { context, userdata in
      withUnsafePointer(to: volume.native) {
        pa_context_set_source_volume_by_index(context, index, $0, requestDone, userdata)
      }
    }
  }

  /// Silences a source, or ends its silence.
  public func setMuted(_ isMuted: Bool, source index: UInt32) async throws(PulseError) {
    try await connection.perform("\(isMuted ? "mute" : "unmute") source \(index)") { context, userdata in
      pa_context_set_source_mute_by_index(context, index, isMuted ? 1 : 0, requestDone, userdata)
    }
  }

  /// Sets the volume of a playing stream.
  public func setVolume(ofSinkInput index: UInt32, to volume: Volume) async throws(PulseError) {
    try await connection.perform("set the volume of sink input \(index)") { context, userdata in
      withUnsafePointer(to: volume.native) {
        pa_context_set_sink_input_volume(context, index, $0, requestDone, userdata)
      }
    }
  }

  /// Silences a playing stream, or ends its silence.
  public func setMuted(_ isMuted: Bool, sinkInput index: UInt32) async throws(PulseError) {
    try await connection.perform("\(isMuted ? "mute" : "unmute") sink input \(index)") { context, userdata in
      pa_context_set_sink_input_mute(context, index, isMuted ? 1 : 0, requestDone, userdata)
    }
  }
}

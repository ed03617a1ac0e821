import CPulse

/// A part that the server has loaded.
public struct Module: Sendable, Equatable {
  /// The index by which requests name the module; PipeWire uses one again after an unload.
  public let index: UInt32
  /// The kind of module, such as `module-null-sink`.
  public let name: String
  /// The arguments it was loaded with, as they were given.
  public let argument: String
  /// The module's properties, such as its author.
  public let properties: [String: String]
}

extension Module {
  init(_ info: pa_module_info) {
    self.init(
      index: info.index, name: String(info.name), argument: String(info.argument), properties: .init(info.proplist))
  }
}

import CPulse
import Glibc

extension [String: String] {
  /// The text properties of a libpulse property list; binary ones are left out.
  init(_ list: OpaquePointer?) {
    self.init()
    guard let list else { return }
    var state: UnsafeMutableRawPointer?
    while let key = pa_proplist_iterate(list, &state) {
      if let value = pa_proplist_gets(list, key) { self[String(cString: key)] = String(cString: value) }
    }
  }

  /// Calls `body` with these properties as a libpulse property list, which is freed afterwards.
  func withPropertyList<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
    let list = pa_proplist_new()
    defer { pa_proplist_free(list) }
    for (key, value) in self { pa_proplist_sets(list, key, value) }
    return body(list)
  }

  /// The process that said of itself that it owns the stream or connection.
  var processID: pid_t? {
    self["application.process.id"].flatMap { pid_t($0) }
  }
}

extension String {
  /// The text at `pointer`, empty when there is none.
  init(_ pointer: UnsafePointer<CChar>?) {
    self = pointer.map { String(cString: $0) } ?? ""
  }
}

extension UInt32 {
  /// The index, or nil for libpulse's `PA_INVALID_INDEX`.
  var validIndex: UInt32? {
    self == .max ? nil : self
  }
}

import Glibc

extension OwnFolder {
  /// Removes a file with what was set aside of it and what writers that were killed have left, if there is any.
  ///
  /// Only for use under ``whileLocked(_:_:)``, for it would remove what another process is writing.
  public func erase(_ name: String) throws(FileError) {
    let lock = Self.lockName(name)
    for entry in try entries()
    where entry == name || entry.hasPrefix("\(name).damaged-") || entry.hasPrefix(".\(name).") && entry != lock {
      try remove(entry)
    }
  }

  private func entries() throws(FileError) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let list = fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw .system("read the folder", path, code: code)
    }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) { names.append(entry.name) }
    return names
  }
}

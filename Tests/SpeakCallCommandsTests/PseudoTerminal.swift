import Foundation

/// A terminal with the test in the user's place.
final class PseudoTerminal {
  /// The end that a program uses.
  let terminal: Int32
  private let user: Int32

  /// `TIOCSPTLCK` and `TIOCGPTN` of `asm-generic/ioctls.h`, which Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init() throws {
    user = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var lock: Int32 = 0
    var number: Int32 = 0
    guard ioctl(user, Self.setLock, &lock) == 0, ioctl(user, Self.getNumber, &number) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    var size = winsize(ws_row: 24, ws_col: 63, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(user, UInt(TIOCSWINSZ), &size) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit {
    close(terminal)
    close(user)
  }

  /// Types keys.
  func type(_ keys: String) {
    precondition(write(user, keys, keys.utf8.count) == keys.utf8.count)
  }

  /// What has appeared since the last look, up to a text; everything there is when the text does not come.
  func shown(until end: String) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var ready = pollfd(fd: user, events: Int16(POLLIN), revents: 0)
    while !bytes.ends(with: end.utf8), poll(&ready, 1, 10_000) == 1, read(user, &byte, 1) == 1 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func ends(with end: String.UTF8View) -> Bool { suffix(end.count).elementsEqual(end) }
}

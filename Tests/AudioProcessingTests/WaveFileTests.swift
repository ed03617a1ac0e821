import Foundation
import TestSupport
import Testing

@testable import AudioProcessing
@testable import SystemSupport

struct WaveFileTests {
  @Test func writesAHeaderThatTellsTheSize() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.wav"
    var file = try WaveFile(
      OutputFile.replacing(path), information: .init(title: "Grüße", comment: String(repeating: "x", count: 300)))
    try file.write([1, -2, 32767])
    try file.writeSilence(seconds: 1.5)
    let frames = file.frames
    #expect(frames == 72_003)
    try file.finish()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(number(bytes, 4) == bytes.count - 8)
    let chunks = chunks(of: bytes)
    #expect(chunks.map(\.tag) == ["fmt ", "LIST", "data"])
    #expect(chunks[0].content == [1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0])
    #expect(chunks[2].content.prefix(6) == [1, 0, 0xFE, 0xFF, 0xFF, 0x7F])
    #expect(chunks[2].content.count == 144_006)
    let list = String(decoding: chunks[1].content, as: UTF8.self)
    #expect(list.hasPrefix("INFOINAM") && list.contains("Grüße\0") && list.contains("speakcall \(Version.current)\0"))
    #expect(list.count { $0 == "x" } == 200)
  }

  @Test func isOpenEndedInAPipe() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    try write(to: ends[1])
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &bytes, bytes.count)
    #expect(number(bytes, 4) == UInt32.max)
    #expect(bytes[..<count].suffix(8) == [0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 2, 0])
  }

  private func write(to descriptor: Int32) throws {
    var file = try WaveFile(OutputFile.replacing("/dev/fd/\(descriptor)"), information: .init(), limit: 0)
    try file.write([1, 2])
    try file.finish()
    close(descriptor)
  }

  @Test func refusesMoreThanFits() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.wav"
    func write() throws {
      var file = try WaveFile(OutputFile.replacing(path), information: .init(), limit: 96_000 * 36)
      try file.writeSilence(seconds: 37)
    }
    #expect(throws: WaveError.tooLong(path: path, hours: 0.01)) { try write() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  private func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func chunks(of bytes: [UInt8]) -> [(tag: String, content: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var place = 12
    while place + 8 <= bytes.count {
      let size = Int(number(bytes, place + 4))
      chunks.append(
        (String(decoding: bytes[place..<place + 4], as: UTF8.self), Array(bytes[(place + 8)..<(place + 8 + size)])))
      place += 8 + size + size % 2
    }
    return chunks
  }
}

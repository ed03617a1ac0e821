import Glibc
import Synchronization

/// A program that records a source, 48 kHz mono in 16 bits, in fragments of 10 ms.
public final class Recorder: Sendable {
  private struct Recording {
    var frames = 0
    var heard: [Int16] = []
    var pauses: [Int] = []
    var silence = 0
  }

  private let process: SupervisedProcess
  private let path: String
  private let recording = Mutex(Recording())

  /// Starts recording `source`; returns when the first samples have come.
  public init(_ source: String, on server: PrivateSoundServer) async throws {
    let path = "\(server.directory.path)/recording-\(UInt64.random(in: 0 ... .max))"
    self.path = path
    process = try SupervisedProcess(
      [
        "parec", "--device=\(source)", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=10", "--raw",
      ], environment: server.environment, output: path, errors: path + ".errors")
    try await eventually("\(source) is recorded (\(path).errors)") { try frames() > 0 }
  }

  /// The number of frames recorded so far.
  public func frames() throws -> Int {
    try update { $0.frames }
  }

  /// The samples recorded so far that are not silence.
  public func heard() throws -> [Int16] {
    try update { $0.heard }
  }

  /// The silences so far between two samples that are not silence, in frames.
  public func pauses() throws -> [Int] {
    try update { $0.pauses }
  }

  /// Waits until `count` samples that are not silence have been recorded; returns all of them.
  public func heard(count: Int) async throws -> [Int16] {
    try await eventually("\(count) samples are heard (\(path))") { try update { $0.heard.count } >= count }
    return try heard()
  }

  /// Waits until more frames have been recorded.
  public func more(frames count: Int) async throws {
    let end = try frames() + count
    try await eventually("\(end) frames are recorded (\(path))") { try frames() >= end }
  }

  private func update<Value: Sendable>(_ body: (Recording) -> Value) throws -> Value {
    try recording.withLock { recording in
      let bytes = try readFile(path, from: 2 * recording.frames)
      bytes.withUnsafeBytes { raw in
        for frame in 0..<raw.count / 2 {
          let sample = raw.loadUnaligned(fromByteOffset: 2 * frame, as: Int16.self)
          if sample == 0 {
            recording.silence += 1
          } else {
            if recording.silence > 0, !recording.heard.isEmpty { recording.pauses.append(recording.silence) }
            recording.silence = 0
            recording.heard.append(sample)
          }
        }
      }
      recording.frames += bytes.count / 2
      return body(recording)
    }
  }
}

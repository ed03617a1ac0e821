import CSoxr

/// The format of everything that is played into the virtual microphone: 48 kHz, mono, 16 bits.
public enum AudioFormat {
  /// Samples per second.
  public static let sampleRate = 48_000
}

/// A converter of mono speech to 48 kHz that uses libsoxr's "high quality" (20 bits).
///
/// The output is not delayed, and with the samples of ``flush()`` it is as long as the input.
package final class Resampler {
  /// Samples per second of the input.
  package let inputRate: Int

  private let soxr: soxr_t

  /// Creates a converter for an input rate.
  package init(inputRate: Int) throws(ResamplerError) {
    var error: soxr_error_t?
    var quality = soxr_quality_spec(UInt(SOXR_20_BITQ), 0)
    guard
      let soxr = soxr_create(Double(inputRate), Double(AudioFormat.sampleRate), 1, &error, nil, &quality, nil),
      error == nil
    else {
      throw ResamplerError(reason: error.map { String(cString: $0) } ?? "libsoxr failed at \(inputRate) Hz")
    }
    self.soxr = soxr
    self.inputRate = inputRate
  }

  deinit {
    soxr_delete(soxr)
  }

  /// Processes samples and returns the output available so far.
  package func process(_ samples: [Float]) throws(ResamplerError) -> [Float] {
    var output: [Float] = []
    var taken = 0
    while taken < samples.count {
      taken += try run(samples[taken...], into: &output)
    }
    return output
  }

  /// Returns the rest of the output; nothing can be processed afterwards.
  package func flush() throws(ResamplerError) -> [Float] {
    var output: [Float] = []
    var before: Int
    repeat {
      before = output.count
      try run(nil, into: &output)
    } while output.count > before
    return output
  }

  /// Runs the resampler once and returns how many samples it took; pass `nil` after the last ones.
  @discardableResult
  private func run(_ samples: ArraySlice<Float>?, into output: inout [Float]) throws(ResamplerError) -> Int {
    let room = max(4096, (samples?.count ?? 0) * AudioFormat.sampleRate / inputRate + 1)
    var taken = 0
    var error: soxr_error_t?
    output += [Float](unsafeUninitializedCapacity: room) { buffer, made in
      if let samples {
        error = samples.withUnsafeBufferPointer {
          soxr_process(soxr, $0.baseAddress, $0.count, &taken, buffer.baseAddress, room, &made)
        }
      } else {
        error = soxr_process(soxr, nil, 0, nil, buffer.baseAddress, room, &made)
      }
    }
    if let error {
      throw ResamplerError(reason: String(cString: error))
    }
    return taken
  }
}

/// A failure of libsoxr.
package struct ResamplerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The cause, as libsoxr reports it.
  package let reason: String

  /// One line: what failed and why.
  package var description: String { "could not convert the sample rate: \(reason)" }
}

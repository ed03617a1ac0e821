import CSoxr

/// Converts mono speech to 48 kHz with libsoxr's "high quality" (20 bits).
///
/// The output is not delayed against the input, and nothing is lost: what ``flush()`` returns at the end makes it as long
/// as the input. At one rate it must be used from one thread at a time, like any value that is not `Sendable`.
package final class Resampler {
  /// The rate of what goes in.
  package let inputRate: Int

  private let soxr: soxr_t

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

  /// Takes samples and returns those that can be computed so far.
  package func process(_ samples: [Float]) throws(ResamplerError) -> [Float] {
    var output: [Float] = []
    var taken = 0
    while taken < samples.count {
      taken += try run(samples[taken...], into: &output)
    }
    return output
  }

  /// Returns the rest; nothing can be processed afterwards.
  package func flush() throws(ResamplerError) -> [Float] {
    var output: [Float] = []
    var before: Int
    repeat {
      before = output.count
      try run(nil, into: &output)
    } while output.count > before
    return output
  }

  /// Runs the resampler once and returns how many samples it took; `nil` says that no more will come.
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
package struct ResamplerError: Error, Sendable, Equatable {
  /// The cause, as libsoxr gives it.
  package let reason: String
}

import Glibc
import SpeakCallProtocol

/// The turn of an utterance.
extension SpeechQueue {
  /// The pause between two utterances that follow on each other, where none is asked for: a breath, as between sentences.
  private static let breath = 0.2

  /// Speaks an utterance whose turn has come, to the last sample being written.
  func speak(_ utterance: Utterance) async {
    let epoch = self.epoch
    do throws(Interruption) {
      do { try await gate() } catch { throw Self.interruption(error) }
      try await writeSilence(seconds: await pause(before: utterance), epoch: epoch)
      guard utterance.cancelReason == nil else { return }
      guard epoch == self.epoch else { throw .cut }
      sounding.append(utterance)
      await tellWhetherSpeaking()
      try await write(utterance, epoch: epoch)
    } catch {
      guard utterance.cancelReason == nil else { return }
      switch error {
      case .cut: speakAgain(utterance)
      case .lost(let reason):
        speakAgain(utterance)
        await hold(for: .serverLost, because: .call(.noServer(reason: reason)))
        await becomeHeardIfOpen()
      case .refused(_, .callEnded) where keepsAfterCall():
        // Whoever writes may meet the end of the call before anybody tells of it.
        speakAgain(utterance)
        await hold(for: .callOnHold)
        await becomeHeardIfOpen()
      case .refused(let refusal, let reason):
        let isHeard = sounding.contains { $0 === utterance }
        end(utterance, reason, because: refusal)
        if isHeard { await cut() }
      }
    }
  }

  /// The seconds of silence that are missing before an utterance.
  private func pause(before utterance: Utterance) async -> Double {
    guard !utterance.hasBegun else { return 0 }
    let wanted = utterance.request.pauseBefore
    if await injector.isSounding { return wanted ?? Self.breath }
    // What one caller says next may come late: the pause has then begun already.
    guard let wanted, let lastEnd, lastEnd.connection == utterance.owner.connection else { return 0 }
    return max(0, wanted - (Self.now - lastEnd.clock))
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension SayRequest {
  /// The longest pause before an utterance, in seconds.
  private static let longestPause = 3600.0

  /// Fails when a value is not one that can be spoken with.
  func check() throws(AgentError) {
    guard let pauseBefore, !(0...Self.longestPause).contains(pauseBefore) else { return }
    throw .pauseOutOfRange(seconds: "\(pauseBefore)", longest: Int(Self.longestPause))
  }
}

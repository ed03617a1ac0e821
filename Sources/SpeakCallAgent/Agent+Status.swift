import CallRouting
import Glibc
import SpeakCallProtocol
import SystemSupport

/// What the agent tells of itself and of the calls.
extension Agent {
  /// The report of this moment, read from the server anew.
  func report() async -> StatusReport {
    let audio = await self.audio.look()
    let decision = permission.decision()
    let queue = await speech()
    var problems = audio.problems
    if let stateProblem { problems.append(stateProblem) }
    return StatusReport(
      permission: decision.permission, permissionReason: decision.reason,
      injection: .init(
        enabled: audio.intent.isEnabled, microphone: audio.intent.mode,
        applications: audio.intent.applications.isEmpty ? nil : audio.intent.applications,
        hear: audio.intent.hear == nil ? nil : true, hearLevel: audio.intent.hear, advice: audio.hearingAdvice),
      calls: audio.calls.map { call in
        StatusReport.Call(
          application: call.application, binary: call.binary, pid: call.processID, state: call.state,
          source: call.source, attached: call.isAttached, movable: !audio.unmovable.contains(call.index),
          reason: call.reason, advice: advice(on: call, audio))
      },
      others: audio.others.map { .init(application: $0.application, binary: $0.binary, reason: $0.reason) },
      virtualMicrophone: .init(
        present: audio.isPresent, readers: audio.readers, realMicrophone: audio.realMicrophone),
      speech: queue,
      server: .init(name: audio.serverName, version: audio.serverVersion, connected: audio.serverName != nil),
      agent: .init(pid: getpid(), version: Version.current, unconfined: unconfined.isEmpty ? nil : unconfined),
      problems: problems.isEmpty ? nil : problems)
  }

  private func advice(on call: CallStream, _ audio: CallAudio.Look) -> String? {
    guard audio.intent.isEnabled, !call.isAttached else { return nil }
    if audio.unmovable.contains(call.index) {
      return "choose \(self.audio.microphone.description) as the microphone in \(call.application)"
    }
    if audio.left.contains(call.index) { return "moved away by hand; it is left there until the next call" }
    return nil
  }

  /// What is being said into the call or, failing that, as a preview.
  private func speech() async -> StatusReport.Speech {
    let report = await call.queue.report
    return report.state == .idle && report.queued == 0 ? await preview.queue.report : report
  }
}

import CallRouting
import Glibc
import SystemSupport
import UserData

extension StatusReport {
  /// Creates the report of the agent that is this process.
  package init(
    audio: CallAudioStatus, microphone: VirtualMicrophone, permission: PermissionDecision, speech: Speech,
    unconfined: [String], problems: [String]
  ) {
    let problems = audio.problems + problems
    self.init(
      permission: permission.permission, permissionReason: permission.reason,
      injection: .init(
        enabled: audio.intent.isEnabled, microphone: audio.intent.mode,
        applications: audio.intent.applications.isEmpty ? nil : audio.intent.applications,
        hear: audio.intent.hear == nil ? nil : true, hearLevel: audio.intent.hear, advice: audio.hearingAdvice),
      calls: audio.calls.map { call in
        Call(
          application: call.application, binary: call.binary, pid: call.processID, state: call.state,
          source: call.source, attached: call.isAttached, movable: !audio.unmovable.contains(call.index),
          reason: call.reason, advice: Self.advice(on: call, audio, microphone))
      },
      others: audio.others.map { .init(application: $0.application, binary: $0.binary, reason: $0.reason) },
      virtualMicrophone: .init(
        present: audio.isPresent, readers: audio.readers, realMicrophone: audio.realMicrophone),
      speech: speech,
      server: .init(name: audio.serverName, version: audio.serverVersion, connected: audio.serverName != nil),
      agent: .init(pid: getpid(), version: Version.current, unconfined: unconfined.isEmpty ? nil : unconfined),
      problems: problems.isEmpty ? nil : problems)
  }

  private static func advice(
    on call: CallStream, _ audio: CallAudioStatus, _ microphone: VirtualMicrophone
  ) -> String? {
    guard audio.intent.isEnabled, !call.isAttached else { return nil }
    if audio.unmovable.contains(call.index) {
      return "choose \(microphone.description) as the microphone in \(call.application)"
    }
    return audio.left.contains(call.index) ? "moved away by hand; it is left there until the next call" : nil
  }
}

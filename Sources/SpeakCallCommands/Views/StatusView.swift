import SpeakCallProtocol
import UserData

/// The status for a person: a pure function of the report.
struct StatusView {
  private static let column = 13
  /// The most queued texts that are listed.
  private static let mostQueued = 5

  let report: StatusReport
  let colour: Bool

  /// The lines, at least one for each part of the report.
  var lines: [String] {
    var lines = row("Permission", [permission], permissionStyle)
    lines += row("Injection", [injection], report.injection.enabled ? .green : nil)
    lines += row("", report.injection.advice.map { ["  → \($0)"] } ?? [])
    lines += row("Calls", report.calls.isEmpty ? ["none"] : report.calls.flatMap(call))
    if !report.others.isEmpty { lines += row("Not calls", report.others.map(other)) }
    lines += row("Microphone", [microphone])
    lines += row("Speech", [speech])
    lines += row("Queue", queue)
    lines += row("Server", [server], report.server.connected ? nil : .red)
    lines += row("Agent", ["version \(report.agent.version), process \(report.agent.pid)"])
    if let problems = report.problems, !problems.isEmpty { lines += row("Problems", problems, .red) }
    return lines
  }

  private func row(_ label: String, _ values: [String], _ style: TextStyle? = nil) -> [String] {
    values.enumerated().map { index, value in
      let name = index == 0 ? label : ""
      let padding = String(repeating: " ", count: Self.column - name.count)
      let heading = name.isEmpty ? "" : TextStyle.bold.applied(to: name, colour: colour)
      let safe = TerminalText.sanitized(value)
      return heading + padding + (style?.applied(to: safe, colour: colour) ?? safe)
    }
  }

  private var permission: String {
    let words =
      switch report.permission {
      case .serviceDisabled: "disabled by the administrator"
      case .undetermined: "undecided; grant it with: speakcall permission grant"
      case .granted, .denied: report.permission.rawValue
      }
    return words + (report.permissionReason.map { " (\($0))" } ?? "")
  }

  private var permissionStyle: TextStyle? {
    switch report.permission {
    case .granted: .green
    case .undetermined: .yellow
    case .denied, .serviceDisabled: .red
    }
  }

  private var injection: String {
    guard report.injection.enabled else { return "off; enable it with: speakcall enable" }
    let sound =
      switch report.injection.microphone {
      case .mix: "speech and the real microphone"
      case .duck: "speech, with the real microphone turned down meanwhile"
      case .mute: "speech alone"
      }
    return "on, calls hear \(sound)" + (report.injection.hear == true ? "; you hear the speech too" : "")
  }

  private func call(_ call: StatusReport.Call) -> [String] {
    let place =
      if call.attached {
        "attached"
      } else {
        "reads \(call.source)" + (call.movable ? "" : ", cannot be moved")
      }
    let name = named(call.application, call.binary, call.pid)
    return ["\(name): \(call.state), \(place); a call because of \(call.reason)"]
      + (call.advice.map { ["  → \($0)"] } ?? [])
  }

  private func other(_ other: StatusReport.Other) -> String {
    "\(named(other.application, other.binary, nil)): \(other.reason)"
  }

  private func named(_ application: String, _ binary: String?, _ process: Int32?) -> String {
    let details = [binary, process.map { "process \($0)" }].compactMap(\.self)
    return application + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }

  private var microphone: String {
    let microphone = report.virtualMicrophone
    guard microphone.present else { return "absent" }
    let readers = microphone.readers == 1 ? "1 reader" : "\(microphone.readers) readers"
    let real = microphone.realMicrophone.map { "carries \($0)" } ?? "carries no real microphone"
    return "present, \(readers), \(real)"
  }

  private var speech: String {
    let text = report.speech.text.map { " “\($0)”" } ?? ""
    return report.speech.state.rawValue + text + (report.speech.queued > 0 ? ", \(report.speech.queued) waiting" : "")
  }

  private var queue: [String] {
    let queue = report.speech.queue ?? []
    let shown = queue.prefix(Self.mostQueued).map { text in
      (text.speaker.map { "\($0): " } ?? "") + "“\(text.text)”"
    }
    let rest = report.speech.queued - shown.count
    return shown + (rest > 0 && !shown.isEmpty ? ["and \(rest) more"] : [])
  }

  private var server: String {
    let name = [report.server.name, report.server.version].compactMap(\.self).joined(separator: " ")
    return report.server.connected ? name : [name, "not connected"].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

import Foundation
import Testing

@testable import SpeakCallCommands
@testable import SpeakCallProtocol
@testable import UserData

@Suite struct StatusViewTests {
  private static let json = """
    {"permission":"granted",
     "injection":{"enabled":true,"microphone":"duck"},
     "calls":[{"application":"Chromium input","binary":"chromium","pid":4711,"state":"active",
      "source":"speakcall_mic","attached":true,"movable":true,"reason":"two-way audio"}],
     "others":[{"application":"OBS","binary":"obs","reason":"role production"}],
     "virtualMicrophone":{"present":true,"readers":1,"realMicrophone":"alsa_input.usb-headset"},
     "speech":{"state":"speaking","text":"Hello","queued":2},
     "server":{"name":"PulseAudio","version":"16.1","connected":true},
     "agent":{"pid":1234,"version":"0.1.0"}}
    """

  private func report(_ change: (inout StatusReport) throws -> Void = { _ in }) throws -> StatusReport {
    var report = try JSONDecoder().decode(StatusReport.self, from: Data(Self.json.utf8))
    try change(&report)
    return report
  }

  @Test func everythingInOrder() throws {
    #expect(
      StatusView(report: try report(), colour: false).lines == [
        "Permission   granted",
        "Injection    on, calls hear speech, with the real microphone turned down meanwhile",
        "Calls        Chromium input (chromium, process 4711): active, attached; a call because of two-way audio",
        "Not calls    OBS (obs): role production",
        "Microphone   present, 1 reader, carries alsa_input.usb-headset",
        "Speech       speaking “Hello”, 2 waiting",
        "Server       PulseAudio 16.1",
        "Agent        version 0.1.0, process 1234",
      ])
  }

  @Test func nothingInOrder() throws {
    let report = try report {
      $0.permission = .denied
      $0.permissionReason = "/c/permission: a symbolic link"
      $0.injection.enabled = false
      $0.calls[0].attached = false
      $0.calls[0].movable = false
      $0.calls[0].state = .held
      $0.calls[0].source = "mic"
      $0.calls[0].binary = nil
      $0.calls[0].advice = "choose SpeakCall Microphone in the app"
      $0.calls.append($0.calls[0])
      $0.calls[1].movable = true
      $0.calls[1].advice = nil
      $0.calls[1].pid = nil
      $0.others = []
      $0.virtualMicrophone = try JSONDecoder().decode(
        StatusReport.Microphone.self, from: Data(#"{"present":false,"readers":0}"#.utf8))
      $0.speech.state = .idle
      $0.speech.text = nil
      $0.speech.queued = 0
      $0.server.connected = false
      $0.problems = ["the sound server went away", "the disk is full"]
    }
    #expect(
      StatusView(report: report, colour: false).lines == [
        "Permission   denied (/c/permission: a symbolic link)",
        "Injection    off; enable it with: speakcall enable",
        "Calls        Chromium input (process 4711): held, reads mic, cannot be moved; a call because of two-way audio",
        "               → choose SpeakCall Microphone in the app",
        "             Chromium input: held, reads mic; a call because of two-way audio",
        "Microphone   absent",
        "Speech       idle",
        "Server       PulseAudio 16.1, not connected",
        "Agent        version 0.1.0, process 1234",
        "Problems     the sound server went away",
        "             the disk is full",
      ])
  }

  @Test(arguments: [
    (Permission.undetermined, "Permission   undecided; grant it with: speakcall permission grant"),
    (.serviceDisabled, "Permission   disabled by the administrator"),
  ])
  func otherPermissions(permission: Permission, line: String) throws {
    let report = try report { $0.permission = permission }
    #expect(StatusView(report: report, colour: false).lines.first == line)
  }

  @Test func theNextTextsAreNamed() throws {
    let report = try report {
      $0.speech.queue = (1...7).map { .init(id: $0, text: "Text \($0)", speaker: $0 == 1 ? "Bob\u{7}" : nil) }
      $0.speech.queued = 120
    }
    let lines = StatusView(report: report, colour: false).lines
    let start = try #require(lines.firstIndex { $0.hasPrefix("Queue") })
    #expect(
      lines[start..<start + 6] == [
        "Queue        Bob\\u{7}: “Text 1”", "             “Text 2”", "             “Text 3”", "             “Text 4”",
        "             “Text 5”", "             and 115 more",
      ])
  }

  @Test func hearingOneselfIsTold() throws {
    let report = try report {
      $0.injection.hear = true
      $0.injection.advice = "headphones"
    }
    #expect(
      StatusView(report: report, colour: false).lines[1...2] == [
        "Injection    on, calls hear speech, with the real microphone turned down meanwhile; you hear the speech too",
        "               → headphones",
      ])
  }

  @Test func namesOfAppsAreHarmless() throws {
    let report = try report {
      $0.calls[0].application = "\u{1B}[2JEvil\n"
      $0.others[0].binary = "\u{202E}x"
      $0.speech.text = "a\u{7}"
    }
    let lines = StatusView(report: report, colour: true).lines.joined()
    #expect(lines.contains("\\u{1B}[2JEvil\\n (chromium") && lines.contains("(\\u{202E}x)"))
    #expect(lines.contains("“a\\u{7}”") && !lines.contains("\u{7}") && !lines.contains("\u{202E}"))
  }

  @Test func colourSetsOffLabelsAndStates() throws {
    let view = StatusView(report: try report(), colour: true)
    #expect(view.lines.first == "\u{1B}[1mPermission\u{1B}[0m   \u{1B}[32mgranted\u{1B}[0m")
    let plain = view.lines.map { $0.replacing(/\u{1B}\[\d+m/, with: "") }
    #expect(plain == StatusView(report: view.report, colour: false).lines)
  }
}

import PulseAudio
import Testing

@Suite
struct ValueTests {
  @Test func moduleArgumentsAreWrittenInTheFormOfBothServers() throws {
    var arguments = ModuleArguments()
    #expect(arguments.description.isEmpty)
    try arguments.add("sink_name", "speakcall")
    try arguments.add("rate", 48_000)
    try arguments.add("sink_properties", properties: ["device.description": "Speak Call", "speakcall.instance": "a"])
    try arguments.add("format", "a b")
    #expect(
      arguments.description == """
        sink_name=speakcall rate=48000 \
        sink_properties="device.description='Speak Call' speakcall.instance=a" format="a b"
        """)
  }

  @Test(arguments: ["it's", "\"", "back\\slash", "two\nlines", "\u{1b}[31m", "\u{0}", "\u{85}"])
  func whatCannotBeQuotedIsRefused(_ value: String) {
    var arguments = ModuleArguments()
    #expect(throws: PulseError.unquotable(name: "sink_name", value: value)) {
      try arguments.add("sink_name", value)
    }
    #expect(throws: PulseError.unquotable(name: "device.description", value: value)) {
      try arguments.add("sink_properties", properties: ["device.description": value])
    }
    #expect(arguments.description.isEmpty)
  }

  @Test(arguments: ["", "a b", "a=b", "a'b"])
  func whatIsNoNameIsRefused(_ name: String) {
    var arguments = ModuleArguments()
    #expect(throws: PulseError.unquotable(name: name, value: name)) { try arguments.add(name, 1) }
  }

  @Test func volumesAreLevelsAndDecibels() {
    #expect(Volume.normal.decibels == 0)
    #expect(Volume(decibels: 0) == .normal)
    #expect(Volume(decibels: -.infinity).levels == [0])
    #expect(Volume(levels: [0]).decibels == -.infinity)
    #expect(abs(Volume(decibels: -20).decibels + 20) < 0.01)
    #expect(Volume(levels: [65_536, 65_536]).isNormal)
    #expect(!Volume(levels: [65_536, 65_535]).isNormal)
  }
}

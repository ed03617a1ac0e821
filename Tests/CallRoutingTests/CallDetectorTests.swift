import Testing

struct CallDetectorTests {
  @Test(arguments: ["phone", "Communication"]) func aRoleOfAPhoneMakesACall(role: String) {
    var world = World()
    world.addReader(["media.role": role, "application.name": "App"])
    #expect(world.streams.calls.map(\.reason) == ["role \(role.lowercased())"])
  }

  @Test func recordingAndPlayingInOneProcessMakesACall() {
    var world = World()
    world.addReader(client: 30, ["application.process.id": "99", "application.name": "Chromium input"])
    #expect(world.streams.others.map(\.reason) == ["records without playing"])
    world.addPlayer(client: 31, ["application.process.id": "99"])
    #expect(world.streams.calls.map(\.reason) == ["two-way audio"])
  }

  @Test func theSameProcessNumberOnAnotherMachineMakesNoCall() {
    var world = World()
    world.addReader(client: 30, ["application.process.id": "99", "application.process.machine_id": "a"])
    world.addPlayer(client: 31, ["application.process.id": "99", "application.process.machine_id": "b"])
    #expect(world.streams.calls.isEmpty)
  }

  @Test(arguments: [
    ["application.name": "ALSA plug-in [baresip]"], ["application.process.binary": "zoom"],
    ["application.process.binary": "Discord"], ["application.name": "ringrtc"],
  ])
  func aKnownAppMakesACall(properties: [String: String]) {
    var world = World()
    world.addReader(properties)
    #expect(world.streams.calls.map(\.reason) == ["known call app"])
  }

  @Test func whoChoosesTheVirtualMicrophoneIsInACall() {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours, ["application.name": "Unheard of"])
    #expect(world.streams.calls.map(\.reason) == ["reads SpeakCall Microphone"])
    #expect(world.streams.calls.map(\.isAttached) == [true])
  }

  @Test(arguments: [
    (["application.id": "org.PulseAudio.pavucontrol", "media.role": "phone"], "level meter"),
    (["stream.monitor": "true", "media.role": "phone"], "level meter"),
    (["media.role": "production", "application.process.binary": "obs"], "role production"),
    (["application.process.binary": "parec"], "recorder"),
    (["application.name": "ALSA plug-in [audacity]"], "recorder"),
    (["application.process.binary": "easyeffects"], "sound filter"),
  ])
  func othersAreToldFromCalls(properties: [String: String], reason: String) {
    var world = World()
    world.addReader(properties)
    world.addPlayer(client: 30)
    #expect(world.streams.calls.isEmpty)
    #expect(world.streams.others.map(\.reason) == [reason])
  }

  @Test func aMeterIsKnownByItsResampler() {
    var world = World()
    world.addReader(resampleMethod: "peaks")
    #expect(world.streams.others.map(\.reason) == ["level meter"])
  }

  @Test func aRecorderOfAnOutputIsNoCall() {
    var world = World()
    world.addReader(of: 2)
    #expect(world.streams.others.map(\.reason) == ["records what is played"])
  }

  @Test func modulesAndOurselvesAreNotShown() {
    var world = World()
    world.addReader(client: nil)
    world.addReader(["application.process.id": "1", "media.role": "phone"])
    #expect(world.streams.calls.isEmpty && world.streams.others.isEmpty)
  }

  @Test func aCorkedCallIsHeld() {
    var world = World()
    world.addReader(isCorked: true)
    #expect(world.streams.calls.map(\.state) == [.held])
  }
}

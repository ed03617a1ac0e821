// swift-tools-version: 6.0
import PackageDescription

// The toolchain's own linker for all programs: gold gives no name to an executable, see pcaudio.c.
let linker = LinkerSetting.unsafeFlags(["-use-ld=lld"])

let package = Package(
  name: "speakcall",
  targets: [
    .systemLibrary(name: "CProcess"),
    .target(name: "CLibrary"),
    .target(name: "CPulse", dependencies: ["CLibrary"]),
    .target(name: "CEdit", dependencies: ["CLibrary"]),
    .target(name: "CEspeakNG", dependencies: ["CLibrary"]),
    .target(name: "CExpat", dependencies: ["CLibrary"]),
    .target(name: "CSoxr", dependencies: ["CLibrary"]),
    .target(name: "PulseAudio", dependencies: ["CPulse"]),
    .target(name: "SpeakCallKit", dependencies: ["PulseAudio", "CEspeakNG", "CExpat", "CProcess", "CSoxr"]),
    .target(name: "SpeakCallAgent", dependencies: ["SpeakCallKit", "CProcess"]),
    .target(name: "SpeakCallCommands", dependencies: ["SpeakCallAgent", "CEdit"]),
    .executableTarget(
      name: "speakcall", dependencies: ["SpeakCallCommands"],
      // It stands in for a library that libespeak-ng, loaded at run time, asks for: see pcaudio.c.
      linkerSettings: [
        linker,
        .unsafeFlags([
          "-Xlinker", "-soname=libpcaudio.so.0",
          "-Xlinker", "--export-dynamic-symbol=create_audio_device_object",
          "-Xlinker", "--export-dynamic-symbol=audio_object_*",
        ]),
      ]),
    .executableTarget(
      name: "PredictionBenchmark", dependencies: ["SpeakCallKit"], path: "Benchmarks/Prediction",
      exclude: ["predict.py", "storage.py"], linkerSettings: [linker]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .executableTarget(
      name: "SandboxProbe", dependencies: ["SpeakCallKit", "CProcess"], path: "Tests/SandboxProbe",
      linkerSettings: [linker]),
    .testTarget(name: "PulseAudioTests", dependencies: ["PulseAudio", "CPulse", "TestSupport"]),
    .testTarget(name: "SpeakCallKitTests", dependencies: ["SpeakCallKit", "SandboxProbe", "speakcall", "TestSupport"]),
    .testTarget(name: "SpeakCallAgentTests", dependencies: ["SpeakCallAgent", "speakcall", "TestSupport"]),
    .testTarget(name: "SpeakCallCommandsTests", dependencies: ["SpeakCallCommands", "speakcall", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.0
import PackageDescription

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
      // For libespeak-ng, which is loaded at run time, to find it: see SoundOutput.swift.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=create_audio_device_object"])]),
    .executableTarget(
      name: "PredictionBenchmark", dependencies: ["SpeakCallKit"], path: "Benchmarks/Prediction",
      exclude: ["predict.py", "storage.py"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .executableTarget(name: "SandboxProbe", dependencies: ["SpeakCallKit", "CProcess"], path: "Tests/SandboxProbe"),
    .testTarget(name: "PulseAudioTests", dependencies: ["PulseAudio", "CPulse", "TestSupport"]),
    .testTarget(name: "SpeakCallKitTests", dependencies: ["SpeakCallKit", "SandboxProbe", "speakcall", "TestSupport"]),
    .testTarget(name: "SpeakCallAgentTests", dependencies: ["SpeakCallAgent", "speakcall", "TestSupport"]),
    .testTarget(name: "SpeakCallCommandsTests", dependencies: ["SpeakCallCommands", "speakcall", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "speakcall",
  targets: [
    .systemLibrary(name: "CPulse"),
    .systemLibrary(name: "CEdit"),
    .systemLibrary(name: "CEspeakNG"),
    .systemLibrary(name: "CExpat"),
    .systemLibrary(name: "CSoxr"),
    .systemLibrary(name: "CProcess"),
    .target(name: "PulseAudio", dependencies: ["CPulse"]),
    .target(name: "SpeakCallKit", dependencies: ["PulseAudio", "CEspeakNG", "CExpat", "CProcess", "CSoxr"]),
    .target(name: "SpeakCallAgent", dependencies: ["SpeakCallKit", "CProcess"]),
    .target(name: "SpeakCallCommands", dependencies: ["SpeakCallAgent", "CEdit"]),
    .executableTarget(name: "speakcall", dependencies: ["SpeakCallCommands"]),
    .executableTarget(
      name: "PredictionBenchmark", dependencies: ["SpeakCallKit"], path: "Benchmarks/Prediction",
      exclude: ["predict.py"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .executableTarget(name: "SandboxProbe", dependencies: ["SpeakCallKit", "CProcess"], path: "Tests/SandboxProbe"),
    .testTarget(name: "PulseAudioTests", dependencies: ["PulseAudio", "CPulse", "TestSupport"]),
    .testTarget(name: "SpeakCallKitTests", dependencies: ["SpeakCallKit", "SandboxProbe", "speakcall", "TestSupport"]),
    .testTarget(name: "SpeakCallAgentTests", dependencies: ["SpeakCallAgent", "speakcall", "TestSupport"]),
    .testTarget(name: "SpeakCallCommandsTests", dependencies: ["SpeakCallCommands", "speakcall", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

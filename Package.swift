// swift-tools-version: 6.3
import PackageDescription

// The toolchain's own linker for all programs: gold gives no name to an executable, see pcaudio.c.
let linker = LinkerSetting.unsafeFlags(["-use-ld=lld"])

// In the order of the layers: a target imports what stands above it here, and declares it (Tests/check_imports.py).
let package = Package(
  name: "speakcall",
  targets: [
    .systemLibrary(name: "CProcess"),
    .target(name: "CLibrary"),
    .target(name: "CPulse", dependencies: ["CLibrary"]),
    .target(name: "CEdit", dependencies: ["CLibrary"]),
    .target(name: "CEspeakNG", dependencies: ["CLibrary"]),
    .target(name: "CExpat", dependencies: ["CLibrary"]),
    .target(name: "CSeccomp", dependencies: ["CLibrary"]),
    .target(name: "CSoxr", dependencies: ["CLibrary"]),
    .target(name: "TextProcessing"),
    .target(name: "SystemSupport", dependencies: ["CProcess", "CSeccomp"]),
    .target(name: "PulseAudio", dependencies: ["CPulse", "SystemSupport"]),
    .target(name: "AudioProcessing", dependencies: ["CSoxr", "SystemSupport"]),
    .target(
      name: "SpeechSynthesis",
      dependencies: ["AudioProcessing", "CEspeakNG", "CExpat", "CProcess", "SystemSupport", "TextProcessing"]),
    .target(name: "UserData", dependencies: ["SystemSupport", "TextProcessing"]),
    .target(name: "CallRouting", dependencies: ["PulseAudio", "UserData"]),
    .target(name: "SpeechInjection", dependencies: ["AudioProcessing", "CallRouting", "PulseAudio", "SystemSupport"]),
    .target(name: "Scripts", dependencies: ["SpeechSynthesis", "SystemSupport", "TextProcessing"]),
    .target(name: "SpeakCallProtocol", dependencies: ["CallRouting", "SpeechSynthesis", "SystemSupport", "UserData"]),
    .target(
      name: "SpeakCallAgent",
      dependencies: [
        "AudioProcessing", "CProcess", "CallRouting", "PulseAudio", "SpeakCallProtocol", "SpeechInjection",
        "SpeechSynthesis", "SystemSupport", "TextProcessing", "UserData",
      ]),
    .target(
      name: "SpeakCallCommands",
      dependencies: [
        "AudioProcessing", "CEdit", "CallRouting", "Scripts", "SpeakCallAgent", "SpeakCallProtocol", "SpeechSynthesis",
        "SystemSupport", "TextProcessing", "UserData",
      ]),
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
      name: "PredictionBenchmark", dependencies: ["UserData"], path: "Benchmarks/Prediction",
      exclude: ["predict.py", "storage.py"], linkerSettings: [linker]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .executableTarget(
      name: "SandboxProbe", dependencies: ["CProcess", "SystemSupport"], path: "Tests/SandboxProbe",
      linkerSettings: [linker]),
    .testTarget(name: "TextProcessingTests", dependencies: ["TestSupport", "TextProcessing"]),
    .testTarget(name: "SystemSupportTests", dependencies: ["SandboxProbe", "SystemSupport", "TestSupport"]),
    .testTarget(name: "PulseAudioTests", dependencies: ["CPulse", "PulseAudio", "TestSupport"]),
    .testTarget(name: "AudioProcessingTests", dependencies: ["AudioProcessing", "SystemSupport", "TestSupport"]),
    .testTarget(
      name: "SpeechSynthesisTests",
      dependencies: ["AudioProcessing", "SpeechSynthesis", "TestSupport", "speakcall"]),
    .testTarget(name: "UserDataTests", dependencies: ["SystemSupport", "TestSupport", "UserData"]),
    .testTarget(name: "CallRoutingTests", dependencies: ["CallRouting", "PulseAudio"]),
    .testTarget(name: "ScriptsTests", dependencies: ["Scripts", "SpeechSynthesis", "TestSupport", "speakcall"]),
    .testTarget(name: "SpeakCallProtocolTests", dependencies: ["SpeakCallProtocol", "SpeechSynthesis"]),
    .testTarget(
      name: "SpeakCallAgentTests",
      dependencies: [
        "SpeakCallAgent", "SpeakCallProtocol", "SpeechInjection", "SpeechSynthesis", "SystemSupport", "TestSupport",
        "TextProcessing",
      ]),
    .testTarget(
      name: "SpeakCallCommandsTests",
      dependencies: [
        "Scripts", "SpeakCallCommands", "SpeakCallProtocol", "SpeechSynthesis", "TestSupport", "UserData", "speakcall",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "speakcall",
  targets: [
    .systemLibrary(name: "CPulse"),
    .target(name: "PulseAudio", dependencies: ["CPulse"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "PulseAudioTests", dependencies: ["PulseAudio", "CPulse", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "speakcall",
  targets: [
    .systemLibrary(name: "CPulse"),
    .target(name: "PulseAudio", dependencies: ["CPulse"]),
  ],
  swiftLanguageModes: [.v6]
)

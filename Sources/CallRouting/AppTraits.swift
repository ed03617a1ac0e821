import PulseAudio

/// The app behind a source output, as its properties describe it.
struct AppTraits {
  /// Roles by which an app declares its stream to be a call.
  static let callRoles: Set<String> = ["phone", "communication"]

  /// Roles that no call has: music production, and the plumbing of filters.
  static let otherRoles: Set<String> = ["production", "abstract", "filter", "test", "a11y"]

  /// Call apps that are not always recognised by role or by playing; the file names of their programs.
  private static let callApps: Set<String> = [
    "baresip", "discord", "element-desktop", "jami", "jami-qt", "jamid", "linphone", "mumble", "ringrtc",
    "signal-desktop",
    "skypeforlinux", "slack", "teams", "teams-for-linux", "telegram-desktop", "twinkle", "viber", "webex", "zoiper5",
    "zoom",
  ]

  /// Recorders and dictation tools, which people run beside a call.
  private static let recorders: Set<String> = [
    "arecord", "audacity", "ffmpeg", "gnome-sound-recorder", "nerd-dictation", "obs", "pacat", "parec", "parecord",
    "pw-cat", "pw-record", "rec", "simplescreenrecorder", "sox", "spectacle", "speech-dispatcher", "wf-recorder",
  ]

  /// Programs that record the microphone to play it on, changed.
  private static let filters: Set<String> = [
    "cadmus", "carla", "easyeffects", "noisetorch", "pipewire", "pulseeffects", "pw-loopback",
  ]

  /// Volume controls, whose streams only draw a level.
  private static let meters: Set<String> = [
    "org.PulseAudio.pavucontrol", "org.gnome.VolumeControl", "org.kde.kmixd", "org.kde.plasma-pa",
  ]

  let name: String
  let binary: String?
  let processID: Int32?
  let role: String?
  private let identifier: String?

  init(_ output: SourceOutput) {
    let properties = output.properties
    binary = properties["application.process.binary"]
    processID = Self.processID(in: properties)
    role = properties["media.role"]?.lowercased()
    identifier = properties["application.id"]
    name = properties["application.name"] ?? binary ?? output.name
  }

  var isMeter: Bool { identifier.map(Self.meters.contains) ?? false }
  var isCallApp: Bool { !programs.isDisjoint(with: Self.callApps) }
  var isRecorder: Bool { !programs.isDisjoint(with: Self.recorders) }
  var isFilter: Bool { !programs.isDisjoint(with: Self.filters) }

  /// The process that owns a stream, from the stream's properties.
  static func processID(in properties: [String: String]) -> Int32? {
    properties["application.process.id"].flatMap { Int32($0) }
  }

  /// The machine that a stream comes from: over the network, process numbers of two machines may be the same.
  static func host(in properties: [String: String]) -> String? { properties["application.process.machine_id"] }

  /// The names by which the program is known: its file, and the name within "ALSA plug-in [program]".
  private var programs: Set<String> {
    var programs: Set<String> = []
    if let binary { programs.insert(binary.lowercased()) }
    if name.hasPrefix("ALSA plug-in ["), name.hasSuffix("]") {
      programs.insert(name.dropFirst(14).dropLast().lowercased())
    }
    if name == "ringrtc" { programs.insert(name) }
    return programs
  }
}

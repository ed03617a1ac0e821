import SpeakCallProtocol
import SystemSupport

/// The list of settings, as text and as JSON.
struct SettingsView {
  /// A setting in JSON.
  private struct Row: Encodable {
    let name: String
    let value: JSONValue?
    let fallback: String
    let accepts: String
    let help: String

    enum CodingKeys: String, CodingKey {
      case name, value, accepts, help
      case fallback = "default"
    }
  }

  let settings: Settings

  /// A heading, then a line for each setting: name, value, default, and the values that it takes.
  var lines: [String] {
    TextTable.lines(
      [["setting", "value", "default", "takes"]]
        + Setting.all.map { setting in
          let value = settings.values[setting.name].flatMap(Setting.text(of:)) ?? "-"
          return [setting.name, value, setting.fallback, setting.accepts]
        })
  }

  /// An object with all settings and the path of their file.
  var json: String {
    struct Object: Encodable {
      let file: String
      let settings: [Row]
    }
    let rows = Setting.all.map { setting in
      Row(
        name: setting.name, value: settings.values[setting.name], fallback: setting.fallback, accepts: setting.accepts,
        help: setting.help)
    }
    return String(decoding: Wire().encode(Object(file: settings.path, settings: rows)), as: UTF8.self) + "\n"
  }
}

import SpeakCallProtocol
import SystemSupport

/// The settings as a person and as a program reads them.
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

  /// A heading, then one line a setting: name, value, and what it decides and takes.
  var lines: [String] {
    let rows =
      [["setting", "value", "default", "takes"]]
      + Setting.all.map { setting in
        let value = settings.values[setting.name].flatMap(Setting.text(of:)) ?? "-"
        return [setting.name, value, setting.fallback, setting.accepts].map(TerminalText.sanitized)
      }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let columns = zip(row, widths).map { $0 + String(repeating: " ", count: $1 + 2 - $0.count) }
      return columns.joined() + row[3]
    }
  }

  /// One object with all settings and the path of their file.
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

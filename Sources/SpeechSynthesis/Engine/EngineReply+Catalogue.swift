extension EngineReply {
  static func put(_ catalogue: VoiceCatalogue, into writer: inout MessageWriter) {
    writer.put(catalogue.entries) { writer, entry in
      writer.put(entry.voice.name)
      writer.put(entry.voice.identifier)
      writer.put(entry.voice.languages) { $0.put($1) }
      writer.put(entry.voice.gender.rawValue)
      writer.put(entry.priorities.sorted { $0.key < $1.key }) { writer, priority in
        writer.put(priority.key)
        writer.put(priority.value)
      }
    }
    writer.put(catalogue.variants) { writer, variant in
      writer.put(variant.file)
      writer.put(variant.name)
      writer.put(variant.gender.rawValue)
    }
    writer.put(catalogue.unusable) { $0.put($1) }
  }

  static func catalogue(_ reader: inout MessageReader) throws(MalformedMessage) -> VoiceCatalogue {
    VoiceCatalogue(
      entries: try reader.array { (reader) throws(MalformedMessage) in
        let voice = Voice(
          name: try reader.string(), identifier: try reader.string(), languages: try strings(&reader),
          gender: try gender(&reader), variant: nil)
        let priorities = try reader.array { (reader) throws(MalformedMessage) in
          (try reader.string(), try reader.int())
        }
        return VoiceCatalogue.Entry(voice: voice, priorities: Dictionary(priorities, uniquingKeysWith: min))
      },
      variants: try reader.array { (reader) throws(MalformedMessage) in
        VoiceCatalogue.Variant(file: try reader.string(), name: try reader.string(), gender: try gender(&reader))
      },
      unusable: try strings(&reader))
  }

  static func strings(_ reader: inout MessageReader) throws(MalformedMessage) -> [String] {
    try reader.array { (reader) throws(MalformedMessage) in try reader.string() }
  }

  private static func gender(_ reader: inout MessageReader) throws(MalformedMessage) -> Voice.Gender {
    guard let gender = Voice.Gender(rawValue: try reader.string()) else { throw MalformedMessage() }
    return gender
  }
}

import CEspeakNG

/// The voices of espeak-ng, for a process that does nothing else with it.
public enum InstalledVoices {
  // The library must be initialized only once in a process.
  private static let catalogue = Result { () throws(SpeechError) in try EspeakEngine().voices.catalogue }

  /// Returns the voices of a language and its dialects, all for `nil`, the variants for `variant`.
  public static func list(language: String?) throws(SpeechError) -> [Voice] {
    try catalogue.get().list(language: language)
  }

  /// Returns the first of the words that espeak-ng cannot read as phonemes, spoken by a voice; by the user's for `nil`.
  public static func unreadable(
    phonemes: Substring, voice name: String?, environment: [String: String]
  ) throws(SpeechError) -> Substring? {
    let catalogue = try catalogue.get()
    let voice =
      if let name { try catalogue.resolve(name) } else {
        try catalogue.resolve(firstOf: Voice.defaults(environment: environment))
      }
    guard espeak_ng_SetVoiceByName(voice.identifier) == ENS_OK else {
      throw .unusableVoice(name: voice.identifier, reason: "espeak-ng cannot load it")
    }
    // Whether brackets enclose phonemes is a state of the library, which only speaking sets.
    _ = espeak_Synth(".", 2, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8) | UInt32(espeakPHONEMES), nil, nil)
    return phonemes.split(separator: " ").first { !isReadable($0) }
  }

  /// What is not read ends the reading of its word without a notice, so a known end is looked for.
  private static func isReadable(_ phonemes: Substring) -> Bool {
    let text = "[[\(phonemes)|m|m|m]]"
    return text.withCString { start in
      var rest: UnsafeRawPointer? = UnsafeRawPointer(start)
      let read = espeak_TextToPhonemes(&rest, Int32(espeakCHARS_UTF8), 0).map { String(cString: $0) }
      return read?.hasSuffix("mmm") ?? false
    }
  }

  /// Returns the voice that a name, identifier, language tag or any of them with `+variant` stands for, or throws what
  /// is wrong with it.
  public static func resolve(_ name: String) throws(SpeechError) -> Voice {
    try catalogue.get().resolve(name)
  }
}

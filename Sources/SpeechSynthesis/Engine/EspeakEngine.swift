import AudioProcessing
import CEspeakNG

/// A synchronous synthesizer that wraps espeak-ng.
///
/// The library's state is global and must be initialized only once, so a process makes one engine and uses it on one
/// thread. It belongs in a process of its own, see ``EngineProcess``: odd text can abort the library or make it loop.
final class EspeakEngine {
  /// Milliseconds of audio in a chunk: short enough to cancel at once, long enough to cost nothing between processes.
  private static let chunkMilliseconds: Int32 = 200

  /// The installed voices and the known levels.
  let voices: VoiceCache

  /// A Boolean value that indicates whether the voices come from the library instead of the cache.
  let isCatalogueNew: Bool

  /// The folder of voices and dictionaries, which are opened when needed.
  let dataFolder: String

  private var selected: SpeechSettings?

  /// Initializes the library.
  ///
  /// It looks for voice data in `ESPEAK_DATA_PATH`, then where the library was installed.
  ///
  /// - Parameter folder: The folder of the ``VoiceCache``, `nil` to ask the library for its voices.
  init(cache folder: String? = nil) throws(SpeechError) {
    // Without DONT_EXIT missing data ends the process; with it, failure is a rate of 0.
    let rate = espeak_Initialize(
      AUDIO_OUTPUT_SYNCHRONOUS, Self.chunkMilliseconds, nil, Int32(espeakINITIALIZE_DONT_EXIT))
    dataFolder = VoiceInstallation.dataFolder
    guard rate > 0 else { throw .engineUnusable(reason: "no voice data in \(dataFolder)") }
    // Without a cache there is nothing that a change of the installation could invalidate.
    let installation = folder == nil ? "" : VoiceInstallation.stamp(of: dataFolder)
    let cached = folder.flatMap { VoiceCache.read(from: $0, for: installation) }
    isCatalogueNew = cached == nil
    voices = cached ?? VoiceCache(installation: installation, catalogue: VoiceCatalogue.installed())
    espeak_SetSynthCallback(receive)
    espeak_SetUriCallback(refuseSound)
  }

  /// Selects the voice and parameters of settings.
  ///
  /// - Parameter settings: Settings whose voice is an identifier from the catalogue of ``voices``.
  func select(_ settings: SpeechSettings) throws(SpeechError) {
    guard selected != settings else { return }
    selected = nil
    let voice = settings.voice ?? ""
    let status = espeak_ng_SetVoiceByName(voice)
    guard status == ENS_OK else {
      throw .unusableVoice(name: voice, reason: Self.describe(status))
    }
    // espeak-ng reports an unknown variant as success.
    let current = espeak_GetCurrentVoice()?.pointee.identifier.map { String(cString: $0) } ?? ""
    guard current == voice else {
      throw .unusableVoice(name: voice, reason: "espeak-ng chose “\(current)” instead")
    }
    espeak_SetParameter(espeakRATE, Int32(settings.rate ?? SpeechSettings.defaultRate), 0)
    espeak_SetParameter(espeakPITCH, Int32(settings.pitch ?? SpeechSettings.defaultPitch), 0)
    selected = settings
  }

  /// Synthesizes a text with the selected settings.
  ///
  /// This leaves state in the library that affects the next text.
  ///
  /// - Parameters:
  ///   - deliver: A function that takes each chunk as it is made. It may block, and returns `false` to stop.
  func synthesize(
    _ text: EngineText, isSSML: Bool, readsPhonemes: Bool = false, deliver: @escaping (SpeechChunk) -> Bool
  ) throws(SpeechError) {
    guard !text.isBlank else { return }
    // Without the end pause the last word may become longer.
    var flags = UInt32(espeakCHARS_UTF8) | UInt32(espeakENDPAUSE)
    flags |= isSSML ? UInt32(espeakSSML) : 0
    flags |= readsPhonemes ? UInt32(espeakPHONEMES) : 0
    let collector = ChunkCollector(text: text, sampleRate: Int(espeak_ng_GetSampleRate()), deliver: deliver)
    let status = withExtendedLifetime(collector) {
      text.bytes.withUnsafeBytes { bytes in
        espeak_ng_Synthesize(
          bytes.baseAddress, bytes.count, 0, POS_CHARACTER, 0, flags, nil,
          Unmanaged.passUnretained(collector).toOpaque())
      }
    }
    guard status == ENS_OK || status == ENS_SPEECH_STOPPED else {
      throw .synthesisFailed(reason: Self.describe(status))
    }
  }

  /// Returns the active level of the selected voice in dBFS; `nil` if it is silent.
  ///
  /// It speaks digits, which every language has, in about 2 ms.
  func level() throws(SpeechError) -> Double? {
    var meter = ActiveLevel()
    try synthesize(EngineText("1 2 3 4 5"), isSSML: false) { chunk in
      meter.add(chunk.samples.map { Float($0) / 32768 }, sampleRate: chunk.sampleRate)
      return true
    }
    return meter.decibels.map { $0 - ActiveLevel.digitsAboveSentences }
  }

  private static func describe(_ status: espeak_ng_STATUS) -> String {
    var message = [CChar](repeating: 0, count: 256)
    espeak_ng_GetStatusCodeMessage(status, &message, message.count)
    return String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A collector that turns the callbacks of one espeak-ng call into chunks.
final class ChunkCollector {
  /// Seconds of silence after which more is dropped, as from a `<break>` of weeks.
  static let longestSilence = 10

  private let text: EngineText
  private let deliver: (SpeechChunk) -> Bool
  private var sampleRate: Int
  private var collected = 0
  private var silence = 0
  private var textEnd = 0

  init(text: EngineText, sampleRate: Int, deliver: @escaping (SpeechChunk) -> Bool) {
    self.text = text
    self.sampleRate = sampleRate
    self.deliver = deliver
  }

  /// Delivers one buffer of espeak-ng; returns `false` to stop.
  func collect(_ samples: UnsafeBufferPointer<Int16>, events: UnsafeBufferPointer<espeak_EVENT>) -> Bool {
    var words: [SpeechChunk.Word] = []
    var endsClause = false
    for event in events {
      switch event.type {
      case espeakEVENT_SAMPLERATE where event.id.number > 0:
        sampleRate = Int(event.id.number)
      case espeakEVENT_END:
        endsClause = true
      case espeakEVENT_WORD:
        // A number is spoken as many words that all point into it: only a range after the last word is new.
        guard let range = text.word(position: Int(event.text_position), length: Int(event.length)),
          range.lowerBound >= textEnd
        else { continue }
        let sample = min(max(Int(event.sample) - collected, 0), samples.count)
        words.append(.init(offset: range.lowerBound, length: range.count, sample: sample))
        textEnd = range.upperBound
      default:
        continue
      }
    }
    collected += samples.count
    silence = samples.allSatisfy { $0 == 0 } ? silence + samples.count : 0
    let isDropped = silence > Self.longestSilence * sampleRate
    return deliver(
      SpeechChunk(
        samples: isDropped ? [] : Array(samples), sampleRate: sampleRate,
        words: isDropped ? [] : words, endsClause: endsClause))
  }
}

/// The synthesis callback of espeak-ng, for which only the last event is sure to carry the user data.
private func receive(
  samples: UnsafeMutablePointer<Int16>?, count: Int32, events: UnsafeMutablePointer<espeak_EVENT>?
) -> Int32 {
  guard let samples, let events else { return 0 }
  var end = events
  while end.pointee.type != espeakEVENT_LIST_TERMINATED {
    end += 1
  }
  guard let userData = end.pointee.user_data else { return 0 }
  let collector = Unmanaged<ChunkCollector>.fromOpaque(userData).takeUnretainedValue()
  let proceed = collector.collect(
    UnsafeBufferPointer(start: samples, count: Int(count)),
    events: UnsafeBufferPointer(start: events, count: end - events))
  return proceed ? 0 : 1
}

/// Refuses a sound file named by SSML, which espeak-ng would otherwise open and pass by name to a shell that runs sox.
private func refuseSound(type: Int32, uri: UnsafePointer<CChar>?, base: UnsafePointer<CChar>?) -> Int32 { 1 }

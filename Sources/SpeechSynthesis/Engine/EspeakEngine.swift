import AudioProcessing
import CEspeakNG

/// espeak-ng as a synchronous synthesizer.
///
/// All state of the library is global and must be initialized only once, so a process makes one engine and uses it on
/// one thread. It is meant for a process of its own, see ``EngineProcess``: odd text can abort the library or make it
/// loop.
final class EspeakEngine {
  /// Milliseconds of audio in a chunk.
  ///
  /// Short enough to follow a cancellation at once, long enough that handing chunks
  /// from process to process costs nothing.
  private static let chunkMilliseconds: Int32 = 200

  /// The installed voices, and how loud they are as far as it is known.
  let voices: VoiceCache

  /// A Boolean value that indicates whether the voices were asked of the library, not taken from the cache.
  let isCatalogueNew: Bool

  /// The folder of the voices and dictionaries, which are opened when they are needed.
  let dataFolder: String

  private var selected: SpeechSettings?

  /// Initializes the library.
  ///
  /// The voice data is looked for in `ESPEAK_DATA_PATH`, then where the library was installed.
  ///
  /// - Parameter cache: The folder of the ``VoiceCache``, `nil` to ask the library for its voices.
  init(cache folder: String? = nil) throws(SpeechError) {
    // Without DONT_EXIT missing data ends the process; with it, failure is a rate of 0.
    let rate = espeak_Initialize(
      AUDIO_OUTPUT_SYNCHRONOUS, Self.chunkMilliseconds, nil, Int32(espeakINITIALIZE_DONT_EXIT))
    dataFolder = VoiceInstallation.dataFolder
    guard rate > 0 else { throw .engineUnusable(reason: "no voice data in \(dataFolder)") }
    // Without a cache there is nothing that a change of the installation could make untrue.
    let installation = folder == nil ? "" : VoiceInstallation.stamp(of: dataFolder)
    let cached = folder.flatMap { VoiceCache.read(from: $0, for: installation) }
    isCatalogueNew = cached == nil
    voices = cached ?? VoiceCache(installation: installation, catalogue: VoiceCatalogue.installed())
    espeak_SetSynthCallback(receive)
    espeak_SetUriCallback(refuseSound)
  }

  /// Makes the voice and the parameters of the settings current, unless they are.
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
    // An unknown variant is reported as success.
    let current = espeak_GetCurrentVoice()?.pointee.identifier.map { String(cString: $0) } ?? ""
    guard current == voice else {
      throw .unusableVoice(name: voice, reason: "espeak-ng chose “\(current)” instead")
    }
    espeak_SetParameter(espeakRATE, Int32(settings.rate ?? SpeechSettings.defaultRate), 0)
    espeak_SetParameter(espeakPITCH, Int32(settings.pitch ?? SpeechSettings.defaultPitch), 0)
    selected = settings
  }

  /// Speaks a text with what was selected, and hands over the audio while it is made.
  ///
  /// It leaves the library in a state that colours the next text.
  ///
  /// - Parameters:
  ///   - deliver: Gets each chunk; may block, and returns `false` to stop.
  func synthesize(
    _ text: EngineText, isSSML: Bool, readsPhonemes: Bool = false, deliver: @escaping (SpeechChunk) -> Bool
  ) throws(SpeechError) {
    guard !text.isBlank else { return }
    // Without the end pause the last word may come out longer.
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

  /// Measures the selected voice: it speaks digits, which every language has, in about 2 ms.
  ///
  /// Returns its active level in dBFS, `nil` if it says nothing.
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

/// The callback of espeak-ng.
///
/// Only the entry that ends the list of events is sure to carry the user data.
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

/// Answers that a sound file named by SSML is not to be played.
///
/// Without an answer espeak-ng would open the file and hand its name to a shell that runs sox.
private func refuseSound(type: Int32, uri: UnsafePointer<CChar>?, base: UnsafePointer<CChar>?) -> Int32 { 1 }

import SpeakCallProtocol
import SpeechSynthesis

/// How `live` was asked to speak.
struct LiveOptions {
  var settings: SpeechSettings
  var isPreview: Bool
  var unit: TypeAhead.Unit?
  /// A Boolean value that indicates whether nothing of what is typed is kept.
  var isPrivate: Bool

  /// The request for a line, or for a text that has yet to be typed.
  func request(_ text: String, _ placement: SayRequest.Placement, isComplete: Bool = true) -> SayRequest {
    SayRequest(
      text: text, isComplete: isComplete, settings: settings, placement: placement, isPreview: isPreview,
      pauseBefore: isComplete ? nil : 0)
  }
}

/// How much a server asks for at a time, in bytes.
///
/// It asks for what the sink has taken, so that the smallest of its requests is the sink's period; several periods come
/// as one request when the server or this program was held up.
struct RequestSizes: Equatable {
  /// A longer period is known after so many requests.
  private static let kept = 8

  private var sizes: [Int] = []
  /// Below 0 when more was written than asked for, as silence at the end is.
  private var unfulfilled = 0

  /// The smallest of the last requests; nil while none is known.
  var smallest: Int? { sizes.min() }

  /// Notes a request, given as all that the server now waits for.
  mutating func note(total: Int) {
    let size = total - unfulfilled
    unfulfilled = total
    guard size > 0 else { return }
    sizes.append(size)
    sizes.removeFirst(max(0, sizes.count - Self.kept))
  }

  /// Notes that so much was written.
  mutating func fulfil(_ bytes: Int) {
    unfulfilled -= bytes
  }
}

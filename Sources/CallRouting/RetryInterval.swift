/// How long to wait between two attempts to reach a server that went away.
enum RetryInterval {
  /// A server that is restarted is back within this time, and is wanted at once.
  private static let eagerness = Duration.seconds(10)

  private static let shortest = Duration.milliseconds(100)
  private static let longest = Duration.seconds(2)

  /// The interval after so much time without a server.
  static func after(_ time: Duration) -> Duration {
    time < eagerness ? shortest : min(longest, shortest * (time / eagerness))
  }
}

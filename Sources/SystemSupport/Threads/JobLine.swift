/// Jobs in the order in which they came.
struct JobLine {
  private var arriving: [UnownedJob] = []
  /// The oldest of them, the first one last.
  private var leaving: [UnownedJob] = []

  mutating func append(_ job: UnownedJob) { arriving.append(job) }

  mutating func takeFirst() -> UnownedJob? {
    if leaving.isEmpty {
      swap(&arriving, &leaving)
      leaving.reverse()
    }
    return leaving.popLast()
  }
}

import Synchronization

/// The answers that adapters of one command did not give in time, since ``begin()``: those of one law, of which the next law knows nothing.
package final class LateAnswers: Sendable {
  /// After so many, nobody needs to see more.
  package static let most = 3
  private let lates = Mutex(State())

  private struct State {
    var counts: [String: Int] = [:]
    /// Of the first.
    var limit = Duration.zero
    var whenMany: (@Sendable () -> Void)?
  }

  package init() {}

  /// Forgets what was late before.
  /// - Parameter whenMany: called once ``most`` answers were late.
  package func begin(whenMany: (@Sendable () -> Void)? = nil) { lates.withLock { $0 = State(whenMany: whenMany) } }

  func note(_ request: String, within limit: Duration) {
    let whenMany = lates.withLock { lates -> (@Sendable () -> Void)? in
      lates.limit = max(lates.limit, limit)
      lates.counts[request, default: 0] += 1
      return lates.counts.values.reduce(0, +) == Self.most ? lates.whenMany : nil
    }
    whenMany?()
  }

  /// How long an answer may take: once one was late, a quarter of the limit, because a case that hangs is repeated until it is simple.
  func limit(_ limit: Duration) -> Duration { lates.withLock { $0.counts.isEmpty } ? limit : limit / 4 }

  /// What a law whose claims all held has against the adapter: it did not answer “commit” (3 times), “get” within 10 seconds, most
  /// frequent first. Nil: every answer came in time.
  package var complaint: String? {
    let (all, limit) = lates.withLock { ($0.counts, $0.limit) }
    let counts = all.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if counts.isEmpty { return nil }
    let requests = counts.map { "“\($0.key)”" + ($0.value == 1 ? "" : " (\($0.value) times)") }.joined(separator: ", ")
    return "the adapter did not answer \(requests) within \(limit), and no claim of the law failed"
  }
}

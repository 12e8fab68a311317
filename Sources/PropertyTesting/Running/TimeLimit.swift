import CRunNotes

/// How long something may take. The time that this thread waits for a processor does not count, as far as the system tells: beside other
/// work a run takes longer, and its report stays the same.
///
/// Confined to the thread that made it.
final class TimeLimit {
  private let end: ContinuousClock.Instant
  /// With all of the waiting that is granted.
  private let latest: ContinuousClock.Instant
  private let waitedBefore: UInt64
  /// The end, with the waiting that is known.
  private var extended: ContinuousClock.Instant

  /// A limit grows to this many times itself at most.
  private static let mostGrowth = 8

  init(_ limit: Duration) {
    let now = ContinuousClock.now
    end = now + limit
    latest = now + limit * Self.mostGrowth
    extended = end
    waitedBefore = crn_waited_nanoseconds()
  }

  /// How much is left; 0 when it is over.
  var left: Duration {
    let now = ContinuousClock.now
    if now >= extended {
      // To ask the system takes some microseconds: only when it matters.
      let waited = crn_waited_nanoseconds()
      extended = min(latest, end + .nanoseconds(waited > waitedBefore ? Int64(clamping: waited - waitedBefore) : 0))
    }
    return max(.zero, extended - now)
  }

  var isOver: Bool { left == .zero }
}

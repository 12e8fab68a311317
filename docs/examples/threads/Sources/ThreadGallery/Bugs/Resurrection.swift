import PropertyTesting
import Synchronization

extension ThreadBug {
  static let resurrection = ThreadBug(
    "resurrection", "A session is retained after a look at its count, which the last release has taken to zero in between.",
    buggy: {
      try retainDuringRelease { session in
        guard session.count.load(ordering: .acquiring) > 0 else { return false }
        session.count.add(1, ordering: .acquiringAndReleasing)
        return true
      }
    },
    fixed: {
      try retainDuringRelease { session in
        var seen = session.count.load(ordering: .acquiring)
        while seen > 0 {
          let (exchanged, now) = session.count.compareExchange(expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
          if exchanged { return true }
          seen = now
        }
        return false
      }
    })
}

private final class Session: Sendable {
  let count = Atomic(1)
  let isClosed = Atomic(false)

  func release() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { isClosed.store(true, ordering: .releasing) }
  }
}

private func retainDuringRelease(_ retain: @escaping @Sendable (Session) -> Bool) throws {
  let session = Session()
  let retained = inThreads(
    { retain(session) && session.isClosed.load(ordering: .acquiring) },
    {
      session.release()
      return false
    })[0]
  try expect("the session that was retained is open", !retained)
}

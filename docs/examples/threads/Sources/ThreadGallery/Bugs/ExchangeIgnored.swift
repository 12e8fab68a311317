import PropertyTesting
import Synchronization

extension ThreadBug {
  static let exchangeIgnored = ThreadBug(
    "exchange ignored", "A vote is added by a compare-and-exchange whose failure nobody looks at.",
    buggy: {
      try voteTwice { votes in
        let seen = votes.count.load(ordering: .relaxed)
        _ = votes.count.compareExchange(expected: seen, desired: seen + 1, ordering: .relaxed)
      }
    },
    fixed: {
      try voteTwice { votes in
        var seen = votes.count.load(ordering: .relaxed)
        while true {
          let (exchanged, now) = votes.count.compareExchange(expected: seen, desired: seen + 1, ordering: .relaxed)
          if exchanged { return }
          seen = now
        }
      }
    })
}

private final class Votes: Sendable {
  let count = Atomic(0)
}

private func voteTwice(_ vote: @escaping @Sendable (Votes) -> Void) throws {
  let votes = Votes()
  inThreads({ vote(votes) }, { vote(votes) })
  try expect("votes", votes.count.load(ordering: .relaxed), equals: 2)
}

import PropertyTesting
import Synchronization

extension ThreadBug {
  static let publishedBeforeWritten = ThreadBug(
    "published before written", "The number of the newest article goes up before its text is there.",
    buggy: {
      try readNewest { paper in
        paper.newest.store(1, ordering: .releasing)
        paper.text.store(42, ordering: .releasing)
      }
    },
    fixed: {
      try readNewest { paper in
        paper.text.store(42, ordering: .releasing)
        paper.newest.store(1, ordering: .releasing)
      }
    })
}

private final class Paper: Sendable {
  let newest = Atomic(0)
  let text = Atomic(0)
}

private func readNewest(_ publish: @escaping @Sendable (Paper) -> Void) throws {
  let paper = Paper()
  let read = inThreads(
    {
      publish(paper)
      return 42
    }, { paper.newest.load(ordering: .acquiring) == 1 ? paper.text.load(ordering: .acquiring) : 42 })
  try expect("texts", read, equals: [42, 42])
}

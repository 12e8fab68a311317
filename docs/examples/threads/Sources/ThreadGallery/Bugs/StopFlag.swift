import PropertyTesting
import Synchronization

extension ThreadBug {
  static let stopFlag = ThreadBug(
    "stop flag", "A plain flag tells the indexer to stop.", verdict: .race,
    buggy: {
      let indexer = PlainIndexer()
      try stopIndexing(isStopped: { indexer.isStopped }, stop: { indexer.isStopped = true })
    },
    fixed: {
      let indexer = Indexer()
      try stopIndexing(
        isStopped: { indexer.isStopped.load(ordering: .acquiring) }, stop: { indexer.isStopped.store(true, ordering: .releasing) })
    })
}

private final class PlainIndexer: @unchecked Sendable {
  var isStopped = false
}

private final class Indexer: Sendable {
  let isStopped = Atomic(false)
}

private func stopIndexing(isStopped: @escaping @Sendable () -> Bool, stop: @escaping @Sendable () -> Void) throws {
  let pages = inThreads(
    {
      var pages = 0
      while pages < 3, !isStopped() { pages += 1 }
      return pages
    },
    {
      stop()
      return 0
    })[0]
  try expect("pages", pages <= 3)
}

import PropertyTesting

extension ThreadBug {
  static let cacheUpgrade = ThreadBug(
    "cache upgrade", "Between the read lock and the write lock another thread fills the cache, and nobody looks again.",
    buggy: { try openTwice(Connections(looksAgain: false)) },
    fixed: { try openTwice(Connections(looksAgain: true)) })
}

/// Opens one connection to each host.
private final class Connections: @unchecked Sendable {
  private let looksAgain: Bool
  private let lock = ReadersWriterLock()
  private var number: Int?
  private var opened = 0

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

  func connection() -> Int {
    if let number = lock.read({ number }) { return number }
    return lock.write {
      if looksAgain, let number { return number }
      opened += 1
      number = opened
      return opened
    }
  }
}

private func openTwice(_ connections: Connections) throws {
  let numbers = inThreads({ connections.connection() }, { connections.connection() })
  try expect("both use one connection", numbers, equals: [1, 1])
}

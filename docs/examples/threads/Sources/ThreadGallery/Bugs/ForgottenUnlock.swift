import Foundation
import PropertyTesting

extension ThreadBug {
  static let forgottenUnlock = ThreadBug(
    "forgotten unlock", "Who finds the seat sold leaves early, with the lock.", verdict: .deadlocked,
    buggy: {
      try reserveSeat { show in
        show.lock.lock()
        show.requests += 1
        guard show.buyer == nil else { return }
        show.buyer = 1
        show.lock.unlock()
      }
    },
    fixed: {
      try reserveSeat { show in
        show.lock.lock()
        defer { show.lock.unlock() }
        show.requests += 1
        guard show.buyer == nil else { return }
        show.buyer = 1
      }
    })
}

private final class Show: @unchecked Sendable {
  let lock = NSLock()
  var buyer: Int?
  var requests = 0

  func cancel() {
    lock.lock()
    buyer = nil
    lock.unlock()
  }
}

private func reserveSeat(_ reserve: @escaping @Sendable (Show) -> Void) throws {
  let show = Show()
  inThreads(
    {
      reserve(show)
      show.cancel()
    }, { reserve(show) })
  try expect("requests", show.lock.withLock { show.requests }, equals: 2)
}

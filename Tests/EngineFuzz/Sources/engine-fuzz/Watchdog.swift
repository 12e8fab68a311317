import Foundation
import Synchronization

/// Ends a process that says nothing for a long time.
final class Watchdog: Sendable {
  private let last = Mutex(ContinuousClock.now)
  private let isOver = Atomic(false)
  private let ended = Atomic(false)

  var hasEnded: Bool { ended.load(ordering: .relaxed) }

  init(_ process: Process, silence: Int) {
    let id = process.processIdentifier
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        Thread.sleep(forTimeInterval: 1)
        guard last.withLock({ ContinuousClock.now - $0 > .seconds(silence) }), !isOver.load(ordering: .relaxed) else { continue }
        ended.store(true, ordering: .relaxed)
        kill(id, SIGKILL)
        return
      }
    }
  }

  func heard() { last.withLock { $0 = ContinuousClock.now } }
  func end() { isOver.store(true, ordering: .relaxed) }
}

import Synchronization

/// Loops that can be used again: making one costs more than a short run.
struct LoopPool: Sendable {
  private static let free = Mutex<[SchedulerLoop]>([])

  /// Calls `body` with a loop of its own. A loop that tasks still hold on to (they wait for ever) is given
  /// up: what wakes them later must not reach another run.
  static func with<Result>(_ body: (SchedulerLoop) -> Result) -> Result {
    var loop = free.withLock { $0.popLast() } ?? SchedulerLoop()
    let result = body(loop)
    loop.forget()
    if isKnownUniquelyReferenced(&loop) {
      let spare = loop
      free.withLock { if $0.count < 64 { $0.append(spare) } }
    }
    return result
  }
}

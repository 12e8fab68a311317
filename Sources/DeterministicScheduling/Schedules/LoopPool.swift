import Synchronization

/// Loops that can be used again: making one costs more than a short run.
///
/// Slots instead of a lock: a process that forks while another thread is here still finds it in order.
final class LoopPool: Sendable {
  private final class Slot: Sendable {
    /// The address of a retained loop, or 0.
    let loop = Atomic<UInt>(0)
  }

  private static let slots = (0..<16).map { _ in Slot() }

  /// Calls `body` with a loop of its own. A loop that tasks still hold on to (they wait for ever) is given
  /// up: what wakes them later must not reach another run.
  static func with<Result>(_ body: (SchedulerLoop) -> Result) -> Result {
    var loop = take() ?? SchedulerLoop()
    let result = body(loop)
    loop.forget()
    if isKnownUniquelyReferenced(&loop) { put(loop) }
    return result
  }

  private static func take() -> SchedulerLoop? {
    for slot in slots {
      if let loop = UnsafeRawPointer(bitPattern: slot.loop.exchange(0, ordering: .acquiring)) {
        return Unmanaged<SchedulerLoop>.fromOpaque(loop).takeRetainedValue()
      }
    }
    return nil
  }

  private static func put(_ loop: SchedulerLoop) {
    let retained = Unmanaged.passRetained(loop)
    for slot in slots {
      let (isStored, _) = slot.loop.compareExchange(
        expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .acquiringAndReleasing)
      if isStored { return }
    }
    retained.release()
  }
}

import Dispatch
import StorageContract

/// A lock of a transaction on a part of the store, held to its end.
struct OverlapLock: Sendable {
  let footprint: OverlapFootprint
  let isExclusive: Bool

  func isInTheWay(of other: OverlapLock) -> Bool {
    (isExclusive || other.isExclusive) && footprint.meets(other.footprint)
  }
}

extension OverlapCore {
  enum LockAnswer {
    case granted
    /// To be asked for again when the bell rings.
    case wait(DispatchSemaphore)
    /// Whoever waits for this waits for ever.
    case deadlock(String)
  }

  /// Asks for a lock. Strict two-phase locking: a scan locks its range, so that nothing appears in it.
  mutating func lock(_ lock: OverlapLock, for id: Int, detectsDeadlocks: Bool) -> LockAnswer {
    let owners = running.filter { other, run in other != id && run.locks.contains { $0.isInTheWay(of: lock) } }
    running[id]?.waitsFor = Set(owners.keys)
    guard !owners.isEmpty else {
      running[id]?.locks.append(lock)
      return .granted
    }
    if detectsDeadlocks, isInACycle(id) {
      let reason = "\(lock.footprint) is locked by a transaction that waits for this one"
      running[id]?.waitsFor = []
      running[id]?.refusal = reason
      return .deadlock(reason)
    }
    let bell = DispatchSemaphore(value: 0)
    bells.append(bell)
    return .wait(bell)
  }

  /// Whether a transaction waits, over others, for itself. What others wait for may be out of date, but only until
  /// they are woken and ask again: a cycle is found by the last one to enter it.
  private func isInACycle(_ id: Int) -> Bool {
    var seen: Set<Int> = []
    var next = Array(running[id]?.waitsFor ?? [])
    while let other = next.popLast() {
      if other == id { return true }
      if seen.insert(other).inserted { next += running[other]?.waitsFor ?? [] }
    }
    return false
  }
}

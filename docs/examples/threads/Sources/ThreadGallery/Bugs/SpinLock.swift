import PropertyTesting
import Synchronization

extension ThreadBug {
  static let spinLock = ThreadBug(
    "spin lock", "A thread looks whether the lock is free and then takes it, in two steps; two get in.",
    buggy: {
      try enterTwice { room in
        while room.isTaken.load(ordering: .acquiring) {}
        room.isTaken.store(true, ordering: .releasing)
      }
    },
    fixed: { try enterTwice { room in while room.isTaken.exchange(true, ordering: .acquiring) {} } })
}

private final class Room: Sendable {
  let isTaken = Atomic(false)
  let inside = Atomic(0)
  let crowded = Atomic(false)
}

private func enterTwice(_ lock: @escaping @Sendable (Room) -> Void) throws {
  let room = Room()
  let enter: @Sendable () -> Void = {
    lock(room)
    if room.inside.add(1, ordering: .relaxed).newValue > 1 { room.crowded.store(true, ordering: .relaxed) }
    room.inside.subtract(1, ordering: .relaxed)
    room.isTaken.store(false, ordering: .releasing)
  }
  inThreads(enter, enter)
  try expect("one at a time", !room.crowded.load(ordering: .relaxed))
}

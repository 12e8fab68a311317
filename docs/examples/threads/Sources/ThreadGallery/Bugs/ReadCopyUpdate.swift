import Foundation
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let readCopyUpdate = ThreadBug(
    "read, copy, update", "The old timetable is freed as soon as the new one hangs, without waiting for who still reads it.",
    buggy: { try readWhileUpdated(Timetables(waitsForReaders: false)) },
    fixed: { try readWhileUpdated(Timetables(waitsForReaders: true)) })
}

private final class Timetables: Sendable {
  private final class Timetable: Sendable {
    let isFreed = Atomic(false)
  }

  private let waitsForReaders: Bool
  private let timetables = [Timetable(), Timetable()]
  private let current = Atomic(0)
  private let readers = Atomic(0)

  init(waitsForReaders: Bool) { self.waitsForReaders = waitsForReaders }

  func read() -> Bool {
    readers.add(1, ordering: .sequentiallyConsistent)
    let timetable = current.load(ordering: .sequentiallyConsistent)
    let wasThere = !timetables[timetable].isFreed.load(ordering: .sequentiallyConsistent)
    readers.subtract(1, ordering: .sequentiallyConsistent)
    return wasThere
  }

  func update() -> Bool {
    let old = current.exchange(1, ordering: .sequentiallyConsistent)
    while waitsForReaders, readers.load(ordering: .sequentiallyConsistent) != 0 { sched_yield() }
    timetables[old].isFreed.store(true, ordering: .sequentiallyConsistent)
    return true
  }
}

private func readWhileUpdated(_ timetables: Timetables) throws {
  try expect("every reader had a timetable", inThreads({ timetables.read() }, { timetables.update() }), equals: [true, true])
}

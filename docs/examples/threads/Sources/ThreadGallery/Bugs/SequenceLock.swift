import PropertyTesting
import Synchronization

extension ThreadBug {
  static let sequenceLock = ThreadBug(
    "sequence lock", "A reader waits for an even sequence number, and does not compare it after it has read.",
    buggy: { try readPosition(Position(comparesAfterwards: false)) },
    fixed: { try readPosition(Position(comparesAfterwards: true)) })
}

private final class Position: Sendable {
  private let comparesAfterwards: Bool
  private let sequence = Atomic(0)
  private let x = Atomic(0)
  private let y = Atomic(0)

  init(comparesAfterwards: Bool) { self.comparesAfterwards = comparesAfterwards }

  func move(to place: Int) {
    sequence.add(1, ordering: .sequentiallyConsistent)
    x.store(place, ordering: .sequentiallyConsistent)
    y.store(place, ordering: .sequentiallyConsistent)
    sequence.add(1, ordering: .sequentiallyConsistent)
  }

  func read() -> (x: Int, y: Int) {
    while true {
      let before = sequence.load(ordering: .sequentiallyConsistent)
      if !before.isMultiple(of: 2) { continue }
      let seen = (x.load(ordering: .sequentiallyConsistent), y.load(ordering: .sequentiallyConsistent))
      if !comparesAfterwards || sequence.load(ordering: .sequentiallyConsistent) == before { return seen }
    }
  }
}

private func readPosition(_ position: Position) throws {
  let seen = inThreads(
    {
      position.move(to: 7)
      return (0, 0)
    }, { position.read() })[1]
  try expect("y", seen.y, equals: seen.x)
}

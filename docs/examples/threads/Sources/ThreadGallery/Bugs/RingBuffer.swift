import PropertyTesting
import Synchronization

extension ThreadBug {
  static let ringBuffer = ThreadBug(
    "ring buffer", "A ring made for one producer and one consumer has two consumers, who take the same letter.",
    buggy: { try consumeTwice(Ring(consumersCompete: false)) },
    fixed: { try consumeTwice(Ring(consumersCompete: true)) })
}

private final class Ring: Sendable {
  private final class Slot: Sendable {
    let letter = Atomic(0)
  }

  private let consumersCompete: Bool
  private let slots = [Slot(), Slot()]
  private let head = Atomic(0)
  private let tail = Atomic(0)

  init(consumersCompete: Bool) { self.consumersCompete = consumersCompete }

  func put(_ letter: Int) {
    let end = tail.load(ordering: .relaxed)
    guard end - head.load(ordering: .acquiring) < slots.count else { return }
    slots[end % slots.count].letter.store(letter, ordering: .relaxed)
    tail.store(end + 1, ordering: .releasing)
  }

  func take() -> Int? {
    while true {
      let start = head.load(ordering: .acquiring)
      guard start < tail.load(ordering: .acquiring) else { return nil }
      let letter = slots[start % slots.count].letter.load(ordering: .relaxed)
      if !consumersCompete {
        head.store(start + 1, ordering: .releasing)
        return letter
      }
      if head.compareExchange(expected: start, desired: start + 1, ordering: .acquiringAndReleasing).exchanged { return letter }
    }
  }
}

private func consumeTwice(_ ring: Ring) throws {
  let taken = inThreads(
    {
      ring.put(1)
      ring.put(2)
      return Int?.none
    }, { ring.take() }, { ring.take() }
  ).compactMap { $0 }
  try expect("no letter is taken twice, of \(taken)", Set(taken).count == taken.count)
}

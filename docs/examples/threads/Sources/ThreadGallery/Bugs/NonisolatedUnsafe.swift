import PropertyTesting
import Synchronization

extension ThreadBug {
  static let nonisolatedUnsafe = ThreadBug(
    "nonisolated(unsafe)", "A global number is said to be safe, and two threads take the next ticket at once.", verdict: .race,
    buggy: {
      nextTicket = 0
      try drawTickets {
        nextTicket += 1
        return nextTicket
      }
    },
    fixed: {
      let dispenser = Dispenser()
      try drawTickets { dispenser.next.add(1, ordering: .relaxed).newValue }
    })
}

private nonisolated(unsafe) var nextTicket = 0

private final class Dispenser: Sendable {
  let next = Atomic(0)
}

private func drawTickets(_ draw: @escaping @Sendable () -> Int) throws {
  try expect("tickets", inThreads(draw, draw).sorted(), equals: [1, 2])
}

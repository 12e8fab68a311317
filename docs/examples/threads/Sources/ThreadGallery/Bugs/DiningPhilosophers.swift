import Dispatch
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let diningPhilosophers = ThreadBug(
    "dining philosophers", "Each of three takes the left fork first, and waits for the right one.", verdict: .deadlocked,
    buggy: { try dine { seat in (seat, (seat + 1) % 3) } },
    fixed: { try dine { seat in (min(seat, (seat + 1) % 3), max(seat, (seat + 1) % 3)) } })
}

private final class Table: Sendable {
  let forks = (0..<3).map { _ in DispatchSemaphore(value: 1) }
  let meals = Atomic(0)
}

private func dine(_ forks: @escaping @Sendable (Int) -> (first: Int, second: Int)) throws {
  let table = Table()
  let eat: @Sendable (Int) -> Void = { seat in
    let (first, second) = forks(seat)
    table.forks[first].wait()
    table.forks[second].wait()
    table.meals.add(1, ordering: .relaxed)
    table.forks[second].signal()
    table.forks[first].signal()
  }
  inThreads({ eat(0) }, { eat(1) }, { eat(2) })
  try expect("meals", table.meals.load(ordering: .relaxed), equals: 3)
}

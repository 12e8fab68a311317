import DeterministicScheduling
import PropertyTesting
import Testing

private actor Counter {
  private(set) var count = 0
  func add() { count += 1 }
}

@Test func noIncrementIsLost() throws {
  try check("no increment is lost", forAll: .int(in: 0...4), scheduled: .mixed) { tasks in
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<tasks { group.addTask { await counter.add() } }
    }
    try expect("count", await counter.count, equals: tasks)
  }
}

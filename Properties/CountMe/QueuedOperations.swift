import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// Entities from 1,000 on, of which each is touched once.
struct NewEntities: Sendable {
  /// From 0.
  let first: Int
  let count: Int

  var operations: [SyncOperation] {
    (first..<(first + count)).map {
      .create(entityId: .entity(1_000 + $0), entityType: .foodItem, timestamp: Date(timeIntervalSinceReferenceDate: 0))
    }
  }
}

/// Operations that are queued each by a task of its own, in whatever order.
struct QueuedAtOnce: Sendable {
  let operations: [SyncOperation]
  /// Of the queue.
  let cap: Int

  var concernsOneEntityTwice: Bool {
    operations.indices.contains { index in
      operations[..<index].contains { $0.concernsSameEntity(as: operations[index]) }
    }
  }

  /// Queues them while another task looks on. The later ones are of higher priority: an actor lets those that wait for it
  /// overtake the others.
  /// - Returns: the queue afterwards.
  func queue(in engine: any SyncEngine) async throws -> [SyncOperation] {
    // Whoever waits for a task raises its priority to its own, and for a group, of all its tasks: so not in a
    // group, and the highest first.
    let queueing = zip(operations, [TaskPriority.low, .medium, .high]).map { operation, priority in
      Task(priority: priority) { try await engine.queueOperation(operation) }
    }
    let looking = Task {
      for _ in operations {
        let count = await engine.syncQueue.count
        try expect("\(count) operations in a queue of at most \(cap), meanwhile", count <= cap)
      }
    }
    for task in queueing.reversed() { try await task.value }
    try await looking.value
    return await engine.syncQueue
  }
}

extension QueuedAtOnce: CounterexampleDescribable {
  var counterexampleDescription: String { describe(operations) }
}

extension Generator where Value == QueuedAtOnce {
  static func queuedAtOnce(entities: Int, cap: Int) -> Generator {
    let operation = Generator<SyncOperation>.syncOperation(entities: entities)
    // One alone is what several shrink to.
    let operations = Generator<[SyncOperation]>.frequency(
      (1, .array(of: operation, count: 1...1)), (5, .array(of: operation, count: 2...2)),
      (6, .array(of: operation, count: 3...3)))
    return operations.map { QueuedAtOnce(operations: $0, cap: cap) }
  }
}

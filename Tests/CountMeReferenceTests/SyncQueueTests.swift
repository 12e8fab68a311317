import CountMeReference
import Foundation
import Testing

@Suite(.tags(.robustnessHardening))
struct SyncQueueTests {
  @Test(
    "The newcomer replaces what is pending; create + update is create", .tags(.decision),
    arguments: [
      (create(1, at: 1), create(1, at: 2), create(1, at: 2)),
      (create(1, at: 1), update(1, at: 2), create(1, at: 2)),
      (create(1, at: 1), delete(1, at: 2), delete(1, at: 2)),
      (update(1, at: 1), create(1, at: 2), create(1, at: 2)),
      (update(1, at: 1), update(1, at: 2), update(1, at: 2)),
      (update(1, at: 1), delete(1, at: 2), delete(1, at: 2)),
      (delete(1, at: 1), create(1, at: 2), create(1, at: 2)),
      (delete(1, at: 1), update(1, at: 2), update(1, at: 2)),
      (delete(1, at: 1), delete(1, at: 2), delete(1, at: 2)),
    ])
  func deduplication(pending: SyncOperation, newcomer: SyncOperation, result: SyncOperation) {
    var queue = SyncQueue()
    queue.enqueue(pending)
    queue.enqueue(update(9))
    let change = queue.enqueue(newcomer)
    #expect(queue.operations.map(\.operation) == [update(9), result])
    #expect(change == .init(removed: [1], added: [QueuedOperation(sequence: 3, operation: result)]))
  }

  @Test("An entity is its id and its type", .tags(.decision))
  func sameIdOtherType() {
    var queue = SyncQueue()
    queue.enqueue(.update(entityId: id(1), entityType: .foodItem, timestamp: at(0)))
    queue.enqueue(.update(entityId: id(1), entityType: .dailyLog, timestamp: at(0)))
    #expect(queue.operations.count == 2)
  }

  @Test("What is in flight is not replaced", .tags(.decision))
  func inFlight() {
    var queue = SyncQueue()
    queue.enqueue(create(1))
    queue.enqueue(update(1), inFlight: 1)
    #expect(queue.operations.map(\.operation) == [create(1), update(1)])
    queue.enqueue(delete(1), inFlight: 1)
    #expect(queue.operations.map(\.operation) == [create(1), delete(1)])
    #expect(queue.operations.map(\.sequence) == [1, 3])
  }

  @Test func operationsLeftByAnInterruptedPassAreReplacedTogether() {
    let stored = [create(1), update(1)].enumerated().map {
      QueuedOperation(sequence: Int64($0 + 1), operation: $1)
    }
    var queue = SyncQueue(loading: stored)
    let change = queue.enqueue(update(1, at: 5))
    #expect(queue.operations == [QueuedOperation(sequence: 3, operation: create(1, at: 5))])
    #expect(change.removed == [1, 2])
  }

  @Test("The first queued is dropped, whatever its timestamp", .tags(.decision))
  func cap() {
    var queue = SyncQueue(maxSize: 3)
    for number in 1...3 as ClosedRange<UInt8> { queue.enqueue(create(number, at: -Double(number))) }
    let change = queue.enqueue(create(4, at: -9))
    #expect(queue.operations.map(\.sequence) == [2, 3, 4])
    #expect(change.removed == [1])
  }

  @Test func aReplacementInAFullQueueDropsNothing() {
    var queue = SyncQueue(maxSize: 3)
    for number in 1...3 as ClosedRange<UInt8> { queue.enqueue(create(number)) }
    queue.enqueue(delete(2))
    #expect(queue.operations.map(\.operation) == [create(1), create(3), delete(2)])
  }

  @Test func theTrueCap() {
    var queue = SyncQueue()
    let operations = (0..<1_001).map { _ in
      SyncOperation(.create, entityId: UUID(), entityType: .customMeal, timestamp: at(0))
    }
    for operation in operations { queue.enqueue(operation) }
    #expect(queue.operations.map(\.operation) == Array(operations.dropFirst()))
    #expect(queue.operations.count == ValidationConstants.maxQueueSize)
  }

  @Test func aCapBelowOneIsOne() {
    var queue = SyncQueue(maxSize: 0)
    queue.enqueue(create(1))
    queue.enqueue(create(2))
    #expect(queue.operations.map(\.operation) == [create(2)])
  }

  @Test("A stored queue over the cap loses its first ones", .tags(.decision))
  func load() {
    let stored = (1...5).map {
      QueuedOperation(sequence: Int64($0 * 10), operation: create(UInt8($0)))
    }
    var queue = SyncQueue(loading: stored, maxSize: 3)
    #expect(queue.operations == Array(stored.suffix(3)))
    queue.enqueue(create(6))
    #expect(queue.operations.map(\.sequence) == [40, 50, 51])
    #expect(SyncQueue(loading: stored, maxSize: 5).operations == stored)
    #expect(SyncQueue(loading: []).operations.isEmpty)
  }

  @Test("A pass goes by timestamp, ties by sequence", .tags(.decision))
  func snapshot() {
    var queue = SyncQueue()
    for (number, seconds) in ([5, -.nan, 0, -0.0, -7, 5] as [Double]).enumerated() {
      queue.enqueue(create(UInt8(number), at: seconds))
    }
    #expect(queue.snapshot().map(\.sequence) == [5, 3, 4, 1, 6, 2])
    #expect(queue.operations.map(\.sequence) == [1, 2, 3, 4, 5, 6])
  }

  @Test("Exactly one operation is removed", .tags(.decision))
  func remove() {
    var queue = SyncQueue()
    queue.enqueue(create(1))
    queue.enqueue(update(1), inFlight: 1)
    #expect(queue.remove(sequence: 1) == .init(removed: [1]))
    #expect(queue.operations.map(\.operation) == [update(1)])
    #expect(queue.remove(sequence: 1).isEmpty)
  }
}

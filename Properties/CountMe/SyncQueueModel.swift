import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// The queue as the requirement tells it: a list. The oracle of CM-13 and CM-14, written apart from the reference.
struct SyncQueueModel: Sendable, CounterexampleDescribable {
  /// One place in the queue: the same operation queued twice is two items.
  struct Item: Sendable {
    let number: Int
    var operation: SyncOperation
  }

  var cap: Int
  private(set) var items: [Item] = []
  private var lastNumber = 0
  /// What happened so far, for a property's classes.
  private(set) var droppedCount = 0
  private(set) var replacedCount = 0
  /// Replacements while the queue was full, after which nothing may have been dropped.
  private(set) var replacedAtCapCount = 0

  /// Changes are of entities below this number, but for new ones.
  let entities: Int
  /// How many new entities there are.
  var newEntityCount: Int

  /// - Parameter filled: operations on so many new entities are there already.
  init(cap: Int = SpecifiedLimits.queuedOperations, filled: Int = 0, entities: Int = 0) {
    self.cap = cap
    self.entities = entities
    newEntityCount = filled
    for operation in NewEntities(first: 0, count: filled).operations { enqueue(operation) }
  }

  var hasSpecifiedCap: Bool { cap >= SpecifiedLimits.queuedOperations - 100 }

  /// "a queue of 2 with a cap of 3"
  var counterexampleDescription: String { "a queue of \(items.count) with a cap of \(cap)" }

  /// What the queue may hold once `operations` were queued by tasks of their own: for each order in which they may have
  /// come, the given one first, the model after it.
  func afterEachOrder(of operations: [SyncOperation]) -> [SyncQueueModel] {
    if operations.isEmpty { return [self] }
    return operations.indices.flatMap { index in
      var (next, rest) = (self, operations)
      next.enqueue(rest.remove(at: index))
      return next.afterEachOrder(of: rest)
    }
  }

  var operations: [SyncOperation] { items.map(\.operation) }

  /// - Parameter sending: the number of the item that is on its way, which is not replaced.
  mutating func enqueue(_ operation: SyncOperation, sending: Int? = nil) {
    var kind = operation.kind
    let pending = items.filter {
      $0.number != sending && $0.operation.entityId == operation.entityId
        && $0.operation.entityType == operation.entityType
    }
    if !pending.isEmpty {
      replacedCount += 1
      if items.count >= cap { replacedAtCapCount += 1 }
      // A create that was never sent, then updates: still a create. (More than one is pending where one was
      // on its way when its pass was cancelled.)
      if kind == .update, pending.last(where: { $0.operation.kind != .update })?.operation.kind == .create {
        kind = .create
      }
      items.removeAll { item in pending.contains { $0.number == item.number } }
    }
    while items.count >= cap { dropFirst() }
    lastNumber += 1
    items.append(Item(number: lastNumber, operation: operation.changed(to: kind)))
  }

  /// - Parameter newCap: below 1 counts as 1.
  mutating func relaunch(cap newCap: Int) {
    cap = max(1, newCap)
    while items.count > cap { dropFirst() }
  }

  /// Goes on from what the queue turned out to hold.
  mutating func restart(with operations: [SyncOperation]) {
    items = []
    for operation in operations {
      lastNumber += 1
      items.append(Item(number: lastNumber, operation: operation))
    }
  }

  mutating func remove(number: Int) {
    items.removeAll { $0.number == number }
  }

  /// What a pass sends, in order: by time, and at one time in the order of arrival.
  var pass: [Item] {
    items.sorted { ($0.operation.timestamp, $0.number) < ($1.operation.timestamp, $1.number) }
  }

  private mutating func dropFirst() {
    items.removeFirst()
    droppedCount += 1
  }
}

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

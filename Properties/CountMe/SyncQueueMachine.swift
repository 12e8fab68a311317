import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting
import StorageContract
import Synchronization

/// The queue through changes, passes that succeed, and launches: the machine of CM-13.
enum SyncQueueMachine {
  typealias QueueCommand = Command<SyncQueueModel, SyncApp>

  static let machine = StateMachine(
    initially: .syncQueue, commands: [queueNewEntities, queue, send, relaunch, queueAtOnce, queueInTurn, queueInVain, damage],
    closing: [relaunchWithRoom],
    invariants: [
      Invariant("no more than the cap") { queue, app in await app.engine.syncQueue.count <= queue.cap },
      Invariant("the queue, oldest first", model: \.operations, system: { await $0.engine.syncQueue }),
    ]
  )
  .taking { $0.hasSpecifiedCap ? 1...12 : 0...30 }
  .withLongCases
  .labelling("drops at the cap") { $0.droppedCount > 0 }
  .labelling("replaces a pending operation") { $0.replacedCount > 0 }
  .labelling("replaces at the cap") { $0.replacedAtCapCount > 0 }
  .labelling("true cap") { $0.hasSpecifiedCap }
  .showing { "cap \($0.cap), \(describe(Array($0.operations.prefix(3))))\($0.items.count > 3 ? " …" : "")" }

  /// Fills the queue as the model says it is when the case begins.
  static func launch(_ system: CountMeSystem, _ model: SyncQueueModel) async throws -> SyncApp {
    let app = try await SyncApp(system, cap: model.cap)
    for operation in model.operations { try await app.engine.queueOperation(operation) }
    return app
  }

  static let queue = QueueCommand("queue", weight: 12, with: { .syncOperation(entities: $0.entities) }) {
    queue, operation in
    queue.enqueue(operation)
  } system: { app, operation in
    try await app.engine.queueOperation(operation)
  }

  /// Operations on entities that nothing else in the case touches, so that the queue grows.
  static let queueNewEntities = QueueCommand(
    "queueNewEntities", weight: 2,
    with: { queue in
      Generator<Int>.int(in: queue.hasSpecifiedCap ? 1...30 : 0...12)
        .map { NewEntities(first: queue.newEntityCount, count: $0) }
    }
  ) { queue, entities in
    queue.newEntityCount += entities.count
    for operation in entities.operations { queue.enqueue(operation) }
  } system: { app, entities in
    for operation in entities.operations { try await app.engine.queueOperation(operation) }
  }

  /// A pass in which every upload succeeds; during some of its attempts more is queued.
  static let send = QueueCommand(
    "send", weight: 2,
    with: { .dictionary(of: .int(in: 0...2), .syncOperation(entities: $0.entities), count: 0...2) }
  ) { queue, queuedDuring in
    queue.send(PassScript(meanwhile: queuedDuring.mapValues { .queue($0) })).attempts.map(\.request)
  } system: { app, queuedDuring in
    try await app.send(PassScript(meanwhile: queuedDuring.mapValues { .queue($0) })).attempts.map(\.request)
  }
  .labelled("queues during a pass") { step in
    let queued: [Int: SyncOperation] = step.argument() ?? [:]
    return queued.keys.contains { $0 < step.before.items.count }
  }

  static let relaunch = QueueCommand("relaunch", weight: 7, with: { .cap(near: $0) }) { queue, cap in
    queue.relaunch(cap: cap)
  } system: { app, cap in
    try await app.relaunch(cap: cap)
  }
  .labelled("loads more than its cap") { $0.after.droppedCount > $0.before.droppedCount }

  /// Operations that come while another is being stored: who comes first goes first.
  static let queueInTurn = QueueCommand(
    "queueInTurn", weight: 3, with: { .array(of: .syncOperation(entities: $0.entities), count: 2...4) }
  ) { queue, operations in
    for operation in operations { queue.enqueue(operation) }
  } system: { app, operations in
    try await app.queueInTurn(operations)
  }

  /// The store refuses to keep the operation, at once or midway: the caller learns of it, and the queue is as it was.
  static let queueInVain = QueueCommand(
    "queueInVain", weight: 2, with: { .zip(.syncOperation(entities: $0.entities), .anyCase()) },
    when: { !$0.hasSpecifiedCap }
  ) { (_: inout SyncQueueModel, _: (SyncOperation, Refused.Part)) in
    throw Refused()
  } system: { app, refused in
    try await app.queue(refused.0, refusing: refused.1)
  }
  .labelled("the store refuses an operation") { _ in true }

  /// A stored operation does not read: the app says which and why, and leaves the store as it is.
  static let damage = QueueCommand(
    "damage", weight: 2, with: { .damagedRow(among: $0.items.count) },
    when: { !$0.items.isEmpty && !$0.hasSpecifiedCap }
  ) { _, _ in
    DamagedRow.Found()
  } system: { app, damaged in
    try await damaged.meet(in: &app)
  }
  .labelled("a stored row does not read") { _ in true }

  /// What is stored is what was in memory, no more and no less: seen with a cap that trims nothing.
  static let relaunchWithRoom = QueueCommand("relaunchWithRoom", with: { .constant($0.cap + 100) }) { queue, cap in
    queue.relaunch(cap: cap)
  } system: { app, cap in
    try await app.relaunch(cap: cap)
  }

  /// Each operation queued by a task of its own, while another looks on: the queue is what some order of them makes of
  /// it, and never above the cap.
  static let queueAtOnce = QueueCommand(
    "queueAtOnce", weight: 16, with: { .atOnce(entities: $0.entities) },
    foreseeing: { queue, operations in
      for operation in operations { queue.enqueue(operation) }
    }
  ) { app, operations in
    try await app.queueAtOnce(operations)
  } judging: { queue, operations, found in
    let outcomes = queue.afterEachOrder(of: operations)
    // If it is none of them, the invariant says so.
    queue = outcomes.first { $0.operations == found } ?? outcomes[0]
  }
  .labelled("queues several at once") { operations(of: $0).count > 1 }
  .labelled("queues at once on one entity") { step in
    let operations = operations(of: step)
    return operations.indices.contains { index in
      operations[..<index].contains { $0.concernsSameEntity(as: operations[index]) }
    }
  }
  .labelled("queues at once at the cap") { !hasRoom($0) }
  .labelled("queues at once below the cap") { hasRoom($0) }
  .labelled("comes out in another order") { step in
    step.before.afterEachOrder(of: operations(of: step))[0].operations != step.after.operations
  }

  private static func operations(of step: CommandStep<SyncQueueModel>) -> [SyncOperation] { step.argument() ?? [] }

  private static func hasRoom(_ step: CommandStep<SyncQueueModel>) -> Bool {
    step.before.items.count + operations(of: step).count <= step.before.cap
  }
}

extension Generator where Value == SyncQueueModel {
  /// Mostly with a cap of a few, around which everything happens; half of those of full size with the specified cap and
  /// a queue filled nearly to it. Few entities make duplicates, many fill the queue.
  fileprivate static var syncQueue: Generator {
    let cap = SpecifiedLimits.queuedOperations
    let full = Generator<SyncQueueModel> { source in
      SyncQueueModel(cap: cap, filled: try source(.int(in: (cap - 3)...cap)), entities: 40)
    }
    let scaled = Generator<SyncQueueModel> { source in
      let cap = try source(.int(in: 1...8))
      let entities = try source(.element(of: [3, 12, 40]))
      return SyncQueueModel(cap: cap, filled: try source(.int(in: 0...cap)), entities: entities)
    }
    let large = Generator.oneOf(scaled, full)
    // What breaks at any cap is found at a small one first.
    return Generator { source in try source(source.size == 100 ? large : scaled) }
  }
}

extension Generator<Int> {
  /// Up to four more or fewer than the queue's, 0 and less too.
  fileprivate static func cap(near queue: SyncQueueModel) -> Generator {
    let most = queue.hasSpecifiedCap ? 3 : 4
    return .int(in: -most...most).map { queue.cap + $0 }
  }
}

extension Generator<[SyncOperation]> {
  fileprivate static func atOnce(entities: Int) -> Generator {
    let operation = Generator<SyncOperation>.syncOperation(entities: entities)
    // One alone is what several shrink to.
    return .frequency(
      (1, .array(of: operation, count: 1...1)), (5, .array(of: operation, count: 2...2)),
      (6, .array(of: operation, count: 3...3)))
  }
}

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
      Generator<Int>.int(in: queue.hasSpecifiedCap ? 1...30 : 0...12).map { NewEntities(first: queue.newEntityCount, count: $0) }
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
    let pass = queue.pass
    for (attempt, item) in pass.enumerated() {
      if let operation = queuedDuring[attempt] { queue.enqueue(operation, sending: item.number) }
      queue.remove(number: item.number)
    }
    return pass.map { ScriptedServer.Request(sending: $0.operation) }
  } system: { app, queuedDuring in
    let engine = app.engine
    let attempts = Mutex(0)
    app.server.begin { _ in
      let attempt = attempts.withLock { count in
        defer { count += 1 }
        return count
      }
      if let operation = queuedDuring[attempt] { try await engine.queueOperation(operation) }
    }
    try await engine.processQueue()
    return app.server.requests
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
  static let queueInTurn = QueueCommand("queueInTurn", weight: 3, with: { .queuedInTurn(entities: $0.entities) }) {
    queue, inTurn in
    for operation in inTurn.operations { queue.enqueue(operation) }
  } system: { app, inTurn in
    try await inTurn.queue(in: &app)
  }

  /// The store refuses to keep an operation.
  struct Refused: Error, Equatable {}

  /// The store refuses to keep the operation, at once or midway: the caller learns of it, and the queue is as it was.
  static let queueInVain = QueueCommand(
    "queueInVain", weight: 2, with: { .zip(.syncOperation(entities: $0.entities), .bool) }, when: { !$0.hasSpecifiedCap }
  ) { _, _ in
    throw Refused()
  } system: { app, refused in
    let (operation, isRefusedMidway) = refused
    let isRefusing = Mutex(false)
    // One refusal is enough, whatever comes after it.
    @Sendable func refuse() throws {
      let isDue = isRefusing.withLock { isRefusing in
        defer { isRefusing = false }
        return isRefusing
      }
      if isDue { throw Refused() }
    }
    var hooks = StoreHooks()
    if isRefusedMidway {
      hooks.writeCalls = { TransactionHooks { _ in try refuse() } }
    } else {
      hooks.write = { store, body in
        try refuse()
        try await store.write(body)
      }
    }
    try await app.relaunch(cap: app.cap, over: hooks)
    isRefusing.withLock { $0 = true }
    defer { isRefusing.withLock { $0 = false } }
    do {
      try await app.engine.queueOperation(operation)
    } catch {
      // An engine may say it in words of its own.
      throw Refused()
    }
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

  /// Each operation queued by a task of its own, while another task looks on: the queue is what some order of them makes
  /// of it, and never above the cap.
  static let queueAtOnce = QueueCommand(
    "queueAtOnce", weight: 16, with: { .queuedAtOnce(entities: $0.entities, cap: $0.cap) },
    foreseeing: { queue, atOnce in
      for operation in atOnce.operations { queue.enqueue(operation) }
    }
  ) { app, atOnce in
    try await atOnce.queue(in: app.engine)
  } judging: { queue, atOnce, found in
    let outcomes = queue.afterEachOrder(of: atOnce.operations)
    // If it is none of them, the invariant says so.
    queue = outcomes.first { $0.operations == found } ?? outcomes[0]
  }
  .labelled("queues several at once") { $0.argument(QueuedAtOnce.self).map { $0.operations.count > 1 } ?? false }
  .labelled("queues at once on one entity") { $0.argument(QueuedAtOnce.self)?.concernsOneEntityTwice ?? false }
  .labelled("queues at once at the cap") { hasRoom($0) == false }
  .labelled("queues at once below the cap") { hasRoom($0) == true }
  .labelled("comes out in another order") { step in
    guard let atOnce = step.argument(QueuedAtOnce.self) else { return false }
    return step.before.afterEachOrder(of: atOnce.operations)[0].operations != step.after.operations
  }

  private static func hasRoom(_ step: CommandStep<SyncQueueModel>) -> Bool? {
    step.argument(QueuedAtOnce.self).map { step.before.items.count + $0.operations.count <= step.before.cap }
  }
}

extension Generator where Value == SyncQueueModel {
  /// Mostly with a cap of a few, around which everything happens; half of those of full size with the specified cap and a
  /// queue filled nearly to it. Few entities make duplicates, many fill the queue.
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

import CountMeReference
import PropertyTesting
import StorageContract
import Synchronization

/// The store does not keep an operation.
struct Refused: Error, Equatable {
  /// What it refuses of the write: to begin, its first call, or what is to be stored.
  enum Part: CaseIterable { case write, firstCall, put }
}

/// How the app queues operations.
extension SyncApp {
  /// Each by a task of its own, while another looks on. The later ones are of higher priority: an actor lets those that
  /// wait for it overtake the others.
  /// - Returns: the queue afterwards.
  func queueAtOnce(_ operations: [SyncOperation]) async throws -> [SyncOperation] {
    let (engine, cap) = (engine, max(1, cap))
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

  /// One after another, all while the first is being stored: they take their turns as they came.
  mutating func queueInTurn(_ operations: [SyncOperation]) async throws {
    enum Gate { case open, closed, reached }
    let gate = Mutex(Gate.open)
    @Sendable func reach() { gate.withLock { if $0 == .closed { $0 = .reached } } }
    var hooks = StoreHooks()
    hooks.write = { store, body in
      reach()
      while gate.withLock({ $0 == .reached }) { await Task.yield() }
      try await store.write(body)
    }
    try await relaunch(cap: cap, over: hooks)
    gate.withLock { $0 = .closed }
    let caller = Caller(engine: engine)
    // An operation may be refused without a write.
    let queueing = await caller.queue(operations, whenDone: reach)
    while gate.withLock({ $0 == .closed }) { await Task.yield() }
    // It comes to the engine after all of them.
    _ = await caller.asks()
    gate.withLock { $0 = .open }
    for task in queueing { try await task.value }
  }

  /// The store refuses the operation, before its transaction or in it.
  mutating func queue(_ operation: SyncOperation, refusing part: Refused.Part) async throws {
    let isRefusing = Mutex(false)
    // One refusal is enough, whatever comes after it.
    @Sendable func refuse() throws {
      try isRefusing.withLock { isRefusing in
        defer { isRefusing = false }
        if isRefusing { throw Refused() }
      }
    }
    var hooks = StoreHooks()
    switch part {
    case .write:
      hooks.write = { store, body in
        try refuse()
        try await store.write(body)
      }
    case .firstCall: hooks.writeCalls = { TransactionHooks { _ in try refuse() } }
    case .put: hooks.writeCalls = { TransactionHooks { if case .put = $0 { try refuse() } } }
    }
    try await relaunch(cap: cap, over: hooks)
    isRefusing.withLock { $0 = true }
    defer { isRefusing.withLock { $0 = false } }
    do {
      try await engine.queueOperation(operation)
    } catch {
      // An engine may say it in words of its own.
      throw Refused()
    }
  }
}

/// Calls an engine in an order: the tasks of an actor start in the order in which it makes them, and who leaves it
/// first for another actor comes there first.
private actor Caller {
  let engine: any SyncEngine

  init(engine: any SyncEngine) { self.engine = engine }

  func queue(_ operations: [SyncOperation], whenDone: @escaping @Sendable () -> Void) -> [Task<Void, any Error>] {
    operations.map { operation in
      Task {
        defer { whenDone() }
        try await self.engine.queueOperation(operation)
      }
    }
  }

  func asks() async -> Bool { await engine.isSyncing }
}

import CountMeGenerators
import CountMeReference
import PropertyTesting
import StorageContract
import Synchronization

/// Operations that come one after another, all while the first is being stored: they take their turns as they came.
struct QueuedInTurn: Sendable {
  let operations: [SyncOperation]

  func queue(in app: inout SyncApp) async throws {
    let writes = HeldWrites()
    try await app.relaunch(cap: app.cap, over: writes.hooks)
    let engine = app.engine
    writes.hold()
    let caller = Caller(engine)
    let queueing = await caller.queue(operations) { writes.nobodyElseComes() }
    await writes.arrival()
    // It comes to the engine after all of them.
    _ = await caller.asks()
    writes.letGo()
    for task in queueing { try await task.value }
  }
}

/// Calls an engine in an order: the tasks of an actor start in the order in which it makes them, and who leaves it first for another actor
/// comes there first.
private actor Caller {
  private let engine: any SyncEngine

  init(_ engine: any SyncEngine) { self.engine = engine }

  /// - Parameter isDone: called when an operation has been queued, or refused.
  func queue(_ operations: [SyncOperation], isDone: @escaping @Sendable () -> Void) -> [Task<Void, any Error>] {
    operations.map { operation in
      Task {
        defer { isDone() }
        try await self.engine.queueOperation(operation)
      }
    }
  }

  func asks() async -> Bool { await engine.isSyncing }
}

extension QueuedInTurn: CounterexampleDescribable {
  var counterexampleDescription: String { describe(operations) }
}

extension Generator where Value == QueuedInTurn {
  static func queuedInTurn(entities: Int) -> Generator {
    Generator<[SyncOperation]>.array(of: .syncOperation(entities: entities), count: 2...4)
      .map { QueuedInTurn(operations: $0) }
  }
}

/// Holds the writes of a store until they are let go.
private final class HeldWrites: Sendable {
  private struct State {
    var isHolding = false
    var hasArrival = false
    var held: [CheckedContinuation<Void, Never>] = []
    var watcher: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  var hooks: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { [self] store, body in
      await pass()
      try await store.write(body)
    }
    return hooks
  }

  func hold() { state.withLock { $0.isHolding = true } }

  /// Waits until a write is held.
  func arrival() async {
    await withCheckedContinuation { watcher in
      let hasArrived = state.withLock { state in
        if !state.hasArrival { state.watcher = watcher }
        return state.hasArrival
      }
      if hasArrived { watcher.resume() }
    }
  }

  /// Somebody is done without a write.
  func nobodyElseComes() { arrive() }

  func letGo() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    for write in held { write.resume() }
  }

  private func pass() async {
    await withCheckedContinuation { write in
      let isHeld = state.withLock { state in
        if state.isHolding { state.held.append(write) }
        return state.isHolding
      }
      if isHeld { arrive() } else { write.resume() }
    }
  }

  private func arrive() {
    let watcher = state.withLock { state in
      state.hasArrival = true
      defer { state.watcher = nil }
      return state.watcher
    }
    watcher?.resume()
  }
}

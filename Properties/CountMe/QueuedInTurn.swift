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
    var queueing: [Task<Void, any Error>] = []
    for operation in operations {
      await withCheckedContinuation { started in
        queueing.append(
          Task {
            started.resume()
            defer { writes.nobodyElseComes() }
            try await engine.queueOperation(operation)
          })
      }
      // The first has come when it waits for the store, another when the engine answers whoever asks after it.
      if queueing.count == 1 { await writes.arrival() }
      for _ in 0..<2 { _ = await engine.isSyncing }
    }
    writes.letGo()
    for task in queueing { try await task.value }
  }
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

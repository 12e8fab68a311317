import StorageContract
import Synchronization

/// What places with a broken recovery remember of their stores, as it would lie beside the data.
private final class RecoveryLog: Sendable {
  struct State {
    var isClosedCleanly = true
    var recoveries = 0
    var latest: [DraftWrite] = []
    var isMarked = false
  }

  let state = Mutex(State())
}

/// A store that tells its place when it writes and when it is closed.
private actor LoggedStore: WrappingStore {
  nonisolated let base: any Store
  private let log: RecoveryLog

  init(_ base: any Store, _ log: RecoveryLog) {
    self.base = base
    self.log = log
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let log = log
    return try await base.write { transaction in
      let draft = DraftTransaction(transaction)
      let result = try body(draft)
      log.state.withLock { state in
        state.latest = draft.writes
        state.recoveries = 0
        state.isMarked = false
      }
      return result
    }
  }

  func close() async throws {
    // A store whose process is gone is closed without a word, and yet it was no clean end.
    try await base.read { _ in }
    try await base.close()
    log.state.withLock { state in
      state.isClosedCleanly = true
      state.isMarked = false
    }
  }
}

/// A place whose recovery does the latest transaction once more when it runs a second time: as if the log were
/// taken for new because nobody had crossed it out.
final class RepeatingRecovery: StoreLocation {
  private let base: any StoreLocation
  private let log = RecoveryLog()

  init(_ base: any StoreLocation) {
    self.base = base
  }

  func open() async throws -> any Store {
    let store = try await base.open()
    let (recoveries, latest) = log.state.withLock { state in
      if !state.isClosedCleanly { state.recoveries += 1 }
      state.isClosedCleanly = false
      return (state.recoveries, state.latest)
    }
    if recoveries > 1 { try await store.commit(latest) }
    return LoggedStore(store, log)
  }
}

/// A place whose recovery leaves a mark while it runs, which the first write afterwards removes, and for which the
/// next one gives up.
final class MarkedRecovery: StoreLocation {
  private let base: any StoreLocation
  private let log = RecoveryLog()

  init(_ base: any StoreLocation) {
    self.base = base
  }

  func open() async throws -> any Store {
    let isMarked = log.state.withLock { state in
      let isMarked = state.isMarked
      state.isMarked = !state.isClosedCleanly
      state.isClosedCleanly = false
      return isMarked
    }
    guard !isMarked else { throw StoreError.damaged(path: "mark", offset: nil, reason: "a recovery did not end") }
    return LoggedStore(try await base.open(), log)
  }
}

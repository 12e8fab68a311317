import StorageContract
import StorageFaults

/// What places with a broken recovery remember of their stores, as it would lie beside the data.
private struct RecoveryLog: Sendable {
  var isClosedCleanly = true
  var recoveries = 0
  var latest: [StoreChange] = []
  var isMarked = false
}

extension Remembered<RecoveryLog> {
  /// Hooks that tell the log when a store writes and when it is closed.
  fileprivate var hooks: StoreHooks {
    var hooks = StoreHooks()
    hooks.write = { [self] store, body in
      try await store.write { transaction in
        let log = ChangeLog(keepsBefore: false)
        try body(log.over(transaction))
        let changes = log.changes
        withValue { state in
          state.latest = changes
          state.recoveries = 0
          state.isMarked = false
        }
      }
    }
    hooks.close = { [self] store in
      // A store whose process is gone is closed without a word, and yet it was no clean end.
      try await store.read { _ in }
      try await store.close()
      withValue { state in
        state.isClosedCleanly = true
        state.isMarked = false
      }
    }
    return hooks
  }
}

extension StoreHooks {
  /// A recovery that does the latest transaction once more when it runs a second time: as if the log were taken for new
  /// because nobody had crossed it out.
  static var repeatingRecovery: StoreHooks {
    let log = Remembered(RecoveryLog())
    var hooks = log.hooks
    hooks.open = { location in
      let store = try await location.open()
      let (recoveries, latest) = log.withValue { state in
        if !state.isClosedCleanly { state.recoveries += 1 }
        state.isClosedCleanly = false
        return (state.recoveries, state.latest)
      }
      if recoveries > 1 { try await store.commit(latest) }
      return store
    }
    return hooks
  }

  /// A recovery that leaves a mark while it runs, which the first write afterwards removes, and for which the next one
  /// gives up.
  static var markedRecovery: StoreHooks {
    let log = Remembered(RecoveryLog())
    var hooks = log.hooks
    hooks.open = { location in
      let isMarked = log.withValue { state in
        let isMarked = state.isMarked
        state.isMarked = !state.isClosedCleanly
        state.isClosedCleanly = false
        return isMarked
      }
      guard !isMarked else { throw StoreError.damaged(path: "mark", offset: nil, reason: "a recovery did not end") }
      return try await location.open()
    }
    return hooks
  }
}

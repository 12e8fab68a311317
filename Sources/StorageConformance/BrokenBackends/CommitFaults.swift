import StorageContract
import StorageFaults

/// Hooks that commit otherwise than a store should.
extension StoreHooks {
  /// Acknowledges a transaction before it writes it: that is done at the next call, or at the closing. A cache that is
  /// written behind, as BF-9 over kills.
  mutating func writeBehind() {
    let owed = Remembered<[StoreChange]>([])
    let payUp: Call = { store in
      let changes = owed.exchange([])
      if !changes.isEmpty { try await store.commit(changes) }
    }
    read = { store, body in
      try await payUp(store)
      try await store.read(body)
    }
    write = { store, body in
      try await payUp(store)
      let draft = try await store.draft(body)
      try draft.outcome.get()
      owed.set(draft.changes)
    }
    close = { store in
      try await payUp(store)
      try await store.close()
    }
  }

  enum CommitOrder: Sendable {
    case asTheyCome
    /// The schema version in a transaction of its own before the rest.
    case versionFirst
  }

  /// Commits the changes of a transaction one after the other, each on its own.
  mutating func commitOneByOne(_ order: CommitOrder = .asTheyCome) {
    write = { store, body in
      let draft = try await store.draft(body)
      try draft.outcome.get()
      switch order {
      case .asTheyCome:
        for change in draft.changes { try await store.commit([change]) }
      case .versionFirst:
        let versions = draft.changes.filter(\.isSchemaVersion)
        if !versions.isEmpty { try await store.commit(versions) }
        try await store.commit(draft.changes.filter { !$0.isSchemaVersion })
      }
    }
  }

  /// Commits the changes of a transaction in two halves, with something in between.
  static func commitInTwoHalves(_ store: any Store, _ body: WriteBody, between: () async -> Void) async throws {
    let draft = try await store.draft(body)
    try draft.outcome.get()
    let half = draft.changes.count / 2
    if half > 0 {
      try await store.commit(draft.changes[..<half])
      await between()
    }
    try await store.commit(draft.changes[half...])
  }

  /// Takes no more writes once one has failed.
  mutating func refuseAfterAFailure() {
    let failure = Remembered<StoreError?>(nil)
    write = { store, body in
      if let failure = failure.now { throw failure }
      do {
        try await store.write(body)
      } catch let error as StoreError {
        failure.set(error)
        throw error
      }
    }
  }

  /// Tells each failure of a write as another error.
  mutating func reportFailures(as other: @escaping @Sendable (_ reason: String) -> StoreError) {
    write = { store, body in
      do {
        try await store.write(body)
      } catch let error as StoreError {
        throw other("\(error)")
      }
    }
  }
}

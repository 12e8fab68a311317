import PersonalOSGenerators
import StorageContract

extension InterposedStore {
  /// A store whose process may die around a transaction, or whose commits may fail.
  init(_ base: any Store, striking mishaps: Mishaps) {
    var hooks = StoreHooks()
    hooks.write = { store, body in
      try mishaps.strike(at: .beforeTheTransaction)
      try await store.write { transaction in
        try body(transaction)
        try mishaps.strike(at: .beforeTheCommit)
      }
      try mishaps.strike(at: .afterTheCommit)
    }
    self.init(base, hooks)
  }
}

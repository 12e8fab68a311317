import StorageContract

/// The writes of a store, counted, and held or refused before they reach it.
struct InterceptedWrites {
  let store: any Store
  private let writes = Remembered(0)

  /// - Parameter beforeWrite: called with each write's number, counted from 1; throws to refuse it.
  init(of base: any Store, before beforeWrite: @escaping @Sendable (_ number: Int) async throws -> Void) {
    var hooks = StoreHooks()
    hooks.write = { [writes] store, body in
      try await beforeWrite(
        writes.withValue { writes in
          writes += 1
          return writes
        })
      try await store.write(body)
    }
    store = InterposedStore(base, hooks)
  }

  var count: Int { writes.now }
}

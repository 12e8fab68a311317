import StorageContract

/// A volatile store that outlives its handles: its data live as long as its location, not as long as one opening of it.
actor KeptStore {
  private let base: any Store
  private var isOpen: Remembered<Bool>?

  init(_ base: any Store) {
    self.base = base
  }

  /// Another handle on the same data.
  /// - Throws: ``StoreError/inUse(path:)`` while the last one is open.
  func reopened() throws -> any Store {
    if isOpen?.now == true { throw StoreError.inUse(path: "memory") }
    let isOpen = Remembered(true)
    self.isOpen = isOpen
    return InterposedStore(
      base,
      StoreHooks { kind, carryOut in
        if kind == .close { return isOpen.set(false) }
        guard isOpen.now else { throw StoreError.closed }
        try await carryOut()
      })
  }
}

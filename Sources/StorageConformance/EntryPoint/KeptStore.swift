import StorageContract

/// A volatile store that outlives its handles: its data live as long as its location, not as long as one opening of it.
actor KeptStore {
  private let base: any Store
  private var isOpen: Remembered<Bool>?
  /// A handle that was dropped holds nothing.
  private weak var handle: InterposedStore?

  init(_ base: any Store) {
    self.base = base
  }

  /// Another handle on the same data.
  /// - Throws: ``StoreError/inUse(path:)`` while the last one is open.
  func reopened() throws -> any Store {
    if isOpen?.now == true, handle != nil { throw StoreError.inUse(path: "memory") }
    let isOpen = Remembered(true)
    self.isOpen = isOpen
    let handle = InterposedStore(
      base,
      StoreHooks { kind, carryOut in
        if kind == .close { return isOpen.set(false) }
        guard isOpen.now else { throw StoreError.closed }
        try await carryOut()
      })
    self.handle = handle
    return handle
  }
}

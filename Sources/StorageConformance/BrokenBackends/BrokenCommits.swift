import StorageContract

/// Acknowledges a transaction before it writes it: that is done at the next call, or at the closing. A cache that is
/// written behind, as BF-9 over kills.
actor WriteBehindStore: WrappingStore {
  nonisolated let base: any Store
  private var owed: [DraftWrite] = []

  init(_ base: any Store) {
    self.base = base
  }

  private func payUp() async throws {
    guard !owed.isEmpty else { return }
    let writes = owed
    owed = []
    try await base.commit(writes)
  }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    try await payUp()
    return try await base.read(body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    try await payUp()
    let draft = try await base.draft(body)
    let result = try draft.outcome.get()
    owed = draft.writes
    return result
  }

  func close() async throws {
    try await payUp()
    try await base.close()
  }
}

/// Commits the changes of a transaction one after the other, each on its own.
actor PiecemealStore: WrappingStore {
  enum Order: Sendable {
    case asTheyCome
    /// The schema version in a transaction of its own before the rest.
    case versionFirst
  }

  nonisolated let base: any Store
  private let order: Order

  init(_ base: any Store, order: Order = .asTheyCome) {
    self.base = base
    self.order = order
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let draft = try await base.draft(body)
    let result = try draft.outcome.get()
    switch order {
    case .asTheyCome:
      for write in draft.writes { try await base.commit([write]) }
    case .versionFirst:
      let versions = draft.writes.filter(\.isSchemaVersion)
      if !versions.isEmpty { try await base.commit(versions) }
      try await base.commit(draft.writes.filter { !$0.isSchemaVersion })
    }
    return result
  }
}

/// Takes no more writes once one has failed.
actor StuckStore: WrappingStore {
  nonisolated let base: any Store
  private var failure: StoreError?

  init(_ base: any Store) {
    self.base = base
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    if let failure { throw failure }
    do {
      return try await base.write(body)
    } catch let error as StoreError {
      failure = error
      throw error
    }
  }
}

/// Does not tell an error that changed nothing from one after which nothing is known.
actor VagueStore: WrappingStore {
  nonisolated let base: any Store

  init(_ base: any Store) {
    self.base = base
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    do {
      return try await base.write(body)
    } catch let error as StoreError {
      throw StoreError.lost(reason: "\(error)")
    }
  }
}

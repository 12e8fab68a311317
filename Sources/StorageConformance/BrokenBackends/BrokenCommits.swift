import StorageContract

/// Acknowledges a transaction before it writes it: that is done at the next call, or at the closing. A cache that is
/// written behind, as BF-9 over kills.
actor WriteBehindStore: WrappingStore {
  nonisolated let base: any Store
  private var owed: [NotedWrite] = []

  init(_ base: any Store) {
    self.base = base
  }

  private func payUp() async throws {
    guard !owed.isEmpty else { return }
    let writes = owed
    owed = []
    try await base.write { transaction in
      for write in writes { try write.apply(to: transaction) }
    }
  }

  func read<Result: Sendable>(_ body: @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
    try await payUp()
    return try await base.read(body)
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    try await payUp()
    let (result, writes) = try await base.rehearse(body)
    owed = writes
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
    let (result, writes) = try await base.rehearse(body)
    switch order {
    case .asTheyCome:
      for write in writes { try await base.write { try write.apply(to: $0) } }
    case .versionFirst:
      let versions = writes.filter(\.isSchemaVersion)
      if !versions.isEmpty { try await base.write { for write in versions { try write.apply(to: $0) } } }
      try await base.write { for write in writes where !write.isSchemaVersion { try write.apply(to: $0) } }
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

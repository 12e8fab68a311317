/// One change of a store's layout. It leads from one schema version to the next.
public struct StoreMigrationStep: Sendable {
  /// The schema version that the contents have afterwards.
  public let version: Int64
  let apply: @Sendable (any WriteTransaction) throws -> Void

  /// - Parameter apply: changes the records. It need not set the schema version.
  public init(to version: Int64, _ apply: @escaping @Sendable (any WriteTransaction) throws -> Void) {
    self.version = version
    self.apply = apply
  }
}

/// Why a store was not migrated. The store is as it was before.
public enum StoreMigrationError: Error, Sendable, Equatable {
  /// A newer release wrote the store, and this release does not know its layout.
  case newerStore(found: Int64, known: Int64)
  /// Two steps lead to the same version.
  case ambiguousStep(version: Int64)
}

extension Store {
  /// Migrates the contents to schema version `version`: runs the steps from the store's version up to it, in the
  /// order of their versions, independent of their order in the list, and sets the version.
  ///
  /// The migration is one transaction. If a step throws, the commit fails or the process dies, the store keeps the
  /// old contents with the old version. The migration does not touch a store that is already at `version`. It skips
  /// versions without a step, and steps beyond `version`.
  ///
  ///     try await store.migrate(to: 2, steps: [
  ///       StoreMigrationStep(to: 1) { try $0.put(["name": .text("Inbox")], at: "inbox", in: "lists") },
  ///       StoreMigrationStep(to: 2) { transaction in … },
  ///     ])
  /// - Returns: the schema version that the store had.
  /// - Throws: ``StoreMigrationError``; what a step throws; ``StoreError`` as of ``Store/write(_:)``.
  @discardableResult
  public func migrate(to version: Int64, steps: [StoreMigrationStep]) async throws -> Int64 {
    let steps = steps.sorted { $0.version < $1.version }
    for (step, next) in zip(steps, steps.dropFirst()) where step.version == next.version {
      throw StoreMigrationError.ambiguousStep(version: step.version)
    }
    // A store that is up to date, as on nearly every launch, is not written to.
    let current = try await read { try $0.schemaVersion() }
    if current == version { return current }
    return try await write { transaction in
      let found = try transaction.schemaVersion()
      if found == version { return found }
      guard found < version else { throw StoreMigrationError.newerStore(found: found, known: version) }
      for step in steps where step.version > found && step.version <= version {
        try step.apply(transaction)
      }
      try transaction.setSchemaVersion(version)
      return found
    }
  }
}

extension StoreMigrationError: CustomStringConvertible {
  /// A sentence: what was wrong, and what would be valid.
  public var description: String {
    switch self {
    case .newerStore(let found, let known):
      "The store has schema version \(found), but this release knows versions up to \(known) only; open it with a newer release."
    case .ambiguousStep(let version):
      "Two steps lead to schema version \(version); give each version one step."
    }
  }
}

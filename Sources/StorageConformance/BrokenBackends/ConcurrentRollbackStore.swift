import PropertyTesting
import StorageContract

extension Fault<LawSubject> {
  static let usesUpVersionsOnRollback = overEachStore(
    "usesUpVersionsOnRollback", "uses up the versions of what is rolled back") {
    ConcurrentRollbackStore($0, .usesUpVersions)
  }

  static let changesErrors = overEachStore("changesErrors", "throws an error of its own in place of the closure's") {
    ConcurrentRollbackStore($0, .changesErrors)
  }

  /// As a store does that sets it outside of the transaction.
  static let keepsTheSchemaVersionOnRollback = overEachStore(
    "keepsTheSchemaVersionOnRollback", "keeps the schema version of what is rolled back") {
    ConcurrentRollbackStore($0, .keepsTheSchemaVersion)
  }
}

/// A rollback leaves something behind, or comes out as something else.
private actor ConcurrentRollbackStore: WrappingStore {
  enum Defect {
    case usesUpVersions, changesErrors, keepsTheSchemaVersion
  }

  nonisolated let base: any Store
  private let defect: Defect

  init(_ base: any Store, _ defect: Defect) {
    self.base = base
    self.defect = defect
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let draft = try await base.draft(body)
    do {
      let result = try draft.outcome.get()
      try await base.commit(draft.writes)
      return result
    } catch {
      switch defect {
      case .changesErrors: throw StoreError.io(operation: "commit", path: "", reason: "\(error)")
      case .keepsTheSchemaVersion:
        try await base.commit(draft.writes.filter(\.isSchemaVersion))
      case .usesUpVersions:
        let count = draft.writes.filter { if case .put = $0 { true } else { false } }.count
        // In a collection that was empty and is so again.
        try await base.write { transaction in
          for _ in 0..<count { try transaction.put([:], at: "k", in: "of_a_rollback") }
          if count > 0 { try transaction.delete("k", in: "of_a_rollback") }
        }
      }
      throw error
    }
  }
}

import StorageContract
import Synchronization

/// Defects of transactions, conditions and durability.
extension BackendDefect {
  public static let losesLastWriteOfABatch = BackendDefect(
    "BF-1", "losesLastWriteOfABatch",
    "Of a transaction with several writes, the last one is lost on commit."
  ) { LostLastWrite() }

  public static let keepsFirstWriteOnRollback = BackendDefect(
    "BF-2", "keepsFirstWriteOnRollback", "A rollback keeps the transaction's first write."
  ) { KeptFirstWrite() }

  public static let bringsDeletedRecordsBack = BackendDefect(
    "BF-7", "bringsDeletedRecordsBack", "Deleted records are there again after a reopen."
  ) { DeletedRecordsReturn() }

  /// The last four acknowledged transactions were only ever in a cache. What was there before them comes back
  /// with new versions, since a store never uses a version twice.
  public static let losesUnflushedWrites = BackendDefect(
    "BF-9", "losesUnflushedWrites",
    "The latest acknowledged transactions are visible until a close and reopen, then gone."
  ) { UnflushedWrites() }

  public static let interleavesTransactions = BackendDefect(
    "BF-11", "interleavesTransactions",
    "A transaction computes on the state it finds, and writes after others have come in between."
  ) { InterleavedTransactions() }

  public static let swallowsWriteErrors = BackendDefect(
    "BF-14", "swallowsWriteErrors", "A write or commit that fails is reported as done."
  ) { SwallowedErrors() }

  public static let ignoresTheVersion = BackendDefect(
    "BF-15", "ignoresTheVersion", "Compare-and-set replaces the record whatever its version."
  ) { IgnoredVersion() }
}

private struct LostLastWrite: DefectBehavior {
  func willCommit(_ writes: [DefectiveWrite], in transaction: any WriteTransaction) throws {
    guard writes.count > 1, let last = writes.last else { return }
    try last.apply(last.before?.fields, to: transaction)
  }
}

private struct KeptFirstWrite: DefectBehavior {
  func didRollBack(_ writes: [DefectiveWrite], of store: any Store) async {
    guard let first = writes.first else { return }
    // A defect that cannot be committed on top of the failure is not seen this time.
    try? await store.write { try first.apply(first.after, to: $0) }
  }
}

private struct DeletedRecordsReturn: DefectBehavior {
  private let deleted = Shared<[RecordID: DefectiveWrite]>([:])

  func didCommit(_ writes: [DefectiveWrite]) {
    deleted.value.withLock { deleted in
      for write in writes { deleted[write.id] = write.after == nil ? write : nil }
    }
  }

  func willClose(_ store: any Store) async throws {
    let writes = deleted.value.withLock { deleted in
      defer { deleted = [:] }
      return deleted.values.sorted { ($0.collection, KeyBytes($0.key)) < ($1.collection, KeyBytes($1.key)) }
    }
    guard !writes.isEmpty else { return }
    try await store.write { transaction in
      for write in writes { try write.apply(write.before?.fields, to: transaction) }
    }
  }
}

private struct UnflushedWrites: DefectBehavior {
  private static let flushInterval = 4
  /// By transaction, oldest first.
  private let unflushed = Shared<[[DefectiveWrite]]>([])

  func didCommit(_ writes: [DefectiveWrite]) {
    guard !writes.isEmpty else { return }
    unflushed.value.withLock { unflushed in
      unflushed.append(writes)
      if unflushed.count > Self.flushInterval { unflushed = [] }
    }
  }

  func willClose(_ store: any Store) async throws {
    let lost = unflushed.value.withLock { unflushed in
      defer { unflushed = [] }
      return unflushed.joined().reversed()
    }
    guard !lost.isEmpty else { return }
    try await store.write { transaction in
      for write in lost { try write.apply(write.before?.fields, to: transaction) }
    }
  }
}

private struct InterleavedTransactions: DefectBehavior {
  var interleaves: Bool { true }
}

private struct SwallowedErrors: DefectBehavior {
  var swallowsErrors: Bool { true }
}

private struct IgnoredVersion: DefectBehavior {
  func expected(_ version: Int64, actual: Int64?) -> Int64 { actual ?? version }
}

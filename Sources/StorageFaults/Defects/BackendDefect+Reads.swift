import StorageContract
import Synchronization

/// Defects of what is read.
extension BackendDefect {
  public static let servesStaleReads = BackendDefect(
    "BF-3", "servesStaleReads", "Reads serve the record as it was before the last overwrite."
  ) { StaleReads() }

  public static let limitsScans = BackendDefect(
    "BF-10", "limitsScans", "A scan returns at most 16 records: a page limit nobody told of."
  ) { ScanDefect { Array($0.prefix(16)) } }

  public static let scansInInsertionOrder = BackendDefect(
    "BF-12", "scansInInsertionOrder", "A scan returns records in the order they were written."
  ) { ScanDefect { $0.sorted { $0.version < $1.version } } }

  public static let scansOldAndNew = BackendDefect(
    "BF-20", "scansOldAndNew", "A scan returns an overwritten record's old state beside the new one."
  ) { OldAndNew() }
}

/// A defect that changes what a scan returns.
private struct ScanDefect: DefectBehavior {
  let change: @Sendable ([Record]) -> [Record]

  func scanned(_ records: [Record], in collection: String) -> [Record] { change(records) }
}

/// The state of every overwritten record before its latest overwrite.
private final class Overwritten: Sendable {
  private let records = Mutex<[RecordID: Record]>([:])

  func note(_ writes: [DefectiveWrite]) {
    records.withLock { records in
      for write in writes {
        records[write.id] = write.after == nil ? nil : write.before
      }
    }
  }

  func record(_ key: String, in collection: String) -> Record? {
    records.withLock { $0[RecordID(collection: collection, key: KeyBytes(key))] }
  }
}

private struct StaleReads: DefectBehavior {
  private let overwritten = Overwritten()

  func didCommit(_ writes: [DefectiveWrite]) { overwritten.note(writes) }

  func fetched(_ record: Record?, at key: String, in collection: String) -> Record? {
    record.map { overwritten.record($0.key, in: collection) ?? $0 }
  }

  func scanned(_ records: [Record], in collection: String) -> [Record] {
    records.map { overwritten.record($0.key, in: collection) ?? $0 }
  }
}

private struct OldAndNew: DefectBehavior {
  private let overwritten = Overwritten()

  func didCommit(_ writes: [DefectiveWrite]) { overwritten.note(writes) }

  func scanned(_ records: [Record], in collection: String) -> [Record] {
    records.flatMap { record in
      [overwritten.record(record.key, in: collection), record].compactMap { $0 }
    }
  }
}

import DeterministicScheduling
import Foundation
import PropertyTesting
import StorageContract

/// STO-52…54: backups.
extension LifeCycleLaws {
  static let restoresWhatWasBackedUp = StorageLaw(
    .lifeCycle, needs: [.backup], weight: 4,
    Requirement(
      "STO-52", "Backup, then restore, is identity",
      says: """
        A backup, be it the first of an opening or a later one, can be restored into the same store after further changes, \
        or into another one of the same kind. The store then has exactly the contents at the time of the backup: records with \
        their versions, schema version and put counter. Versions go on from there. So versions that \
        were given out after the backup may come again for other records, but no version of a restored \
        record does. The path of a backup must not exist: the store leaves an existing file as it is, \
        and a failed backup leaves no file.
        """,
      mustCatch: [
        .overwritesBackups, .restoresOnTop, .countsARestoreAsAPut, .backsUpNoSchemaVersion,
        .leavesATemporaryFile, .losesRecordsBetweenPagesOfBackups, .forgetsARestoreWithoutAWrite, .repeatsItsFirstBackup,
      ]
    ).holds(
      forAll: .zip(
        .array(of: .historyChange, count: 0...6), .optional(.int64SchemaVersion),
        .array(of: .historyChange, count: 0...4), .array(of: .historyChange, count: 0...2), .historyBulk),
      requiring: [
        "changes afterwards": 0.3, "restores over other records": 0.15, "backs up nothing": 0.02, "many records": 0.2,
      ]
    ) { generated, subject, trial in
      let (before, schemaVersion, after, elsewhere, bulk) = generated
      var session = try await HistorySession(at: subject.location, trial)
      try await session.write(before + bulk.calls + HistoryCall.setting(schemaVersion))
      trial.label("many records", if: bulk.isLong)
      trial.label("changes afterwards", if: !after.isEmpty)
      trial.label("backs up nothing", if: session.model.records.isEmpty)
      try await LawFolder.with { folder in
        let path = folder.file("backup")
        let dump = try await session.store.dumped()
        trial.note("back up")
        try await session.store.backup(to: path)
        try expect("files that a backup makes", try folder.contents, equals: ["backup"])
        let bytes = try folder.read("backup")
        let backedUp = session.model
        try await session.write(after)

        let again = await storeErrorKind { [store = session.store] in try await store.backup(to: path) }
        try expect("a backup to a path that exists", again, equals: "io")
        let lost = await storeErrorKind { [store = session.store] in
          try await store.backup(to: folder.file("missing/backup"))
        }
        try expect("a backup to a folder that is missing", lost, equals: "io")
        try expect("files after backups that failed", try folder.contents, equals: ["backup"])
        try expect("the first backup is as it was", try folder.read("backup") == bytes)

        trial.note("restore into the same store")
        try await session.store.restore(from: path)
        session.model = backedUp
        try await session.audit("restored, ")
        try expect("dump, restored", try await session.store.dumped(), equals: dump)
        try await session.write([.put(RecordPlace("next", in: "c"), [:])])
        trial.note("back up once more")
        let later = folder.file("later")
        try await session.store.backup(to: later)
        let backedUpLater = session.model
        try await session.reopen()

        var other = try await HistorySession(at: try await subject.makeLocation(), trial)
        try await other.write(elsewhere)
        trial.label("restores over other records", if: !other.model.records.isEmpty)
        trial.note("restore the later backup into the other store")
        try await other.store.restore(from: later)
        other.model = backedUpLater
        try await other.audit("restored elsewhere, ")
        // Nothing is written in between, which could make up for what the restore itself has not kept.
        try await other.reopen()
        try await other.write([.put(RecordPlace("next", in: "c"), [:])])
        try await other.reopen()
        try await other.close()
      }
      try await session.close()
    })

  static let backsUpOneState = StorageLaw(
    .lifeCycle, needs: [.backup], weight: 4,
    Requirement(
      "STO-53", "A backup taken under writes is one consistent snapshot",
      says: """
        A backup that is taken while others write holds the state between two of their transactions: \
        all writes of a transaction or none, in all collections. The writes go on as if there were no \
        backup.
        """,
      needs: [.storage, .concurrency],
      mustCatch: [.backsUpInPieces]
    ).holds(
      forAll: .zip(.int(in: 1...3), .int(in: 1...3)), scheduled: .mixed, requiring: ["in the middle": 0.1]
    ) { counts, subject, trial in
      let (writers, rounds) = counts
      let store = try await subject.location.open()
      try await LawFolder.with { folder in
        let path = folder.file("backup")
        let tasks = (0..<writers).map { writer in
          Task(name: "writer \(writer)") {
            for _ in 0..<rounds { try await store.write { try countUp(in: $0) } }
          }
        }
        let backup = Task(name: "backup") { try await store.backup(to: path) }
        for task in tasks { try await task.value }
        try await backup.value
        try expect("updates of the store", try await store.read { try updates(in: $0) }, equals: writers * rounds)
        try await store.restore(from: path)
        let found = try await store.read { try updates(in: $0) }
        try expect("\(found) of \(writers * rounds) updates", (0...writers * rounds).contains(found))
        trial.label("in the middle", if: (1..<writers * rounds).contains(found))
      }
      try await store.close()
    })

  /// Adds one to a number in each of three collections.
  private static func countUp(in transaction: any WriteTransaction) throws {
    for collection in ["a", "b", "c"] {
      let next = try number(in: collection, transaction) &+ 1
      try transaction.put(["n": .int64(Int64(next))], at: "number", in: collection)
    }
  }

  private static func updates(in transaction: any ReadTransaction) throws -> Int {
    let first = try number(in: "a", transaction)
    for collection in ["b", "c"] {
      let updates = try number(in: collection, transaction)
      try expect("updates of \(collection), where a has \(first)", updates, equals: first)
    }
    return first
  }

  private static func number(in collection: String, _ transaction: any ReadTransaction) throws -> Int {
    guard case .int64(let number)? = try transaction.get("number", in: collection)?.fields["n"] else { return 0 }
    return Int(number)
  }

  static let refusesAlteredBackups = StorageLaw(
    .lifeCycle, needs: [.backup, .checkedBackups], weight: 4,
    Requirement(
      "STO-54", "An altered backup is refused, and changes nothing",
      says: """
        The store refuses a file as damaged if it is not a backup or differs from one in a single \
        bit, is cut short or has data appended. It refuses a path without a file with an I/O error. \
        The store then stays as it was and goes on. The unaltered backup can still be restored. A file \
        that the store has restored before, and that is altered since, is refused like any other. All \
        this also holds for backups of more than 4 KiB, 64 KiB and 1 MiB.
        """,
      mustCatch: [
        .takesAlteredBackups, .restoresBackupsCutAtALine, .emptiesTheStoreBeforeRestoring, .trustsWhatItHasRestored,
        .sumsTheFirst64KilobytesOfBackups,
      ]
    ).holds(
      forAll: .zip(
        .array(of: .historyChange, count: 0...6), .array(of: .historyChange, count: 1...3),
        .array(of: .zip(.backupAlteration, .onceIn(3)), count: 2...6), .backupSize),
      requiring: [
        "cut": 0.15, "flipped": 0.15, "appended": 0.02, "foreign": 0.01, "empty": 0.02, "missing": 0.01,
        "restored before": 0.2, "more than 64 KiB": 0.2,
      ]
    ) { generated, subject, trial in
      let (before, after, alterations, size) = generated
      var session = try await HistorySession(at: subject.location, trial)
      try await session.write(before)
      if size > 0 { try await session.write(HistoryCall.filling(size, upTo: subject.capabilities.maximumFieldSizeBytes)) }
      trial.label("more than 64 KiB", if: size > 65_536)
      try await LawFolder.with { folder in
        trial.note("back up")
        try await session.store.backup(to: folder.file("backup"))
        let bytes = try folder.read("backup")
        let backedUp = session.model
        try await session.write(after)
        for (number, (alteration, isRestoredBefore)) in alterations.enumerated() {
          trial.label(alteration.name)
          trial.label("restored before", if: isRestoredBefore)
          let name = "altered-\(number)"
          if isRestoredBefore {
            trial.note("restore a copy of the backup")
            try folder.write(bytes, to: name)
            try await session.store.restore(from: folder.file(name))
            session.model = backedUp
            try await session.write(after)
            try folder.remove(name)
          }
          if let altered = alteration.altered(bytes) { try folder.write(altered, to: name) }
          trial.note("restore \(isRestoredBefore ? "the copy, which" : "a backup that") is \(alteration)")
          let found = await storeErrorKind { [store = session.store] in
            try await store.restore(from: folder.file(name))
          }
          try expect("a backup that is \(alteration)", found, equals: alteration.expected)
          try await session.audit("after that, ")
        }
        // The next version, too, is as if nothing had been tried.
        try await session.write([.put(RecordPlace("next", in: "c"), [:])])
        trial.note("restore the backup as it was")
        try await session.store.restore(from: folder.file("backup"))
        session.model = backedUp
        try await session.audit("restored, ")
      }
      try await session.close()
    })
}

extension Generator where Value == Int {
  /// Bytes beside the drawn records, mostly some more than a checksum or a buffer may stop at.
  fileprivate static let backupSize = frequency(
    (8, .constant(0)), (2, .constant(5_000)), (9, .constant(100_000)), (1, .constant(1_200_000)))
}

extension HistoryCall {
  /// Puts of so many bytes of text.
  fileprivate static func filling(_ sizeBytes: Int, upTo limit: Int) -> [HistoryCall] {
    let text = String(repeating: "long ", count: min(limit, 20_000) / 5)
    return (0..<max(1, sizeBytes / max(1, text.utf8.count))).map { .put(RecordPlace("filling \($0)", in: "c"), ["t": .text(text)]) }
  }
}

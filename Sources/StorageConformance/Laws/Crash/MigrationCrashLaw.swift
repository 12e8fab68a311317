import PropertyTesting
import StorageContract

extension CrashLaws {
  static let migrationIsOldOrNew = StorageLaw(
    .lifeCycle, needs: [.kills], weight: 4,
    Requirement(
      "STO-56", "A crash during a migration leaves the old or the new contents",
      says: """
        The law kills the store's process with `kill -9` during a migration of several steps: between \
        two of their calls, or during one. When it is opened again, the store has the old schema \
        version with all old records, or the new one with all new records. A second migration leads to \
        the new state in both cases, and a third changes nothing.
        """,
      needs: [.storage],
      mustCatch: [
        .commitsTheChangesOfATransactionOneByOne,
        .overEachStore("commitsTheSchemaVersionFirst", "commits the schema version first") {
          $0.commitOneByOne(.versionFirst)
        },
        .over(.losesLastWriteOfABatch),
      ]
    ).holds(forAll: .migrationCrash, requiring: ["cut off": 0.04, "new": 0.04]) { input, subject, trial in
      guard let process = subject.process else { throw StoreError.unsupported("a process to kill") }
      let store = try await subject.location.open()
      try await store.write { transaction in
        for number in 0..<input.records {
          try transaction.put(["name": .text("record \(number)")], at: "k\(number)", in: "old")
        }
        try transaction.setSchemaVersion(1)
      }
      let old = try await CrashContents(of: store)
      try expect("the number of records in a new store, after \(input.records) puts", old.records.count, equals: input.records)
      guard let identifier = await process.processIdentifier else { throw StoreError.unsupported("a process to kill") }

      subject.killPoints.arm(identifier, input.moment)
      do {
        try await store.migrate(to: 3, steps: Self.steps)
        trial.note("the migration is acknowledged")
      } catch let error as StoreError {
        trial.note("the migration is cut off: \(error)")
        trial.label("cut off")
      }
      _ = subject.killPoints.disarm()
      trial.note("kill -9")
      await process.kill()
      try? await store.close()

      let reopened = try await subject.location.open()
      let found = try await CrashContents(of: reopened)
      if found.schemaVersion == 3 {
        trial.label("new")
      } else {
        try expect("the contents after the crash", found, equals: old)
        trial.label("old")
      }
      try await reopened.migrate(to: 3, steps: Self.steps)
      let new = try await CrashContents(of: reopened)
      try expect("the schema version in the end", new.schemaVersion, equals: 3)
      try expect(
        "the records after the migration", new.records.mapValues(\.fields),
        equals: Self.migrated(old.records.mapValues(\.fields)))
      if found.schemaVersion == 3 { try expect("a second migration changes nothing", new, equals: found) }
      try await reopened.close()
    })

  /// Every record gets a field, then moves to another collection.
  private static let steps = [
    StoreMigrationStep(to: 2) { transaction in
      for record in try transaction.scan("old") {
        var fields = record.fields
        fields["done"] = .bool(false)
        try transaction.put(fields, at: record.key, in: "old")
      }
    },
    StoreMigrationStep(to: 3) { transaction in
      for record in try transaction.scan("old") {
        try transaction.put(record.fields, at: record.key, in: "new")
        try transaction.delete(record.key, in: "old")
      }
    },
  ]

  /// What comes of the old records, by path.
  private static func migrated(_ old: [String: [String: FieldValue]]) -> [String: [String: FieldValue]] {
    old.reduce(into: [:]) { migrated, entry in
      migrated["new/" + entry.key.dropFirst("old/".count)] = entry.value.merging(["done": .bool(false)]) { $1 }
    }
  }
}

/// A migration, and where it is cut off.
struct MigrationCrash: Sendable {
  let records: Int
  let moment: KillMoment
}

extension Generator where Value == MigrationCrash {
  fileprivate static let migrationCrash = Generator { source in
    let records = try source(.int(in: 1...12))
    // A good store makes three calls for a record and a few more, a bad one twice as many.
    return MigrationCrash(
      records: records, moment: try source(.killMoment(calls: .int(in: 0...(8 * records + 12)), commits: 0...1)))
  }
}

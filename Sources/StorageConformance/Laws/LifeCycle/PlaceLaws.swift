import Foundation
import PropertyTesting
import StorageContract

/// STO-57…59: what lies at a place.
extension LifeCycleLaws {
  static let compactsAway = StorageLaw(
    .lifeCycle, needs: [.compaction], weight: 2,
    Requirement(
      "STO-57", "Compaction leaves nothing of deleted or replaced values",
      says: """
        A compaction rewrites the store's files so that no part of a deleted or replaced value is left \
        in them. It leaves the contents as they are: records, versions, schema version, and the version \
        of the next put. If a location cannot say which bytes are on its disk, the law compares only the \
        contents.
        """,
      mustCatch: [
        .over(.keepsDeletedPlaintext), .losesTheNewestRecordInACompaction, .renumbersInACompaction,
        .losesRecordsBetweenPagesInACompaction, .roundsTheSchemaVersionInACompaction,
      ]
    ).holds(
      forAll: .zip(
        .array(of: .historyChange, count: 0...4), .optional(.int64SchemaVersion), .array(of: .compactionRound, count: 1...3),
        .historyBulk),
      requiring: ["deletes": 0.3, "replaces": 0.3, "many records": 0.2, "sets the schema version": 0.4]
    ) { generated, subject, trial in
      let (setUp, schemaVersion, rounds, bulk) = generated
      var session = try await HistorySession(at: subject.location, trial)
      // Emptied before the first compaction: what a store has numbered behind it may move.
      let emptied = RecordPlace("first", in: "emptied")
      try await session.write([.put(emptied, [:])])
      try await session.write(setUp + HistoryCall.setting(schemaVersion) + bulk.calls)
      trial.label("sets the schema version", if: schemaVersion != nil)
      trial.label("many records", if: bulk.isLong)
      for (number, round) in rounds.enumerated() {
        let gone = (0..<round.count).map { "gone-\(number)-\($0)-marker" }
        for marker in gone {
          try await session.write([.put(RecordPlace(marker, in: "c"), ["t": .text("value of \(marker)")])])
        }
        try await session.write(
          gone.map {
            round.replaces
              ? .put(RecordPlace($0, in: "c"), ["t": .text("kept")]) : .delete(RecordPlace($0, in: "c"))
          })
        trial.label(round.replaces ? "replaces" : "deletes")
        if number == 0 { try await session.write([.delete(emptied)]) }
        trial.note("compact")
        try await session.store.compact()
        try await session.audit("compacted, ")
        try await session.close()
        if let raw = try await raw(at: subject.location) {
          for marker in gone {
            let (key, value) = (Data(marker.utf8), Data("value of \(marker)".utf8))
            try expect("“value of \(marker)” is not in the files", raw.range(of: value) == nil)
            try expect("the key \(marker) is not in the files", round.replaces || raw.range(of: key) == nil)
          }
          try expect("something is in the files", !raw.isEmpty)
        }
        try await session.openAgain()
      }
      try await session.write([.put(RecordPlace("next", in: "c"), [:])])
      try await session.close()
    })

  /// Nil where the location cannot tell.
  private static func raw(at location: any StoreLocation) async throws -> Data? {
    do {
      return Data(try await location.rawBytes())
    } catch StoreError.unsupported {
      return nil
    }
  }

  static let sharesNothing = StorageLaw(
    .lifeCycle,
    Requirement(
      "STO-58", "Locations share nothing, and a recycled one is as new",
      says: """
        A change at one location does not show at another, while both are open and afterwards. A \
        location that the backend hands out is empty, even if the backend had it before and took it \
        back, perhaps with a store still open: no record, schema version 0, and the first put has \
        version 1. The store that was open there is closed.
        """,
      mustCatch: [.handsOutOnePlace, .takesBackWithTheSchemaVersion, .takesBackWithTheCounter]
    ).holds(
      forAll: .zip(
        .array(of: .zip(.bool, .array(of: .historyChange, count: 1...3)), count: 1...4),
        .array(of: .historyChange, count: 0...3), .bool),
      requiring: ["writes to both": 0.1, "is taken back open": 0.2]
    ) { generated, subject, trial in
      let (batches, traces, closes) = generated
      trial.label("is taken back open", if: !closes)
      trial.label("writes to both", if: Set(batches.map(\.0)).count == 2)
      let model = HistoryModel()
      let left = Remembered<(any Store)?>(nil)
      trial.note("use another location\(closes ? ", close its store" : ""), and have it taken back")
      let recycled = try await subject.makeRecycledLocation { location in
        let store = try await location.open()
        left.set(store)
        try await store.write { transaction in
          for call in traces { _ = try call.answer(of: transaction) }
          try transaction.setSchemaVersion(7)
        }
        if closes { try await store.close() }
      }
      let found = await storeErrorKind { try await left.now?.read { _ in } }
      try expect("reading a store whose place was taken back", found, equals: "closed")
      left.set(nil)
      var first = try await HistorySession(at: subject.location, trial)
      var second = try await HistorySession(at: recycled, trial)
      try expect("dump of a recycled location", try await second.store.dumped(), equals: StoreDump("schemaVersion 0\n"))
      second.model = model
      try await second.audit("at a recycled location, ")
      for (toFirst, calls) in batches {
        trial.note(toFirst ? "at the first location:" : "at the second location:")
        if toFirst { try await first.write(calls) } else { try await second.write(calls) }
        try await first.audit("at the first location, ")
        try await second.audit("at the second location, ")
      }
      try await first.reopen()
      try await second.reopen()
      try await first.close()
      try await second.close()
    })

  static let dumpsAsMemoryDoes = StorageLaw(
    .lifeCycle,
    Requirement(
      "STO-59", "The same history gives the same dump as in memory",
      says: """
        The same history gives the same dump, to the byte, as on the store in memory: after every step, \
        after a reopening, and, if the backend has backups, after a backup and its restore.
        """,
      mustCatch: [
        .over(.passesNumbersThroughDouble), .over(.truncatesDates), .over(.losesLastWriteOfABatch),
        .over(.scansInInsertionOrder), .forgetsTheSchemaVersionOnceClosed,
      ]
    ).holds(
      forAll: .array(of: .historyStep, count: 1...8),
      requiring: ["reopens in the middle": 0.1, "holds records": 0.3]
    ) { steps, subject, trial in
      var session = try await HistorySession(at: subject.location, trial)
      var memory = try await HistorySession(at: try await MemoryBackend().makeLocation(), nil)
      var results = HistoryResults()
      var memoryResults = HistoryResults()
      var hasBackedUp = false
      session.comparesDumpsOnly = true
      memory.comparesDumpsOnly = true
      for step in steps {
        try await session.make(step, &results)
        try await memory.make(step, &memoryResults)
        if case .reopen = step, subject.capabilities.backup, !hasBackedUp {
          hasBackedUp = true
          try await LawFolder.with { folder in
            trial.note("back up and restore")
            try await session.store.backup(to: folder.file("backup"))
            try await session.store.restore(from: folder.file("backup"))
          }
        }
        let expected = try await memory.store.dumped()
        try expect("dump", try await session.store.dumped(), equals: expected)
        // Its share is that of all cases, whether the backend has backups or not.
        if case .reopen = step { trial.label("reopens in the middle") }
        trial.label("holds records", if: !session.model.records.isEmpty)
      }
      try await session.reopen()
      try expect("dump at the end", try await session.store.dumped(), equals: try await memory.store.dumped())
      try await session.close()
      try await memory.close()
    })
}

struct CompactionRound: Sendable {
  let count: Int
  let replaces: Bool
}

extension Generator where Value == CompactionRound {
  static var compactionRound: Generator {
    Generator { CompactionRound(count: try $0(.int(in: 1...6)), replaces: try $0(.bool)) }
  }
}

import PropertyTesting
import StorageContract

/// STO-16…18: puts, inserts and deletes.
extension OperationLaws {
  static let readsWhatWasPut = StorageLaw(
    .operations,
    Requirement(
      "STO-16", "Reads return the latest put",
      says: """
        Every read after a put returns the record of that put until the next put, in the same \
        transaction and in later ones, by key and in a scan. A put replaces the whole record: fields \
        that the new put does not give are gone.
        """,
      mustCatch: [
        .over(.servesStaleReads), .over(.scansOldAndNew), .over(.losesLastWriteOfABatch), .mergesFields,
        .readsItsWritesLate,
      ]
    ).holds(
      forAll: .array(of: .array(of: .zip(.historyPlace, .historyFields), count: 1...5), count: 1...6),
      requiring: ["replaces a record": 0.15, "drops a field": 0.05, "replaces within a transaction": 0.1]
    ) { batches, subject, trial in
      var session = try await HistorySession(at: subject.location, trial)
      for batch in batches {
        var calls: [HistoryCall] = []
        for (place, fields) in batch {
          calls += [.put(place, fields), .get(place), .scan(place.collection, from: nil, to: nil, limit: nil)]
          if let earlier = session.model.records[place] {
            trial.label("replaces a record")
            trial.label("drops a field", if: !Set(earlier.fields.keys).isSubset(of: fields.keys))
          }
        }
        trial.label("replaces within a transaction", if: Set(batch.map(\.0)).count < batch.count)
        try await session.write(calls)
        try await session.read(batch.map { .get($0.0) })
      }
      try await session.close()
    })

  static let insertsOnlyWhatIsAbsent = StorageLaw(
    .operations,
    Requirement(
      "STO-17", "An insert leaves a present record alone, and inserts an absent one",
      says: """
        An insert at an absent key puts the record, even if a record was deleted there before, in \
        this transaction or an earlier one. If a record is present, the insert returns nil and \
        changes nothing: not the record, not its version, and not the version of the next put.
        """,
      mustCatch: [
        .over(.losesLastWriteOfABatch), .insertsOverPresentRecords, .insertsNothingWhereARecordWas,
        .countsARefusedInsert,
      ]
    ).holds(
      forAll: .array(
        of: .array(
          of: .frequency((3, .historyDelete), (5, .historyInsert), (1, .historyPut)), count: 2...9), count: 1...6),
      requiring: ["present": 0.25, "absent": 0.7, "deleted before": 0.04]
    ) { batches, subject, trial in
      var session = try await HistorySession(at: subject.location, trial)
      var deleted: Set<RecordPlace> = []
      for batch in batches {
        let answers = try await session.write(batch)
        for (call, answer) in zip(batch, answers) {
          switch (call, answer) {
          case (.delete(let place), .flag(true)): deleted.insert(place)
          case (.insert, .version(nil)): trial.label("present")
          case (.insert(let place, _), .version):
            trial.label("absent")
            trial.label("deleted before", if: deleted.contains(place))
          default: break
          }
        }
      }
      try await session.close()
    })

  static let deletesOnce = StorageLaw(
    .operations,
    Requirement(
      "STO-18", "A delete is done once, and leaves no residue",
      says: """
        A delete returns true if there was a record and false if there was none, for example the \
        second time. The record is gone from every read, in this transaction, after it and after a \
        reopening. A later put at the same key makes a record with only the fields of that put.
        """,
      mustCatch: [.over(.bringsDeletedRecordsBack), .deletesWithoutLooking, .keepsTheFieldsOfDeletedRecords]
    ).holds(
      forAll: .array(of: .array(of: .frequency((3, .historyDelete), (5, .historyPut)), count: 2...9), count: 1...6),
      requiring: ["deletes a record": 0.2, "deletes an absent record": 0.4, "puts where one was deleted": 0.05]
    ) { batches, subject, trial in
      var session = try await HistorySession(at: subject.location, trial)
      var deleted: Set<RecordPlace> = []
      for batch in batches {
        let answers = try await session.write(batch)
        for (call, answer) in zip(batch, answers) {
          switch (call, answer) {
          case (.delete(let place), .flag(true)):
            trial.label("deletes a record")
            deleted.insert(place)
          case (.delete, _): trial.label("deletes an absent record")
          case (.put(let place, _), _): trial.label("puts where one was deleted", if: deleted.contains(place))
          default: break
          }
        }
      }
      try await session.reopen()
      try await session.close()
    })
}

import PropertyTesting
import StorageContract

/// STO-22: whole histories against the model.
extension OperationLaws {
  static let agreesWithTheModel = StorageLaw(
    .operations,
    Requirement(
      "STO-22", "Histories agree with the model",
      says: """
        Whatever a client does to a store, in any order, the store answers like a dictionary whose put \
        counter gives each record its version. The histories have transactions of several operations, \
        some of them rolled back, reads with bounds and limits, refused calls, reopenings, \
        compare-and-sets at the versions of earlier puts, and deletes of keys that earlier scans found. \
        The law compares the whole contents after every step.
        """,
      mustCatch: [
        .over(.losesLastWriteOfABatch), .over(.keepsFirstWriteOnRollback), .over(.servesStaleReads),
        .over(.passesNumbersThroughDouble), .over(.normalizesText), .over(.truncatesDates),
        .over(.bringsDeletedRecordsBack), .over(.sharesNamespaces), .over(.losesUnflushedWrites),
        .over(.limitsScans), .over(.scansInInsertionOrder), .over(.ignoresTheCaseOfKeys),
        .over(.swallowsWriteErrors), .over(.ignoresTheVersion), .over(.dropsEmptyValues),
        .over(.endsValuesAtNUL), .over(.scansOldAndNew), .over(.flipsBitsAtRest),
        .forgetsTheSchemaVersionOnceClosed, .keepsWhatLooksTheSame,
      ]
    ).holds(
      forAll: .array(of: .historyStep, count: 0...20),
      requiring: [
        "rolls back": 0.15, "reopens": 0.2, "compares with an earlier version": 0.15, "uses a scan": 0.01,
        "more than 16 records": 0.02, "refuses": 0.05,
      ]
    ) { steps, subject, trial in
      var session = try await HistorySession(at: subject.location, trial)
      var results = HistoryResults()
      for step in steps {
        try await session.make(step, &results)
        switch step {
        case .write(let commands, let abandoned):
          trial.label("rolls back", if: abandoned)
          trial.label("refuses", if: commands.contains { if case .call(.refused) = $0 { true } else { false } })
        case .reopen: trial.label("reopens")
        case .read: break
        }
        trial.label("more than 16 records", if: session.model.scan("c").count > 16)
      }
      trial.label("compares with an earlier version", if: results.usedEarlierVersion)
      trial.label("uses a scan", if: results.usedScan)
      // What only shows after a reopen shows in every history.
      try await session.reopen()
      try await session.close()
    })
}

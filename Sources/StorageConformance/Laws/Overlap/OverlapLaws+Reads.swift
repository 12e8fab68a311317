import PropertyTesting
import StorageContract

extension OverlapLaws {
  static let noDirtyReads = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 2,
    Requirement(
      "STO-33", "No transaction reads uncommitted writes",
      says: """
        Several stores are open at one location, each with a transaction under way. None sees a write of \
        another transaction until that transaction has committed: not a write that is rolled back later, \
        and not a value that is replaced before the commit. No two of them see each other's writes. \
        Writes that were rolled back do not appear afterwards either: not a put, a delete or the schema version of a \
        transaction that the store refused with `StoreError.conflict`. The law judges only transactions \
        that commit: one that the store itself rolls back may have seen anything.
        """,
      mustCatch: [
        .overlap(.dirtyReads), .overlap(.abortedWritesSurvive), .overlap(.refusedDeletesStay), .overlap(.refusedSchemaVersionStays),
      ]
    ).holds(
      forAll: .script(.dirtyReadsOrRefusals, inTheMiddle: true),
      requiring: ["a rollback": 0.2, "a write replaced": 0.1, "reads between writes": 0.2, "two collections": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label("a rollback", if: script.plans.contains { $0.ending == .rollback })
      trial.label("a write replaced", if: script.plans.contains(where: \.replacesAWrite))
      trial.label(
        "reads between writes", if: script.plans.contains { !$0.isReadOnly && script.isInterrupted($0) })
      try await script.expectNone(
        of: [.thinAirRead, .unseenOwnWrite, .abortedRead, .abortedDelete, .intermediateRead, .circularFlow], subject)
    })

  static let noReadSkew = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 2,
    Requirement(
      "STO-35", "A transaction reads one state",
      says: """
        Apart from its own writes, a transaction reads the state of a single moment, in `read` and in \
        `write`. A record does not change between two reads, and the transaction sees all of another \
        transaction's writes or none, also in several collections. A scan, with or without a limit, a count, a get, the \
        list of collections and the schema version agree. \
        This holds for transactions that commit, whatever else is committed while they are under way.
        """,
      mustCatch: [
        .overlap(.readSkew), .overlap(.readSkewOfCollections), .overlap(.limitsSeeTheLatest), .overlap(.countsSeeTheLatest),
        .overlap(.collectionsSeeTheLatest), .overlap(.schemaVersionSeesTheLatest),
      ]
    ).holds(
      forAll: .script(.readSkew, inTheMiddle: true, layouts: [.together, .apart, .alone, .alone, .alone]),
      requiring: ["a reader interrupted": 0.3, "two records written at once": 0.3, "two collections": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label("a reader interrupted", if: script.plans.contains { $0.isReadOnly && script.isInterrupted($0) })
      trial.label("two records written at once", if: script.plans.contains { $0.writtenKeys.count > 1 })
      try await script.expectNone(of: [.readSkew], subject)
    })
}

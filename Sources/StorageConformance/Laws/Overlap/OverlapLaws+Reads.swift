import PropertyTesting
import StorageContract

extension OverlapLaws {
  static let noDirtyReads = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 2,
    Requirement(
      "STO-33", "No transaction reads what was not committed",
      says: """
        Of several stores at one location, each with a transaction under way, none sees what another one \
        has written until that one has committed: not what is rolled back later, not what is replaced \
        before the commit, and no two see each other's writes. What was rolled back is not there \
        afterwards either. Only transactions that commit are judged: one that the store rolls back \
        itself may have seen anything.
        """,
      mustCatch: [.overlap(.dirtyReads), .overlap(.abortedWritesSurvive)]
    ).holds(
      forAll: .script(.dirtyReads),
      requiring: ["a rollback": 0.3, "a write replaced": 0.12, "reads between writes": 0.3]
    ) { script, subject, trial in
      trial.label("a rollback", if: script.plans.contains { $0.ending == .rollback })
      trial.label("a write replaced", if: script.plans.contains(where: \.replacesAWrite))
      trial.label(
        "reads between writes", if: script.plans.contains { !$0.isReadOnly && script.isInterrupted($0) })
      try await script.expectNone(
        of: [.thinAirRead, .unseenOwnWrite, .abortedRead, .intermediateRead, .circularFlow], subject)
    })

  static let noReadSkew = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 2,
    Requirement(
      "STO-35", "A transaction reads one state",
      says: """
        All that a transaction reads from others, in `read` or in `write`, was there at one time: a \
        record does not change between two reads, of what another transaction wrote at once it sees all \
        or nothing, and a scan, a count and a get agree. That holds for transactions that commit, \
        whatever else is committed while they are under way.
        """,
      mustCatch: [.overlap(.readSkew)]
    ).holds(
      forAll: .script(.readSkew), requiring: ["a reader interrupted": 0.3, "two records written at once": 0.3]
    ) { script, subject, trial in
      trial.label("a reader interrupted", if: script.plans.contains { $0.isReadOnly && script.isInterrupted($0) })
      trial.label("two records written at once", if: script.plans.contains { $0.writtenKeys.count > 1 })
      try await script.expectNone(of: [.readSkew], subject)
    })
}

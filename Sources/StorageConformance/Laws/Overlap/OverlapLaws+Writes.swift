import PropertyTesting
import StorageContract

extension OverlapLaws {
  static let noLostUpdates = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 2,
    Requirement(
      "STO-34", "Overlapping transactions lose no update",
      says: """
        If two transactions overlap, read the same record, or the schema version, and write it again, they do not both commit; an \
        insert and a compare-and-set read what they replace. \
        The second one waits until the first has ended, or is rolled back and throws \
        `StoreError.conflict`. Otherwise, it would overwrite the first one's write without having seen \
        it.
        """,
      mustCatch: [
        .overlap(.lostUpdates), .over(.interleavesTransactions), .overlap(.insertsUnread), .overlap(.compareAndSetsUnread),
        .overlap(.schemaVersionUnread),
      ]
    ).holds(
      forAll: .script(.lostUpdates, inTheMiddle: true), requiring: ["two updates overlap": 0.4, "two collections": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label(
        "two updates overlap",
        if: script.overlaps { one, other in !one.updatedKeys.isDisjoint(with: other.updatedKeys) })
      try await script.expectNone(of: [.lostUpdate, .missingWrite], subject)
    })

  static let noWriteSkew = StorageLaw(
    .transactions, needs: [.simultaneousStores, .serializable], weight: 2,
    Requirement(
      "STO-36", "Overlapping transactions do not skew writes",
      says: """
        If a backend declares serializable isolation, two overlapping transactions do not both commit \
        if each has read a record that the other writes, even if they write different records. Records \
        that a scan or a count did not find count as read too: a transaction that puts one between the \
        bounds is in conflict.
        """,
      mustCatch: [
        .overlap(.writeSkew), .overlap(.phantoms), .overlap(.writeSkewOfCollections), .overlap(.countsUnread),
        .overlap(.writeSkewBesideTheCounter),
      ]
    ).holds(
      forAll: .script(.writeSkew), requiring: ["crossed reads overlap": 0.3, "crossed scans overlap": 0.15, "two collections": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label("crossed reads overlap", if: script.overlaps { one, other in one.crosses(other) })
      trial.label(
        "crossed scans overlap", if: script.overlaps { one, other in one.scans && other.scans && one.crosses(other) })
      try await script.expectNone(of: [.writeSkew, .phantom], subject)
    })

  static let everyCallReads = StorageLaw(
    .transactions, needs: [.simultaneousStores, .serializable],
    Requirement(
      "STO-68", "Every call of a transaction counts as read",
      says: """
        If a backend declares serializable isolation, whatever a transaction was told must hold when it commits: that a \
        scan with a limit found no more, that a range was empty, how many records there were, which collections there \
        were, the schema version, that an insert found a record, and that a delete found none. Of \
        two transactions that overlap and that each change what the other was told, one fails, also if one of them puts \
        nothing, so that no counter of versions joins them.
        """,
      mustCatch: [
        .overlap(.limitsUnread), .overlap(.emptyRangesUnread), .overlap(.collectionsUnread), .overlap(.schemaVersionUnread),
        .overlap(.insertsUnread), .overlap(.absentDeletesUnread), .overlap(.countsUnread), .overlap(.phantomsBesideTheCounter),
      ]
    ).holds(
      forAll: .script(.crossedCalls, inTheMiddle: true, layouts: [.together, .alone]),
      requiring: ["crossed calls overlap": 0.4, "two collections": 0.3, "one of them puts nothing": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label("crossed calls overlap", if: script.overlaps { _, _ in true })
      trial.label("one of them puts nothing", if: script.plans.contains { plan in
        plan.operations.allSatisfy { operation in
          switch operation {
          case .put(let key): key == OverlapScript.schemaVersion
          case .update, .insert: false
          default: true
          }
        }
      })
      try await script.expectNone(of: [.lostUpdate, .writeSkew, .phantom], subject)
    })
}

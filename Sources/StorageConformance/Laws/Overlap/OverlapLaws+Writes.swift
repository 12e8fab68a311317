import PropertyTesting
import StorageContract

extension OverlapLaws {
  static let noLostUpdates = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 2,
    Requirement(
      "STO-34", "Overlapping transactions lose no update",
      says: """
        If two transactions overlap, read the same record and write it again, they do not both commit. \
        The second one waits until the first has ended, or is rolled back and throws \
        `StoreError.conflict`. Otherwise, it would overwrite the first one's write without having seen \
        it.
        """,
      mustCatch: [.overlap(.lostUpdates), .over(.interleavesTransactions)]
    ).holds(
      forAll: .script(.lostUpdates), requiring: ["two updates overlap": 0.4, "two collections": 0.3]
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
      mustCatch: [.overlap(.writeSkew), .overlap(.phantoms), .overlap(.writeSkewOfCollections)]
    ).holds(
      forAll: .script(.writeSkew), requiring: ["crossed reads overlap": 0.3, "crossed scans overlap": 0.15, "two collections": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label("crossed reads overlap", if: script.overlaps { one, other in one.crosses(other) })
      trial.label(
        "crossed scans overlap", if: script.overlaps { one, other in one.scans && other.scans && one.crosses(other) })
      try await script.expectNone(of: [.writeSkew, .phantom], subject)
    })
}

import PropertyTesting
import StorageContract

extension OverlapLaws {
  static let serializable = StorageLaw(
    .transactions, needs: [.simultaneousStores, .serializable], weight: 2,
    Requirement(
      "STO-37", "Overlapping histories are serializable",
      says: """
        Whatever a few overlapping transactions read, write, scan, count and delete, there is an order \
        in which the committed ones, run one after the other, would have read the same. If the backend \
        declares strictly serializable isolation, a transaction that was answered before another was \
        requested comes first in that order, so nobody reads a stale state. A transaction that ended \
        with `StoreError.lost` may be in the order or not.
        """,
      mustCatch: [.overlap(.nonStrict), .overlap(.lostUpdates)]
    ).holds(
      forAll: .script(.anything, inRuns: true), requiring: ["three sessions": 0.2, "two overlap": 0.6, "two collections": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label("three sessions", if: script.plans.count > 2)
      trial.label("two overlap", if: script.overlaps { _, _ in true })
      try await script.expectNone(of: Set(OverlapAnomaly.Kind.allCases), subject)
    })

  static let deadlocksEnd = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 4,
    Requirement(
      "STO-38", "A deadlock ends in a definite error",
      says: """
        Transactions that need each other's records do not wait for ever. All of them end, at the latest \
        after the location's longest wait (`WaitBoundedLocation`; ten seconds by default). The ones that \
        the store gave up throw `StoreError.conflict`, a definite error: no write of theirs is left. \
        Afterwards the store works, and each of them commits in the same store if it is tried again \
        alone.
        """,
      mustCatch: [.overlap(.deadlocking)]
    ).holds(
      forAll: .script(.deadlocks), requiring: ["crossed updates overlap": 0.15, "two collections": 0.3]
    ) { script, subject, trial in
      script.labelLayout(trial)
      trial.label("crossed updates overlap", if: script.overlaps { one, other in one.writesCrosswise(to: other) })
      let record = try await OverlapDriver(script: script, location: subject.location, triesAgain: true).run()
      noteClaim()
      if let problem = record.problem { throw script.failure(problem, record) }
      for case .ended(.unknown(let reason)) in record.events.map(\.kind) {
        let problem = OverlapAnomaly(
          kind: .wrongError,
          explanation: "a transaction ended with StoreError.lost, which is not definite (\(reason)); a deadlock ends "
            + "in StoreError.conflict")
        throw script.failure(problem, record)
      }
    })
}

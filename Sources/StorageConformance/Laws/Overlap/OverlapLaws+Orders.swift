import PropertyTesting
import StorageContract

extension OverlapLaws {
  static let serializable = StorageLaw(
    .transactions, needs: [.simultaneousStores, .serializable], weight: 2,
    Requirement(
      "STO-37", "Overlapping histories are serializable",
      says: """
        Whatever a few overlapping transactions read, write, scan, count and delete: there is an order \
        in which the committed ones, run one after the other, would have seen the same. Where strictly \
        serializable isolation is declared, a transaction that was answered before another one was asked \
        for comes first in that order, so that nobody reads a state that is out of date. A transaction \
        that ended with `StoreError.lost` may be in the order or not.
        """,
      mustCatch: [.overlap(.nonStrict), .overlap(.lostUpdates)]
    ).holds(
      forAll: .script(.anything, inRuns: true), requiring: ["three sessions": 0.2, "two overlap": 0.6]
    ) { script, subject, trial in
      trial.label("three sessions", if: script.plans.count > 2)
      trial.label("two overlap", if: script.overlaps { _, _ in true })
      try await script.expectNone(of: Set(OverlapAnomaly.Kind.allCases), subject)
    })

  static let deadlocksEnd = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 4,
    Requirement(
      "STO-38", "A deadlock ends in a definite error",
      says: """
        Transactions that need what the others hold do not wait for ever: all of them end, at the latest \
        when a location's longest wait is over (`WaitBoundedLocation`; ten seconds where nothing else is \
        said), and those that were given up throw `StoreError.conflict`, which is definite: nothing of \
        them is left. Afterwards everything works: each of them commits, in the same store, when it is \
        tried again alone.
        """,
      mustCatch: [.overlap(.deadlocking)]
    ).holds(forAll: .script(.deadlocks), requiring: ["crossed updates overlap": 0.15]) { script, subject, trial in
      trial.label("crossed updates overlap", if: script.overlaps { one, other in one.writesCrosswise(to: other) })
      let record = try await OverlapDriver(script: script, location: subject.location, triesAgain: true).run()
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

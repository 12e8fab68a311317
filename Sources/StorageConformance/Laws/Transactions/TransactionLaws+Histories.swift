import DeterministicScheduling
import PropertyTesting
import StorageContract

extension TransactionLaws {
  static let linearizable = StorageLaw(
    .transactions, needs: [.strictSerializable],
    Requirement(
      "STO-30", "Concurrent histories are linearizable",
      says: """
        Whatever the clients of one store do at the same time, there is an order of their transactions, \
        in agreement with time, that explains all results: values, versions, scans and winners. A store \
        that runs one transaction after the other in this order gives the same results. An abandoned \
        transaction is part of this order too, with its reads.
        """,
      mustCatch: [
        .over(.interleavesTransactions), .over(.servesStaleReads), .over(.ignoresTheVersion),
        .showsUncommittedWrites, .readsLagBehind, .commitsInTwoHalves, .insertsLate,
      ]
    ).holds(
      forAll: .storeHistoryPlan, scheduled: .mixed,
      requiring: [
        "overlaps": 0.3, "writes one key from two clients": 0.4, "compare-and-set that succeeds": 0.04,
        "compare-and-set that fails": 0.2, "insert that fails": 0.05, "abandons": 0.2,
      ]
    ) { plans, subject, trial in
      try await subject.withStore { store in
        let history = await ConcurrentClients.run(plans, on: store)
        history.label(trial)
        try history.expectNoFailures(notingIn: trial)
        if subject.capabilities.versionsHaveGaps {
          try history.expectVersionsOfTheirOwn()
          try history.expectStrictlySerializable(by: .storeWithGaps, notingIn: trial)
        } else {
          try history.expectStrictlySerializable(notingIn: trial)
        }
      }
    })
}

extension Generator where Value == [[StoreHistoryTransaction]] {
  /// For each client, what it does: on few keys, so that they meet.
  static let storeHistoryPlan = Generator.oneOf(
    .storeHistoryPlan(clients: 2...4, transactions: 1...4), .storeHistoryPlan(clients: 3...4, transactions: 3...5))

  static func storeHistoryPlan(
    clients: ClosedRange<Int>, transactions: ClosedRange<Int>, keys: [String] = ["a", "b"]
  ) -> Generator {
    let step = Generator<StoreHistoryStep>.storeStep(.storePlace(keys: keys))
    let transaction = Generator<StoreHistoryTransaction>.frequency(
      (1, .storeTransaction(of: step, count: 1...1)),
      // Who sees everything sees what should not be there.
      (2, .constant(StoreHistoryTransaction(steps: [.scan(ScanRange("c"))]))),
      (3, .storeTransaction(of: step, count: 2...4, abandoned: 2)))
    return .array(of: .array(of: transaction, count: transactions), count: clients)
  }
}

extension History<StoreHistoryTransaction, [StoreHistoryOutput]> {
  /// A transaction that fails has no effect, and can still be wrong: nothing here is a reason to fail, but that others
  /// are in the way.
  func expectNoFailures(notingIn trial: Trial?) throws {
    for call in calls {
      guard case .failed(let reason) = call.outcome, reason != StoreHistoryRecorder.conflict else { continue }
      for line in storeLanes() { trial?.note(line) }
      try expect("\(call.client)'s \(call.operation.text) fails: \(reason)", false)
    }
  }

  func label(_ trial: Trial) {
    var writers: [StoreHistoryPlace: Set<String>] = [:]
    for (index, call) in calls.enumerated() {
      trial.label(
        "overlaps",
        if: calls[..<index].contains { $0.client != call.client && !$0.precedes(call) && !call.precedes($0) })
      trial.label("abandons", if: call.operation.isAbandoned)
      guard case .done(let outputs) = call.outcome else { continue }
      for (step, output) in zip(call.operation.steps, outputs) where !step.isReading {
        if let place = step.place { writers[place, default: []].insert(call.client) }
        switch (step, output) {
        case (.compareAndSet, .version(nil)): trial.label("compare-and-set that fails")
        case (.compareAndSet, .version): trial.label("compare-and-set that succeeds")
        case (.insert, .version(nil)): trial.label("insert that fails")
        default: break
        }
      }
    }
    trial.label("writes one key from two clients", if: writers.values.contains { $0.count > 1 })
  }
}

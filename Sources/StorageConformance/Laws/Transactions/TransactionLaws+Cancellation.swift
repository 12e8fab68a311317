import DeterministicScheduling
import PropertyTesting
import StorageContract

/// A transaction of a task that is cancelled.
struct ConcurrentCancelledWrite: Sendable, CounterexampleDescribable {
  enum Moment: String, Sendable, CaseIterable {
    /// By itself, before it calls `write`.
    case before
    /// By itself, in the closure.
    case during
    /// By itself, when `write` has returned.
    case after
    /// By another task, whenever that comes to it.
    case anyTime = "any time"
    case never
  }

  let moment: Moment
  /// At least 2.
  let writes: Int
  /// During: after how many writes.
  let writesBefore: Int

  var counterexampleDescription: String {
    "\(writes) writes, cancelled \(moment == .during ? "after \(min(writes, writesBefore))" : moment.rawValue)"
  }
}

extension Generator where Value == ConcurrentCancelledWrite {
  static let cancelledWrite = Generator { source in
    ConcurrentCancelledWrite(
      moment: try source(.element(of: [.never, .before, .during, .after, .anyTime, .anyTime])),
      writes: try source(.int(in: 2...4)), writesBefore: try source(.int(in: 0...4)))
  }
}

extension TransactionLaws {
  static let cancellation = StorageLaw(
    .transactions,
    Requirement(
      "STO-25", "A cancelled task's transaction is done whole or not at all",
      says: """
        If a transaction's task is cancelled before, during or after the transaction, one of two \
        things happens. The transaction is done completely and `write` returns the closure's result, \
        or nothing is done and `write` throws. A backend may check for cancellation or not. The store \
        goes on with the next transaction.
        """,
      mustCatch: [.commitsHalfWhenCancelled, .commitsAndThrowsWhenCancelled, .refusesAllAfterACancellation]
    ).holds(
      forAll: .array(of: .cancelledWrite, count: 1...3), scheduled: .mixed,
      requiring: ["before": 0.04, "during": 0.04, "after": 0.04, "any time": 0.2]
    ) { plans, subject, trial in
      for plan in plans { trial.label(plan.moment.rawValue) }
      try await subject.withStore { store in
        let tasks = plans.enumerated().map { number, plan in
          Task(name: "writer \(number + 1)") { try await write(plan, to: "w\(number)", of: store) }
        }
        let canceller = Task(name: "canceller") {
          for (plan, task) in zip(plans, tasks) where plan.moment == .anyTime {
            await Task.yield()
            task.cancel()
          }
        }
        await canceller.value
        for (number, (plan, task)) in zip(plans, tasks).enumerated() {
          let result = await task.result
          let count = try await store.readAgain { try $0.count("w\(number)") }
          switch result {
          case .success(let given):
            trial.note("writer \(number + 1) is told that its \(plan.writes) writes are done; \(count) are there")
            try expect("what the closure gave", given, equals: plan.writes)
            try expect("writes of a transaction that was done", count, equals: plan.writes)
          case .failure(let error):
            trial.note("writer \(number + 1) is told \(error); \(count) of \(plan.writes) writes are there")
            try expect("a transaction that nobody cancels is done", plan.moment != .never)
            try expect("writes of a transaction that threw", count, equals: 0)
          }
        }
        let next = StoreHistoryTransaction(steps: [.insert(StoreHistoryPlace(key: "k"), 1), .count(ScanRange("c"))])
        do {
          let outputs = try await next.run(on: store)
          try expect("the next transaction gives \(outputs.map(\.text))", outputs.last == .count(1))
        } catch let error as StoreError {
          try expect("the store goes on, and does not throw \(error)", false)
        }
      }
    })

  /// - Returns: what the closure gave.
  private static func write(
    _ plan: ConcurrentCancelledWrite, to collection: String, of store: any Store
  ) async throws -> Int {
    if plan.moment == .before { cancelThisTask() }
    let given = try await store.writeAgain { transaction in
      for number in 0..<plan.writes {
        if plan.moment == .during && number == plan.writesBefore { cancelThisTask() }
        try transaction.put(["n": .int64(Int64(number))], at: "\(number)", in: collection)
      }
      if plan.moment == .during && plan.writesBefore >= plan.writes { cancelThisTask() }
      return plan.writes
    }
    if plan.moment == .after { cancelThisTask() }
    return given
  }

  private static func cancelThisTask() {
    withUnsafeCurrentTask { $0?.cancel() }
  }
}

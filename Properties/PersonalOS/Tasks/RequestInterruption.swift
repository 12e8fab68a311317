import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// One request, run again and again, and cancelled at another place each time.
final class RequestInterruption: Sendable {
  private let plan: RequestPlan
  private let system: TaskSystem
  private let store: any Store
  private let data: any DataAccess
  private let runs = Mutex(0)
  /// How many effects had been when the request was cancelled, run by run.
  private let moments = Mutex<Set<Int>>([])

  init(_ plan: RequestPlan, _ system: PersonalOSSystem) async throws {
    self.plan = plan
    self.system = system.tasks
    store = try await system.openStore()
    data = system.dataAccess.openData(store)
  }

  func end() async throws { try await store.close() }

  /// Every schedule in which the canceller comes in at one point, and the one in which it comes too late.
  func cancelAtEverySuspension(_ trial: Trial) throws {
    let cancelsTask = try trial.draw(.bool, "cancels the task itself")
    try trial.schedule(.exhaustive(switches: 1)) { [self] in
      let gate = EffectGate()
      let (log, task, token) = start(with: gate)
      let cancelling = Task {
        log.note(.cancelled)
        moments.withLock { _ = $0.insert(log.effects.count) }
        if cancelsTask { task.cancel() } else { gate.revoke(token) }
      }
      await task.value
      await cancelling.value
      try await judge(log)
    }
    let (found, count) = (moments.withLock { $0 }, plan.effects.count)
    trial.label("cancelled before its first effect", if: found.contains(0))
    trial.label("cancelled after its last effect", if: found.contains(count))
    trial.label("cancelled between effects", if: found.contains { 0 < $0 && $0 < count })
  }

  /// A transaction has no suspensions: it is cancelled after each of its writes.
  func cancelInsideTransactions(_ trial: Trial) throws {
    let cancelsTask = try trial.draw(.bool, "cancels the task itself, inside a transaction")
    for (step, kind) in plan.steps.enumerated() {
      guard case .save(let writes) = kind, plan.reaches(step) else { continue }
      for write in 0..<writes {
        try trial.schedule { [self] in
          let gate = EffectGate()
          let (log, task, _) = start(with: gate, cancellingAt: (step, write), cancelsTask)
          await task.value
          try expect("outcome, cancelled inside a transaction", log.outcome, equals: .cancelled)
          try await judge(log, cancelledInside: step)
        }
        trial.label("cancelled inside a transaction")
      }
    }
  }

  private func start(
    with gate: EffectGate, cancellingAt point: (step: Int, write: Int)? = nil, _ cancelsTask: Bool = false
  ) -> (RequestLog, Task<Void, Never>, EffectToken) {
    let number = runs.withLock { runs in
      runs += 1
      return runs
    }
    let log = RequestLog(plan, name: "run \(number)")
    let runner = system.makeRunner(gate, data)
    let token = gate.admit(TaskKey("request", in: .app))
    let task = Task {
      await log.carryOut(with: runner, as: token) { step, write in
        guard let point, point == (step, write) else { return }
        log.note(.cancelled)
        if cancelsTask { withUnsafeCurrentTask { $0?.cancel() } } else { gate.revoke(token) }
      }
    }
    return (log, task, token)
  }

  private func judge(_ log: RequestLog, cancelledInside step: Int? = nil) async throws {
    try log.expectEffectsUpToTheCancellation()
    try log.expectHonestOutcome()
    let records = try await data.perform { scope in
      let transaction = try scope.live()
      let records = try transaction.scan(RequestLog.collection)
      for record in records { try transaction.delete(record.key, in: RequestLog.collection) }
      return records
    }
    try log.expectStored(in: records, cancelledInside: step)
  }
}

extension RequestPlan {
  /// Whether no step before this one fails.
  func reaches(_ step: Int) -> Bool { !RequestPlan(Array(steps.prefix(step))).fails }
}

import CountMeGenerators
import CountMeReference

/// A log entry, comparable.
struct LoggedFailure: Equatable {
  enum Reason { case retriesUsedUp, refused, other }
  let operation: SyncOperation
  let reason: Reason

  init(operation: SyncOperation, reason: Reason) {
    self.operation = operation
    self.reason = reason
  }

  init(operation: SyncOperation, _ error: SyncError) {
    self.operation = operation
    switch error {
    case .maxRetriesExceeded: reason = .retriesUsedUp
    case .firestoreError(let inner) where inner is Refusal: reason = .refused
    default: reason = .other
    }
  }
}

/// What a pass must do, worked out from the scenario and the model alone.
struct ExpectedPass {
  private(set) var items: [SyncQueueModel.Item]
  private(set) var requests: [ScriptedTransport.Request] = []
  private(set) var delays: [Duration] = []
  private(set) var failures: [LoggedFailure] = []
  /// By the place in the pass of the operation that is being sent.
  private(set) var queuesDuringAttempts: [Int: [SyncOperation]] = [:]
  private(set) var classes: Set<String> = []

  /// Takes `model` through the pass.
  init(of pass: SyncScenario.Pass, over model: inout SyncQueueModel) {
    items = model.pass
    for (position, item) in items.enumerated() {
      switch pass.meanwhile[position] {
      case .queue(let operation):
        model.enqueue(operation, sending: item.number)
      case .queueSameEntity(let kind):
        model.enqueue(item.operation.changed(to: kind), sending: item.number)
        classes.insert("is queued again while it is sent")
      case .processAgain:
        classes.insert("asks for a second pass")
      case nil: break
      }
      if pass.meanwhile[position] != nil { queuesDuringAttempts[position] = model.operations }
      let outcome = pass.answer(at: position).outcome
      let request = ScriptedTransport.Request(sending: item.operation)
      requests += Array(repeating: request, count: outcome.attempts)
      // 1, 2, 4 seconds.
      delays += (0..<(outcome.attempts - 1)).map { .seconds(1 << $0) }
      model.remove(number: item.number)
      if !failures.isEmpty { classes.insert("goes on past a failure") }
      switch outcome.failure {
      case .retriesUsedUp: classes.insert("runs out of retries")
      case .refused: classes.insert("is refused")
      case .other, nil: if outcome.attempts > 1 { classes.insert("succeeds after retries") }
      }
      if let reason = outcome.failure {
        failures.append(LoggedFailure(operation: item.operation, reason: reason))
      }
    }
  }
}

extension SyncScenario.Pass {
  func answer(at position: Int) -> SyncScenario.Answer {
    position < answers.count ? answers[position] : .ok
  }
}

extension SyncScenario.Answer {
  /// One first attempt and three retries.
  var outcome: (attempts: Int, failure: LoggedFailure.Reason?) {
    switch self {
    case .ok: (1, nil)
    case .okAfter(let failures): failures <= 3 ? (failures + 1, nil) : (4, .retriesUsedUp)
    case .alwaysTransient: (4, .retriesUsedUp)
    case .refusedAfter(let failures): failures <= 3 ? (failures + 1, .refused) : (4, .retriesUsedUp)
    }
  }
}

extension SyncOperation {
  func changed(to kind: Kind) -> SyncOperation {
    SyncOperation(kind, entityId: entityId, entityType: entityType, timestamp: timestamp)
  }
}

import CountMeGenerators
import CountMeReference
import PropertyTesting

extension ProcessingSession {
  /// A pass while other tasks queue, ask for a pass themselves, or cancel it: what it comes to depends on who
  /// came first, and these claims hold for every order.
  mutating func process(
    _ pass: SyncScenario.Pass, in company: SyncScenario.Company, _ trial: Trial
  ) async throws {
    let engine = engine
    let logBefore = await engine.log.count
    let script = PassScript(pass, [], engine)
    transport.begin { try await script.answer($0) }

    let first = script.startPass(1, after: company.passWaits)
    // Of different priorities: an actor lets those that wait for it overtake others of lower priority.
    let queueing = zip(company.queued, [TaskPriority.high, .low, .high]).enumerated().map { index, pair in
      script.startQueueing(pair.0, after: company.queueingWaits * (index + 1), pair.1)
    }
    let second = company.otherPassWaits.map { script.startPass(2, after: $0) }
    let cancelling = company.cancellation.map { cancellation in
      Task {
        for _ in 0..<cancellation.waits { await Task.yield() }
        first.cancel()
      }
    }
    let wasCancelled = try await Self.endsByCancellation(first)
    if let second, try await Self.endsByCancellation(second) {
      try expect("a pass is not cancelled with another's task", false)
    }
    for task in queueing { try await task.value }
    await cancelling?.value

    let outcome = ProcessingOutcome(
      before: model.operations, newcomers: company.queued, sendings: script.sendings,
      wasCancelled: wasCancelled, after: await engine.syncQueue)
    trial.note(outcome.summary)
    try expect("only a pass that was cancelled says so", company.cancellation != nil || !wasCancelled)
    try expect(
      "attempts on their way at one time", script.mostOnTheirWay, equals: min(1, script.sendings.count))
    try expect("isSyncing during each attempt", !script.sawIdleEngine)
    try expect("nothing was tried after the attempt that was cancelled", !script.wentOnAfterCancellation)
    try outcome.expectEveryOperationAccountedFor()
    try outcome.expectNoneGivenUp()
    try outcome.expectOrderByTime()
    try outcome.expectQueueInOrder()
    let log = await engine.log.dropFirst(logBefore)
    try expect("logged failures", log.map { LoggedRequest($0) }, equals: outcome.failures)
    try expect("isSyncing after the passes", await engine.isSyncing, equals: false)
    for label in outcome.classes { trial.label(label) }
    trial.label("a pass is turned away", if: outcome.isTurnedAway(script.endedPasses))
    trial.label("queued while the pass runs", if: script.queuedDuringPass)
    model.restart(with: outcome.after)
    if company.cancellation?.queuesAgain == true, let operation = outcome.cancelledOperation {
      // It is on its way no longer, so that it is replaced.
      try await queue(operation)
      try expect("the queue once that was queued again", await engine.syncQueue, equals: model.operations)
    }
  }

  private static func endsByCancellation(_ pass: Task<Void, any Error>) async throws -> Bool {
    do {
      try await pass.value
      return false
    } catch is CancellationError {
      return true
    }
  }
}

/// What was sent and failed for good.
struct LoggedRequest: Equatable {
  let request: ScriptedTransport.Request
  let reason: LoggedFailure.Reason

  init(_ request: ScriptedTransport.Request, _ reason: LoggedFailure.Reason) {
    self.request = request
    self.reason = reason
  }

  init(_ entry: SyncLogEntry) {
    self.init(
      ScriptedTransport.Request(sending: entry.operation),
      LoggedFailure(operation: entry.operation, entry.error).reason)
  }
}

import CountMeReference
import PropertyTesting
import StorageContract
import Synchronization

/// Passes of the app, and their records.
extension SyncApp {
  mutating func send(_ script: PassScript) async throws -> PassRecord {
    if let place = script.refusedRemoval {
      // How many operations may still leave; nil: the pass has not begun.
      let removals = Mutex<Int?>(nil)
      var hooks = StoreHooks()
      hooks.write = { store, body in
        try removals.withLock { left in
          if left == 0 { throw Refused() }
          left = left.map { $0 - 1 }
        }
        try await store.write(body)
      }
      try await relaunch(cap: cap, over: hooks)
      removals.withLock { $0 = place }
      let record = try await sendNow(script)
      removals.withLock { $0 = nil }
      return record
    }
    return try await sendNow(script)
  }

  private func sendNow(_ script: PassScript) async throws -> PassRecord {
    let engine = engine
    let pass = Mutex<Task<Void, any Error>?>(nil)
    let record = try await recording(script) { attempt in
      guard attempt.number == 1 else { return nil }
      let event = script.meanwhile[attempt.place]
      switch event {
      case .queue(let operation): try await engine.queueOperation(operation)
      case .queueSameEntity(let kind): try await engine.queueOperation(attempt.request.change(kind))
      case .sendAgain: try await engine.processQueue()
      case nil: break
      }
      let queue = event == nil ? nil : await engine.syncQueue
      if attempt.place == script.cancellation?.place { pass.withLock { $0?.cancel() } }
      return queue
    } passes: {
      let task = pass.withLock { pass in
        let task = startPass(1)
        pass = task
        return task
      }
      try await task.value
    }
    if let request = record.attempts.last?.request {
      for kind in script.cancellation?.afterwards ?? [] { try await engine.queueOperation(request.change(kind)) }
    }
    return record
  }

  func send(beside others: PassBesideOthers) async throws -> PassRecord {
    let engine = engine
    let server = server
    return try await recording(PassScript(answers: others.answers)) { _ in
      // On its way for a while: long enough for others to come in between.
      for _ in 0..<3 { await Task.yield() }
      return nil
    } passes: {
      let first = startPass(1, after: others.turnsBeforePass)
      // Of different priorities: an actor lets those that wait for it overtake others of lower priority.
      let queueing = zip(others.queued, [TaskPriority.high, .low, .high]).enumerated().map { index, pair in
        Task(priority: pair.1) {
          for _ in 0..<(others.turnsBeforeQueueing * (index + 1)) { await Task.yield() }
          try await engine.queueOperation(pair.0)
          server.note { if !$0.attempts.isEmpty && !$0.endedPasses.contains(1) { $0.wasQueuedMeanwhile = true } }
        }
      }
      let second = others.turnsBeforeOtherPass.map { startPass(2, after: $0) }
      let cancelling = others.turnsBeforeCancellation.map { turns in
        Task {
          for _ in 0..<turns { await Task.yield() }
          first.cancel()
        }
      }
      try await first.value
      try await second?.value
      for task in queueing { try await task.value }
      await cancelling?.value
    }
  }

  private func recording(
    _ script: PassScript, meanwhile: @escaping ScriptedServer.Meanwhile, passes: () async throws -> Void
  ) async throws -> PassRecord {
    let (sleepsBefore, logBefore) = (clock.sleeps.count, await engine.log.count)
    server.begin(script, engine, meanwhile: meanwhile)
    try await passes()
    var record = server.record
    record.delays = Array(clock.sleeps.dropFirst(sleepsBefore))
    record.failures = await engine.log.dropFirst(logBefore).map {
      PassRecord.Failure(operation: $0.operation, error: describe($0.error))
    }
    record.left = await engine.syncQueue
    record.isSyncingAfterwards = await engine.isSyncing
    return record
  }

  /// - Parameter turns: how many of other tasks it waits for before.
  private func startPass(_ number: Int, after turns: Int = 0) -> Task<Void, any Error> {
    let (engine, server) = (engine, server)
    return ScriptedServer.$pass.withValue(number) {
      Task {
        for _ in 0..<turns { await Task.yield() }
        defer { server.note { $0.endedPasses.append(number) } }
        do {
          try await engine.processQueue()
        } catch is CancellationError {
          server.note { $0.cancelledPasses.append(number) }
        } catch is Refused {
          server.note { $0.failedPasses.append(number) }
        }
      }
    }
  }
}

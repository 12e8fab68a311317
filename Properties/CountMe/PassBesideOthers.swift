import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// A pass, and what other tasks do at its time: before it, during it or after it, as it happens.
struct PassBesideOthers: Sendable {
  struct Cancellation: Sendable {
    /// How many turns of other tasks it waits for, unless they are done.
    let turns: Int
    /// Whether the operation whose upload was cancelled is queued once more afterwards.
    let queuesAgain: Bool
  }

  /// For each operation, in the order in which they are sent; `ok` past the end.
  let answers: [ServerAnswer]
  /// Each queued by a task of its own; on different entities.
  let queued: [SyncOperation]
  /// How many turns of other tasks the first of those waits for; the second one for twice as many.
  let turnsBeforeQueueing: Int
  let turnsBeforePass: Int
  /// Of a pass that another task asks for; nil: none does.
  let turnsBeforeOtherPass: Int?
  /// Whether and when the task of the first pass is cancelled.
  let cancellation: Cancellation?

  /// What became of it all.
  struct Found: Sendable {
    let sendings: [Sending]
    let mostOnTheirWay: Int
    let wasIdleWhileSending: Bool
    let wentOnAfterCancellation: Bool
    /// Whether the first pass ended by its cancellation.
    let wasCancelled: Bool
    let otherWasCancelled: Bool
    /// In the order in which they ended.
    let endedPasses: [Int]
    let queuedDuringPass: Bool
    /// In the queue afterwards.
    let left: [SyncOperation]
    let failures: [FailedRequest]
    let isSyncingAfterwards: Bool
    /// The operation whose upload was cancelled, if it was queued once more after all else.
    let queuedAgain: SyncOperation?

    /// Whether one pass sent nothing and ended while the other was at it.
    var isTurnedAway: Bool {
      guard endedPasses.count == 2 else { return false }
      return !sendings.isEmpty && !sendings.contains { $0.pass == endedPasses[0] }
    }
  }
}

/// What was sent and failed for good.
struct FailedRequest: Sendable, Equatable {
  let request: ScriptedServer.Request
  let reason: FailureReason
}

extension PassBesideOthers: CounterexampleDescribable {
  /// A turn is one `Task.yield()`.
  var counterexampleDescription: String {
    func turns(_ count: Int) -> String { count == 1 ? "1 turn" : "\(count) turns" }
    var parts = ["pass 1 after \(turns(turnsBeforePass))"]
    if let turnsBeforeOtherPass { parts.append("pass 2 after \(turns(turnsBeforeOtherPass))") }
    if !queued.isEmpty { parts.append("\(describe(queued)) queued after multiples of \(turns(turnsBeforeQueueing))") }
    if let cancellation {
      let again = cancellation.queuesAgain ? ", and what was on its way is queued again" : ""
      parts.append("pass 1 cancelled after \(turns(cancellation.turns))\(again)")
    }
    parts.append("answers \(describe(answers))")
    return parts.joined(separator: ", ")
  }
}

extension PassBesideOthers.Found: CounterexampleDescribable {
  var counterexampleDescription: String {
    let passes = (1...2).map { pass in "pass \(pass) sent \(sendings.count { $0.pass == pass })" }
    return passes.joined(separator: ", ") + (wasCancelled ? ", pass 1 was cancelled" : "") + ", left \(describe(left))"
  }
}

extension SyncApp {
  func send(beside script: PassBesideOthers) async throws -> PassBesideOthers.Found {
    let engine = engine
    let logBefore = await engine.log.count
    let observer = ServerObserver(script.answers, engine)
    server.begin { request in
      try await observer.answer(request) { _, _ in
        // On its way for a while: long enough for others to come in between.
        for _ in 0..<3 { await Task.yield() }
      }
    }
    let first = startPass(1, after: script.turnsBeforePass, observer)
    // Of different priorities: an actor lets those that wait for it overtake others of lower priority.
    let queueing = zip(script.queued, [TaskPriority.high, .low, .high]).enumerated().map { index, pair in
      Task(priority: pair.1) {
        for _ in 0..<(script.turnsBeforeQueueing * (index + 1)) { await Task.yield() }
        try await engine.queueOperation(pair.0)
        observer.isQueued()
      }
    }
    let second = script.turnsBeforeOtherPass.map { startPass(2, after: $0, observer) }
    let cancelling = script.cancellation.map { cancellation in
      Task {
        for _ in 0..<cancellation.turns { await Task.yield() }
        first.cancel()
      }
    }
    let wasCancelled = try await first.endsByCancellation
    let otherWasCancelled = try await second?.endsByCancellation ?? false
    for task in queueing { try await task.value }
    await cancelling?.value

    let (seen, left) = (observer.seen, await engine.syncQueue)
    let log = await engine.log.dropFirst(logBefore)
    let isSyncingAfterwards = await engine.isSyncing
    let cancelled = seen.sendings.last { $0.end == .cancelled }.flatMap { sending in left.last { sending.concerns($0) } }
    let again = script.cancellation?.queuesAgain == true ? cancelled : nil
    if let again { try await engine.queueOperation(again) }
    return PassBesideOthers.Found(
      sendings: seen.sendings, mostOnTheirWay: seen.mostOnTheirWay, wasIdleWhileSending: seen.sawIdleEngine,
      wentOnAfterCancellation: seen.wentOnAfterCancellation, wasCancelled: wasCancelled,
      otherWasCancelled: otherWasCancelled, endedPasses: seen.endedPasses,
      queuedDuringPass: seen.queuedDuringPass, left: left,
      failures: log.map {
        FailedRequest(request: ScriptedServer.Request(sending: $0.operation), reason: FailureReason($0.error))
      }, isSyncingAfterwards: isSyncingAfterwards, queuedAgain: again)
  }
}

extension SyncApp {
  /// - Parameter turns: how many of other tasks it waits for before.
  private func startPass(_ number: Int, after turns: Int, _ observer: ServerObserver) -> Task<Void, any Error> {
    let engine = engine
    return ServerObserver.$pass.withValue(number) {
      Task {
        for _ in 0..<turns { await Task.yield() }
        defer { observer.passEnds(number) }
        try await engine.processQueue()
      }
    }
  }
}

extension Task<Void, any Error> {
  fileprivate var endsByCancellation: Bool {
    get async throws {
      do {
        try await value
        return false
      } catch is CancellationError {
        return true
      }
    }
  }
}

extension Generator where Value == PassBesideOthers {
  static var passBesideOthers: Generator {
    let operations = Generator<[SyncOperation]>.oneOf(
      .array(of: .syncOperation(entities: 12), count: 0...1), .array(of: .syncOperation(entities: 12), count: 2...3))
    let cancellation = Generator<PassBesideOthers.Cancellation> { source in
      PassBesideOthers.Cancellation(turns: try source(.int(in: 0...40)), queuesAgain: try source(.bool))
    }
    // Often at the same time, sometimes long after.
    let turns = Generator<Int>.oneOf(.int(in: 0...1), .int(in: 0...12))
    return Generator { source in
      let drawn = try source(operations)
      let queued = drawn.enumerated().filter { index, operation in
        !drawn[..<index].contains { $0.concernsSameEntity(as: operation) }
      }
      let answers = try source(.array(of: .serverAnswer, count: 0...24))
      return PassBesideOthers(
        answers: answers.map(\.withoutCancellation), queued: queued.map(\.element),
        turnsBeforeQueueing: try source(turns), turnsBeforePass: try source(.oneOf(turns, .int(in: 0...24))),
        turnsBeforeOtherPass: try source(.optional(.oneOf(turns, .int(in: 0...60)))),
        cancellation: try source(.optional(cancellation)))
    }
  }
}

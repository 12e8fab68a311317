import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting
import Synchronization

/// A pass of one task: what the server answers, and what the app does while an operation is on its way.
struct PassScript: Sendable {
  enum Event: Sendable {
    case queue(SyncOperation)
    /// Another change of the very entity that is being sent.
    case queueSameEntity(SyncOperation.Kind)
    /// A second pass is asked for.
    case sendAgain
  }

  /// For each operation of the pass, in the order in which they are sent; `ok` past the end.
  var answers: [ServerAnswer] = []
  /// By the place of the operation, at its first attempt.
  var meanwhile: [Int: Event] = [:]
}

/// What a pass came to.
struct PassRecord: Sendable, Equatable {
  /// Attempts, in order.
  var requests: [ScriptedServer.Request] = []
  /// Between attempts.
  var delays: [Duration] = []
  /// What failed for good, as logged.
  var failures: [FailedOperation] = []
  /// The queue once more was queued, by the place of the operation that was being sent.
  var queuesMeanwhile: [Int: [SyncOperation]] = [:]
  var sendings: [Sending] = []
  var wasIdleWhileSending = false
  var isSyncingAfterwards = false
}

extension PassRecord: CounterexampleDescribable {
  var counterexampleDescription: String {
    let attempts = sendings.map { "\(describe($0.request)) ×\($0.attempts)" }.joined(separator: ", ")
    let failed = failures.map { "\(describe($0.operation)) (\($0.reason))" }.joined(separator: ", ")
    return "sent \(attempts.isEmpty ? "nothing" : attempts)" + (failed.isEmpty ? "" : "; logged \(failed)")
      + (wasIdleWhileSending ? "; idle while sending" : "") + (isSyncingAfterwards ? "; still syncing" : "")
  }
}

struct FailedOperation: Sendable, Equatable {
  let operation: SyncOperation
  let reason: FailureReason
}

extension SyncQueueModel {
  /// The pass as the requirement has it: each operation gets its turn, whatever became of those before it.
  mutating func send(_ script: PassScript) -> PassRecord {
    var record = PassRecord()
    for (place, item) in pass.enumerated() {
      switch script.meanwhile[place] {
      case .queue(let operation): enqueue(operation, sending: item.number)
      case .queueSameEntity(let kind): enqueue(item.operation.again(as: kind), sending: item.number)
      case .sendAgain, nil: break
      }
      if script.meanwhile[place] != nil { record.queuesMeanwhile[place] = operations }
      let (attempts, failure) = (place < script.answers.count ? script.answers[place] : .ok).outcome
      let request = ScriptedServer.Request(sending: item.operation)
      record.requests += Array(repeating: request, count: attempts)
      // 1, 2, 4 seconds.
      record.delays += (0..<(attempts - 1)).map { .seconds(1 << $0) }
      record.sendings.append(
        Sending(request: request, pass: 1, attempts: attempts, end: failure.map { .failed($0) } ?? .ok))
      remove(number: item.number)
      if let failure { record.failures.append(FailedOperation(operation: item.operation, reason: failure.logged)) }
    }
    return record
  }
}

extension SyncApp {
  func send(_ script: PassScript) async throws -> PassRecord {
    let engine = engine
    let (sleepsBefore, logBefore) = (clock.sleeps.count, await engine.log.count)
    let observer = ServerObserver(script.answers, engine)
    let queues = Mutex<[Int: [SyncOperation]]>([:])
    server.begin { request in
      try await observer.answer(request) { place, attempt in
        guard attempt == 1, let event = script.meanwhile[place] else { return }
        switch event {
        case .queue(let operation): try await engine.queueOperation(operation)
        case .queueSameEntity(let kind): try await engine.queueOperation(request.change(kind))
        case .sendAgain: try await engine.processQueue()
        }
        let queue = await engine.syncQueue
        queues.withLock { $0[place] = queue }
      }
    }
    try await engine.processQueue()
    let (seen, log) = (observer.seen, await engine.log.dropFirst(logBefore))
    return PassRecord(
      requests: server.requests, delays: Array(clock.sleeps.dropFirst(sleepsBefore)),
      failures: log.map { FailedOperation(operation: $0.operation, reason: FailureReason($0.error)) },
      queuesMeanwhile: queues.withLock { $0 }, sendings: seen.sendings, wasIdleWhileSending: seen.sawIdleEngine,
      isSyncingAfterwards: await engine.isSyncing)
  }
}

extension ScriptedServer.Request {
  /// A change of the entity, made at the reference date.
  func change(_ kind: SyncOperation.Kind) -> SyncOperation {
    SyncOperation(
      kind, entityId: entityId, entityType: entityType, timestamp: Date(timeIntervalSinceReferenceDate: 0))
  }
}

extension SyncOperation {
  fileprivate func again(as kind: Kind) -> SyncOperation { ScriptedServer.Request(sending: self).change(kind) }
}

extension Generator where Value == PassScript {
  static var passScript: Generator {
    let event = Generator<PassScript.Event>.frequency(
      (3, Generator<SyncOperation.Kind>.anyCase().map { .queueSameEntity($0) }),
      (1, Generator<SyncOperation>.syncOperation(entities: 24).map { .queue($0) }),
      (1, .constant(.sendAgain)))
    return Generator { source in
      PassScript(
        answers: try source(.array(of: .serverAnswer, count: 0...24)),
        meanwhile: try source(.dictionary(of: .int(in: 0...5), event, count: 0...3)))
    }
  }
}

extension Generator where Value == [SyncOperation] {
  /// Up to 40. Few entities meet again in a later pass, many make long ones.
  static var someOperations: Generator {
    .oneOf(
      .array(of: .syncOperation(entities: 4), count: 0...12),
      .array(of: .syncOperation(entities: 12), count: 2...8),
      .array(of: .syncOperation(entities: 24), count: 0...40))
  }
}

import CountMeGenerators
import CountMeReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization

/// A pass over the offline queue: every operation gets its turn, whatever became of those before it.
public enum SyncProcessingProperties: PropertyGroup {
  public static let all: [Property<CountMeSystem>] = [processingContinues]

  // Feature: robustness-hardening, Property 14: Queue processing continues despite individual failures
  static let processingContinues = Property<CountMeSystem>(
    "CM-14", "Queue processing continues despite individual failures",
    covers: "8.4", "8.1", "8.2", "8.3", of: "FirebaseSyncEngine.processQueue, RetryManager",
    needs: [.storage, .concurrency, .virtualTime],
    forAll: .syncScenario,
    requiring: [
      "succeeds after retries": 0.2, "runs out of retries": 0.2, "is refused": 0.2,
      "goes on past a failure": 0.2, "is queued again while it is sent": 0.06,
      "asks for a second pass": 0.01,
    ],
    mustCatch: .stopsAtTheFirstFailure, .removesByEntity, .countsRetriesForEver,
    .retriesRefusals, .staysSyncingAfterAFailure, .queuesFailuresAgain, .sendsInQueueOrder,
    .logsNothing, .processesTwiceAtOnce, .takesWhatIsQueuedMeanwhile, .removesOnlyInMemory,
    .retriesOneTimeLess, .waitsTheSameEachTime, .replacesTheOperationInFlight
  ) { scenario, system, trial in
    var model = SyncQueueModel(cap: SpecifiedLimits.queuedOperations)
    let transport = ScriptedTransport()
    let clock = VirtualClock()
    var store = try await system.openStore()
    var engine = try await system.openSyncEngine(
      SyncSetup(store: store, transport: transport, clock: clock))

    for pass in scenario.passes {
      for operation in pass.queued {
        model.enqueue(operation)
        try await engine.queueOperation(operation)
      }
      if pass.startsWithRelaunch {
        try await store.close()
        store = try await system.openStore()
        engine = try await system.openSyncEngine(
          SyncSetup(store: store, transport: transport, clock: clock))
      }
      let expected = ExpectedPass(of: pass, over: &model)
      for label in expected.classes { trial.label(label) }
      trial.note("expected: \(expected.requests.count) attempts, \(expected.failures.count) failures")

      let sleepsBefore = clock.sleeps.count
      let logBefore = await engine.log.count
      let script = PassScript(pass, expected.items, engine)
      transport.begin { try await script.answer($0) }
      try await engine.processQueue()

      try expect("attempts, in order", transport.requests, equals: expected.requests)
      try expect(
        "delays between attempts", Array(clock.sleeps.dropFirst(sleepsBefore)),
        equals: expected.delays)
      try expect("still in the queue", await engine.syncQueue, equals: model.operations)
      let log = await engine.log.dropFirst(logBefore)
      try expect(
        "logged failures", log.map { LoggedFailure(operation: $0.operation, $0.error) },
        equals: expected.failures)
      try expect("isSyncing during each attempt", script.sawIdleEngine, equals: false)
      try expect(
        "the queue once more was queued, by the place of the operation being sent",
        script.queuesDuringAttempts, equals: expected.queuesDuringAttempts)
      try expect("isSyncing after the pass", await engine.isSyncing, equals: false)
    }

    try await store.close()
    let reopened = try await system.openStore()
    let next = try await system.openSyncEngine(
      SyncSetup(store: reopened, transport: transport, clock: clock))
    try expect("in the queue at the next launch", await next.syncQueue, equals: model.operations)
    try await reopened.close()
  }
}

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
private struct ExpectedPass {
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

/// Answers the attempts of one pass, and does what happens meanwhile.
private final class PassScript: Sendable {
  private struct State {
    var attempts: [String: Int] = [:]
    var sawIdleEngine = false
    var queuesDuringAttempts: [Int: [SyncOperation]] = [:]
  }

  private let pass: SyncScenario.Pass
  /// Where in the pass an entity stands: there is at most one operation on it.
  private let positions: [String: Int]
  private let operations: [SyncOperation]
  private let engine: any SyncEngine
  private let state = Mutex(State())

  init(_ pass: SyncScenario.Pass, _ items: [SyncQueueModel.Item], _ engine: any SyncEngine) {
    self.pass = pass
    self.engine = engine
    operations = items.map(\.operation)
    positions = Dictionary(
      operations.enumerated().map { (Self.name($1.entityId, $1.entityType), $0) },
      uniquingKeysWith: { _, last in last })
  }

  var sawIdleEngine: Bool { state.withLock { $0.sawIdleEngine } }
  var queuesDuringAttempts: [Int: [SyncOperation]] { state.withLock { $0.queuesDuringAttempts } }

  func answer(_ request: ScriptedTransport.Request) async throws {
    let name = Self.name(request.entityId, request.entityType)
    let isSyncing = await engine.isSyncing
    let attempt = state.withLock { state in
      if !isSyncing { state.sawIdleEngine = true }
      state.attempts[name, default: 0] += 1
      return state.attempts[name, default: 0]
    }
    // An operation that the pass should not be sending: the property will see it among the attempts.
    guard let position = positions[name] else { return }
    if attempt == 1 { try await act(during: position) }
    switch pass.answer(at: position) {
    case .ok: return
    case .okAfter(let failures): if attempt <= failures { throw transientFailure(attempt) }
    case .alwaysTransient: throw transientFailure(attempt)
    case .refusedAfter(let failures):
      if attempt <= failures { throw transientFailure(attempt) }
      // As it is, or as the sync boundary wraps it.
      if position.isMultiple(of: 2) { throw Refusal() }
      throw SyncError.firestoreError(Refusal())
    }
  }

  /// One that says that it may pass, or one that says nothing.
  private func transientFailure(_ attempt: Int) -> any Error {
    attempt.isMultiple(of: 2) ? UnknownFailure() : TransientFailure()
  }

  private func act(during position: Int) async throws {
    switch pass.meanwhile[position] {
    case .queue(let operation): try await engine.queueOperation(operation)
    case .queueSameEntity(let kind):
      try await engine.queueOperation(operations[position].changed(to: kind))
    case .processAgain: try await engine.processQueue()
    case nil: return
    }
    let queue = await engine.syncQueue
    state.withLock { $0.queuesDuringAttempts[position] = queue }
  }

  private static func name(_ id: UUID, _ type: SyncEntityType) -> String { "\(id) \(type.rawValue)" }
}

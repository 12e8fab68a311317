import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting
import Synchronization

/// Answers as it is told, records every attempt, and lets the property act while one is on its way.
final class ScriptedServer: SyncTransport {
  /// What arrived at the server.
  struct Request: Sendable, Equatable {
    enum Verb: Sendable { case upload, delete }
    let verb: Verb
    let entityId: UUID
    let entityType: SyncEntityType
  }

  /// Acts while an attempt is on its way. Returns the queue if it did anything.
  typealias Meanwhile = @Sendable (Attempt) async throws -> [SyncOperation]?

  /// Which of the passes that were asked for a task works for. An engine's own tasks inherit it.
  @TaskLocal static var pass = 1

  private struct State {
    var script = PassScript()
    var engine: (any SyncEngine)?
    var meanwhile: Meanwhile = { _ in nil }
    var record = PassRecord()
  }

  private let state = Mutex(State())

  /// Of what happened since the script began.
  var record: PassRecord { state.withLock { $0.record } }

  func begin(_ script: PassScript, _ engine: any SyncEngine, meanwhile: @escaping Meanwhile) {
    state.withLock { $0 = State(script: script, engine: engine, meanwhile: meanwhile) }
  }

  func note(_ change: (inout PassRecord) -> Void) { state.withLock { change(&$0.record) } }

  func upload(entityId: UUID, entityType: SyncEntityType) async throws {
    try await answer(Request(verb: .upload, entityId: entityId, entityType: entityType))
  }

  func delete(entityId: UUID, entityType: SyncEntityType) async throws {
    try await answer(Request(verb: .delete, entityId: entityId, entityType: entityType))
  }

  private func answer(_ request: Request) async throws {
    let (index, attempt, script, engine, meanwhile) = state.withLock { state in
      let attempt = state.record.begin(request, pass: Self.pass)
      return (state.record.attempts.count - 1, attempt, state.script, state.engine, state.meanwhile)
    }
    if await engine?.isSyncing == false { note { $0.attempts[index].isSyncing = false } }
    let queue = try await meanwhile(attempt)
    let answer = script.answer(at: attempt.place)
    let isCancelled = Task.isCancelled && !script.isAnsweredThoughCancelled
    note { record in
      record.attempts[index].queue = queue
      record.attempts[index].end = isCancelled ? .cancelled : answer.end(ofAttempt: attempt.number)
    }
    if isCancelled { throw CancellationError() }
    if let error = answer.error(ofAttempt: attempt.number) { throw error }
  }
}

extension ScriptedServer.Request: CounterexampleDescribable {
  /// "upload foodItem 3"
  var counterexampleDescription: String { "\(verb) \(entityType) \(entityId.entityText)" }

  init(sending operation: SyncOperation) {
    let verb: Verb = operation.kind == .delete ? .delete : .upload
    self.init(verb: verb, entityId: operation.entityId, entityType: operation.entityType)
  }

  func concerns(_ operation: SyncOperation) -> Bool {
    entityId == operation.entityId && entityType == operation.entityType
  }

  /// A change of the entity, made at the reference date.
  func change(_ kind: SyncOperation.Kind) -> SyncOperation {
    SyncOperation(kind, entityId: entityId, entityType: entityType, timestamp: Date(timeIntervalSinceReferenceDate: 0))
  }
}

/// What the server does with an operation: failures that may pass, then success, or an error that no retry cures.
struct ServerAnswer: Sendable {
  /// Past the last retry they count as a final failure.
  var failures = 0
  var refusal: (any Error)?

  /// One first attempt, and up to three retries.
  var attempts: Int { min(failures, 3) + 1 }

  func end(ofAttempt number: Int) -> Attempt.End {
    if number < attempts { return .failedForNow }
    if failures > 3 { return .failed(describe(SyncError.maxRetriesExceeded)) }
    guard let refusal else { return .ok }
    // A failure that was wrapped already is not wrapped again.
    return .failed(describe(refusal as? SyncError ?? .firestoreError(refusal)))
  }

  /// As they are, or as the sync boundary wraps them. The cancellation is the server's own: nobody cancelled the pass.
  static let refusals: [any Error] = [
    Refusal(), SyncError.firestoreError(Refusal()), SyncError.invalidData(reason: "refused"),
    SyncError.firestoreError(SyncError.invalidData(reason: "refused")),
    SyncError.firestoreError(SyncError.maxRetriesExceeded), CancellationError(),
    SyncError.firestoreError(CancellationError()),
  ]

  /// A failure that may pass says so or says nothing; as it is, or as the sync boundary wraps it.
  func error(ofAttempt number: Int) -> (any Error)? {
    if number > failures { return refusal }
    return switch number % 4 {
    case 0: SyncError.firestoreError(UnknownFailure())
    case 1: TransientFailure()
    case 2: SyncError.firestoreError(TransientFailure())
    default: UnknownFailure()
    }
  }
}

struct TransientFailure: RetryableError {
  var isRetryable: Bool { true }
}

struct UnknownFailure: Error {}

struct Refusal: RetryableError {
  var isRetryable: Bool { false }
}

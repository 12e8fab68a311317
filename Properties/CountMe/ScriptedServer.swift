import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting
import Synchronization

/// The server of a property: answers as it is told, keeps what it was sent, and lets the property act
/// while an attempt is on its way.
final class ScriptedServer: SyncTransport {
  /// What arrived at the server.
  struct Request: Sendable, Equatable {
    enum Verb: Sendable { case upload, delete }
    let verb: Verb
    let entityId: UUID
    let entityType: SyncEntityType
  }

  /// Answers one attempt: returns, throws, or does something to the engine first.
  typealias Handler = @Sendable (Request) async throws -> Void

  private let state = Mutex(State())

  private struct State {
    var requests: [Request] = []
    var handler: Handler = { _ in }
  }

  var requests: [Request] { state.withLock { $0.requests } }

  /// Forgets earlier requests, and answers with `handler` from now on.
  func begin(_ handler: @escaping Handler) {
    state.withLock { $0 = State(requests: [], handler: handler) }
  }

  func upload(entityId: UUID, entityType: SyncEntityType) async throws {
    try await answer(Request(verb: .upload, entityId: entityId, entityType: entityType))
  }

  func delete(entityId: UUID, entityType: SyncEntityType) async throws {
    try await answer(Request(verb: .delete, entityId: entityId, entityType: entityType))
  }

  private func answer(_ request: Request) async throws {
    let handler = state.withLock { state in
      state.requests.append(request)
      return state.handler
    }
    try await handler(request)
  }
}

extension ScriptedServer.Request: CounterexampleDescribable {
  /// "upload foodItem 3"
  var counterexampleDescription: String { "\(verb) \(entityType) \(entityId.entityText)" }

  init(sending operation: SyncOperation) {
    self.init(
      verb: operation.kind == .delete ? .delete : .upload, entityId: operation.entityId,
      entityType: operation.entityType)
  }
}

/// A failure that may pass.
struct TransientFailure: RetryableError, Equatable {
  var isRetryable: Bool { true }
}

/// A failure that does not say what it is.
struct UnknownFailure: Error, Equatable {}

/// A failure that no retry cures.
struct Refusal: RetryableError, Equatable {
  var isRetryable: Bool { false }
}

/// How the server fails an attempt, as it is or as the sync boundary wraps it.
enum RefusalKind: Sendable, CaseIterable {
  case plain, wrapped, invalidData, wrappedInvalidData, wrappedRetriesUsedUp
  /// Of the server's own making: nobody has cancelled the pass.
  case cancellation, wrappedCancellation

  var error: any Error {
    switch self {
    case .plain: Refusal()
    case .wrapped: SyncError.firestoreError(Refusal())
    case .invalidData: SyncError.invalidData(reason: "refused")
    case .wrappedInvalidData: SyncError.firestoreError(SyncError.invalidData(reason: "refused"))
    case .wrappedRetriesUsedUp: SyncError.firestoreError(SyncError.maxRetriesExceeded)
    case .cancellation: CancellationError()
    case .wrappedCancellation: SyncError.firestoreError(CancellationError())
    }
  }
}

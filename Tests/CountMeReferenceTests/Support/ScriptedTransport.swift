import CountMeReference
import Foundation
import Synchronization

/// A failure that may pass, and one that will not.
struct TransportFailure: RetryableError, Equatable {
  let isRetryable: Bool
  static let transient = TransportFailure(isRetryable: true)
  static let permanent = TransportFailure(isRetryable: false)
}

/// A transport that does as it is told and remembers what it was asked.
final class ScriptedTransport: SyncTransport {
  struct Call: Equatable {
    let verb: String
    let entityId: UUID
  }

  private let recorded = Mutex<[Call]>([])
  private let respond: @Sendable (_ entityId: UUID, _ attempt: Int) async throws -> Void

  /// - Parameter respond: called for each attempt on an entity, counted from 1; throws for a failure.
  init(_ respond: @escaping @Sendable (UUID, Int) async throws -> Void = { _, _ in }) {
    self.respond = respond
  }

  var calls: [Call] { recorded.withLock { $0 } }

  func upload(entityId: UUID, entityType: SyncEntityType) async throws {
    try await record("upload", entityId)
  }

  func delete(entityId: UUID, entityType: SyncEntityType) async throws {
    try await record("delete", entityId)
  }

  private func record(_ verb: String, _ entityId: UUID) async throws {
    let attempt = recorded.withLock { calls in
      calls.append(Call(verb: verb, entityId: entityId))
      return calls.filter { $0.entityId == entityId }.count
    }
    try await respond(entityId, attempt)
  }
}

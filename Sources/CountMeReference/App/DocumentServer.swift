import Foundation

/// The documents of one user on the server: what Firestore is to the app. Implementations should throw
/// ``RetryableError``s.
public protocol DocumentServer: Sendable {
  /// Stores the document, whatever was there.
  func set(_ document: FirestoreData, at id: UUID, of type: SyncEntityType) async throws
  /// Deletes the document. If there is none, that is no error.
  func remove(_ id: UUID, of type: SyncEntityType) async throws
  /// All documents of the model, by name.
  func documents(of type: SyncEntityType) async throws -> [String: FirestoreData]
}

/// Sends the present state of the device's entries, and notes in the store what the server knows.
///
/// An operation of the queue says which entry has changed, and the entry says how: it may have been deleted since, and
/// the app may have died before it queued that. What the server knows already is not sent again: it would undo what
/// another device has done since.
struct DocumentTransport: SyncTransport {
  let data: DataStore
  let server: any DocumentServer

  func upload(entityId: UUID, entityType: SyncEntityType) async throws { try await send(entityId, entityType) }
  func delete(entityId: UUID, entityType: SyncEntityType) async throws { try await send(entityId, entityType) }

  private func send(_ id: UUID, _ type: SyncEntityType) async throws {
    guard let (row, version) = try await data.row(id, of: type), row.change != nil else { return }
    if row.isDeleted {
      try await server.remove(id, of: type)
    } else {
      try await server.set(row.document, at: id, of: type)
    }
    try await data.markSent(id, of: type, version: version)
  }
}

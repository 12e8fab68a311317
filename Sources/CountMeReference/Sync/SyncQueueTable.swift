import Foundation
import StorageContract

/// The stored form of the queue: one record for each operation in the collection `sync_queue`.
///
/// The key is the sequence with leading zeros, so the keys have the order of the queue. Entity and time are typed
/// fields; kind and entity type are stored as raw values.
enum SyncQueueTable {
  private static let collection = "sync_queue"
  /// The number of digits of `Int64.max`.
  private static let keyLength = 19
  /// No queue reaches this sequence: at a million operations a second it takes 30,000 years. A row with a greater
  /// sequence is damaged, and counting on from it could overflow.
  private static let maxSequence: Int64 = 1_000_000_000_000_000_000

  /// - Throws: ``SyncError/invalidData(reason:)`` for an operation after ``maxSequence``, because the next launch could not
  ///   read it; `StoreError`.
  static func apply(_ change: SyncQueue.Change, to store: any Store) async throws {
    guard !change.isEmpty else { return }
    if let last = change.added.last?.sequence, last > maxSequence {
      throw invalid(key(last), "key", "be a sequence up to \(maxSequence)", "the next one")
    }
    try await store.write { transaction in
      for sequence in change.removed {
        try transaction.delete(key(sequence), in: collection)
      }
      for queued in change.added {
        try transaction.put(
          fields(of: queued.operation), at: key(queued.sequence), in: collection)
      }
    }
  }

  /// Every stored operation in queue order. The store returns the rows in the order of their keys, which is the same.
  /// - Throws: ``SyncError/invalidData(reason:)`` for the first row that cannot be read; `StoreError`.
  static func load(from store: any Store) async throws -> [QueuedOperation] {
    try await store.read { try $0.scan(collection) }.map(decode)
  }

  private static func key(_ sequence: Int64) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, keyLength - digits.count)) + digits
  }

  private static func fields(of operation: SyncOperation) -> [String: FieldValue] {
    [
      "entityId": .uuid(operation.entityId),
      "entityType": .text(operation.entityType.rawValue),
      "kind": .text(operation.kind.rawValue),
      "timestamp": .date(operation.timestamp),
    ]
  }

  private static func decode(_ record: Record) throws(SyncError) -> QueuedOperation {
    func refusal(_ field: String, _ requirement: String) -> SyncError {
      let finding = record.fields[field].map { "\($0)" } ?? "missing"
      return invalid(record.key, field, requirement, finding)
    }
    guard let sequence = Int64(record.key), 1...maxSequence ~= sequence,
      key(sequence).utf8.elementsEqual(record.key.utf8)
    else { throw invalid(record.key, "key", "be a sequence of \(keyLength) digits", "not one") }
    guard case .uuid(let entityId) = record.fields["entityId"] else {
      throw refusal("entityId", "be a UUID")
    }
    guard case .text(let type) = record.fields["entityType"],
      let entityType = SyncEntityType(rawValue: type)
    else { throw refusal("entityType", "be one of \(names(SyncEntityType.self))") }
    guard case .text(let name) = record.fields["kind"],
      let kind = SyncOperation.Kind(rawValue: name)
    else { throw refusal("kind", "be one of \(names(SyncOperation.Kind.self))") }
    guard case .date(let timestamp) = record.fields["timestamp"] else {
      throw refusal("timestamp", "be a date")
    }
    return QueuedOperation(
      sequence: sequence,
      operation: SyncOperation(
        kind, entityId: entityId, entityType: entityType, timestamp: timestamp))
  }

  private static func names<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func invalid(
    _ key: String, _ field: String, _ requirement: String, _ finding: String
  ) -> SyncError {
    .invalidData(
      reason:
        "\(collection) \(key.debugDescription) \(field) must \(requirement), but it is \(finding).")
  }
}

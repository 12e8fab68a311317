import CountMeReference
import Foundation
import StorageContract

/// The table of the twin.
extension SyncEngineTwin {
  private static let table = "offline_queue"
  private static let keyLength = 12

  func storedOperations() async throws -> [QueuedOperation] {
    let records = try await setup.store.read { try $0.scan(Self.table) }
    let rows = isOneRecord ? records.flatMap { Self.rows(in: $0.fields) } : records.map { ($0.key, $0.fields) }
    return try rows.map { try Self.operation($0, $1) }.sorted { $0.sequence < $1.sequence }
  }

  func store(_ change: SyncQueue.Change, _ queue: [QueuedOperation]) async throws {
    let keepsDropped = defect == .keepsDroppedOperationsStored
    try await setup.store.write { [isOneRecord] transaction in
      if isOneRecord {
        let fields = queue.flatMap { queued in Self.fields(queued).map { (Self.key(queued.sequence) + $0, $1) } }
        _ = try transaction.put(Dictionary(uniqueKeysWithValues: fields), at: "queue", in: Self.table)
        return
      }
      for sequence in change.removed where !keepsDropped { try transaction.delete(Self.key(sequence), in: Self.table) }
      for queued in change.added {
        try transaction.put(Self.fields(queued), at: Self.key(queued.sequence), in: Self.table)
      }
    }
  }

  private static func rows(in fields: [String: FieldValue]) -> [(String, [String: FieldValue])] {
    Dictionary(grouping: fields) { String($0.key.prefix(keyLength)) }.map { key, fields in
      (key, Dictionary(uniqueKeysWithValues: fields.map { (String($0.key.dropFirst(keyLength)), $0.value) }))
    }
  }

  private static func key(_ sequence: Int64) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, keyLength - digits.count)) + digits
  }

  private static func fields(_ queued: QueuedOperation) -> [String: FieldValue] {
    let operation = queued.operation
    return [
      "entity": .uuid(operation.entityId), "type": .text(operation.entityType.rawValue),
      "kind": .text(operation.kind.rawValue), "time": .date(operation.timestamp),
    ]
  }

  private static func operation(_ key: String, _ fields: [String: FieldValue]) throws -> QueuedOperation {
    let row = "Row \(key.debugDescription)"
    func refusal(_ name: String) -> SyncError {
      .invalidData(reason: "\(row) \(name) is not one but \(fields[name].map { "\($0)" } ?? "missing").")
    }
    guard let sequence = Int64(key), Self.key(sequence) == key else {
      throw SyncError.invalidData(reason: row + " has no number.")
    }
    guard case .uuid(let entity)? = fields["entity"] else { throw refusal("entity") }
    guard case .text(let kindName)? = fields["kind"], let kind = SyncOperation.Kind(rawValue: kindName) else {
      throw refusal("kind")
    }
    guard case .date(let time)? = fields["time"] else { throw refusal("time") }
    guard case .text(let typeName)? = fields["type"], let type = SyncEntityType(rawValue: typeName) else {
      throw refusal("type")
    }
    return QueuedOperation(
      sequence: sequence, operation: SyncOperation(kind, entityId: entity, entityType: type, timestamp: time))
  }
}

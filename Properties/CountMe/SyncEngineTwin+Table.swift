import CountMeReference
import Foundation
import StorageContract

/// The table: items by number, in a record each or all in one.
extension SyncEngineTwin {
  private static let table = "offline_queue"

  func load() async throws {
    let records = try await setup.store.read { try $0.scan(Self.table) }
    items =
      switch layout {
      case .records: try await readable(records)
      case .oneRecord: records.flatMap { Self.items(in: $0.fields) }
      }
    lastNumber = items.map(\.number).max() ?? 0
    items.sort { $0.number < $1.number }
    if defect != .loadsWithoutTheCap {
      let before = items
      trim(&items, to: defect == .holdsNothingAtACapOfZero ? setup.maxQueueSize : max(1, setup.maxQueueSize))
      try await persist(items, from: before)
    }
  }

  func persist(_ after: [Item], from before: [Item]) async throws {
    if layout == .oneRecord {
      let fields = after.map { Self.fields($0.operation, "_\($0.number)") }
        .reduce(into: [:]) { $0.merge($1, uniquingKeysWith: { _, new in new }) }
      _ = try await setup.store.write { try $0.put(fields, at: "queue", in: Self.table) }
      return
    }
    let keepsOld = defect == .keepsDroppedOperationsStored
    try await setup.store.write { transaction in
      let kept = Set(after.map(\.number))
      let known = Set(before.map(\.number))
      for item in before where !kept.contains(item.number) && !keepsOld {
        try transaction.delete(Self.key(item), in: Self.table)
      }
      for item in after where !known.contains(item.number) {
        try transaction.put(Self.fields(item.operation, ""), at: Self.key(item), in: Self.table)
      }
    }
  }

  /// The items of the records: all of them, or none.
  private func readable(_ records: [Record]) async throws -> [Item] {
    var items: [Item] = []
    for record in records {
      let number = Int(record.key).flatMap { number in
        defect == .takesAnyNumberForAKey || Self.key(number) == record.key ? number : nil
      }
      let isReadable = defect != .readsNoneOfTheLastNumbers || number ?? 0 <= 100_000_000_000
      if let number, isReadable, let item = Self.item(number, record.fields, "") {
        items.append(item)
      } else if defect == .deletesRowsThatDoNotRead {
        _ = try await setup.store.write { try $0.delete(record.key, in: Self.table) }
      } else if defect != .skipsRowsThatDoNotRead {
        throw Self.refusal(of: record, isTold: defect != .saysOnlyThatARowIsDamaged)
      }
    }
    return items
  }

  private static func refusal(of record: Record, isTold: Bool) -> SyncError {
    guard isTold else { return .invalidData(reason: "An operation does not read.") }
    let row = "Row \(record.key.debugDescription)"
    let wrong = ["entity", "kind", "time", "type"].first { name in
      guard let value = record.fields[name] else { return true }
      return switch (name, value) {
      case ("entity", .uuid), ("time", .date): false
      case ("type", .text(let type)): SyncEntityType(rawValue: type) == nil
      case ("kind", .text(let kind)): SyncOperation.Kind(rawValue: kind) == nil
      default: true
      }
    }
    guard let wrong else { return .invalidData(reason: row + " has no number.") }
    let found = record.fields[wrong].map { "\($0)" } ?? "missing"
    return .invalidData(reason: "\(row) \(wrong) is not one but \(found).")
  }

  private static func key(_ item: Item) -> String { key(item.number) }

  private static func key(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  private static func fields(_ operation: SyncOperation, _ suffix: String) -> [String: FieldValue] {
    [
      "entity" + suffix: .uuid(operation.entityId),
      "type" + suffix: .text(operation.entityType.rawValue),
      "kind" + suffix: .text(operation.kind.rawValue), "time" + suffix: .date(operation.timestamp),
    ]
  }

  private static func items(in fields: [String: FieldValue]) -> [Item] {
    fields.keys.compactMap { name in
      guard name.hasPrefix("kind_"), let number = Int(name.dropFirst(5)) else { return nil }
      return item(number, fields, "_\(number)")
    }
  }

  private static func item(
    _ number: Int, _ fields: [String: FieldValue], _ suffix: String
  ) -> Item? {
    guard case .uuid(let entity) = fields["entity" + suffix],
      case .text(let typeName) = fields["type" + suffix],
      case .text(let kindName) = fields["kind" + suffix],
      case .date(let time) = fields["time" + suffix],
      let type = SyncEntityType(rawValue: typeName),
      let kind = SyncOperation.Kind(rawValue: kindName)
    else { return nil }
    return Item(
      number: number,
      operation: SyncOperation(kind, entityId: entity, entityType: type, timestamp: time))
  }
}

import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting
import StorageContract

/// A stored operation that something else has changed while the app was not running, so that it does not read.
struct DamagedRow: Sendable {
  enum Damage: Sendable, CaseIterable {
    case missing, otherType, unknownName
    case longerKey, signedKey, shorterKey, unreadableKey
  }

  /// Among the rows, and among the fields by name; past the end, the last.
  let row: Int
  let field: Int
  let damage: Damage

  /// What the app said of it.
  struct Found: Sendable, Equatable {
    var refusesToStart = true
    var changedTheStore = false
  }

  /// Tries to start the app with the row damaged, over its cap too, then with the row as it was.
  func meet(in app: inout SyncApp) async throws -> Found {
    let cap = app.cap
    try await app.relaunch(cap: cap)
    let (collection, record) = try await app.withStore { store in
      try await store.read { transaction in
        guard let collection = try transaction.collections().first else { throw NothingStored() }
        let rows = try transaction.scan(collection)
        return (collection, rows[min(row, rows.count - 1)])
      }
    }
    var found = Found()
    var reasons: [RefusalText] = []
    for other in damaged(record) {
      try await app.put(other, inPlaceOf: record.key, in: collection)
      let before = try await app.withStore { try await $0.dump() }
      do {
        try await app.start(cap: 1)
        found.refusesToStart = false
      } catch SyncError.invalidData(let reason) {
        reasons.append(RefusalText(text: reason))
        try expectTold(reason, other.key, isOfKey ? nil : name(in: record.fields))
      }
      if try await app.withStore({ try await $0.dump() }) != before { found.changedTheStore = true }
      try await app.put(record, inPlaceOf: other.key, in: collection)
    }
    if isOfKey { try await expectGoesOn(after: record, in: collection, &app) }
    if reasons.count == 2 { try reasons[0].expectFindingLast(unlike: reasons[1]) }
    try await app.start(cap: cap)
    return found
  }

  /// Whatever number a row has: if the app takes the row, it can read again what it queues next, or it refuses to queue it.
  private func expectGoesOn(after record: Record, in collection: String, _ app: inout SyncApp) async throws {
    guard record.key.allSatisfy(\.isNumber) else { return }
    let rows = try await app.withStore { try await $0.read { try $0.scan(collection) } }
    let newcomer = SyncOperation(
      .create, entityId: UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)), entityType: .foodItem,
      timestamp: Date(timeIntervalSinceReferenceDate: 0))
    let (cap, digits) = (app.cap, record.key.count)
    let keys = [String(repeating: "9", count: digits), "1" + String(repeating: "0", count: digits - 1), "\(Int64.max)", "\(Int64.max - 1)"]
    for key in keys where key.count == digits {
      try await app.put(
        Record(key: key, version: record.version, fields: record.fields), inPlaceOf: record.key, in: collection)
      do {
        try await app.start(cap: cap)
        let isQueued = (try? await app.engine.queueOperation(newcomer)) != nil
        do {
          try await app.start(cap: cap)
        } catch {
          try expect("reads what it queued after \(describe(key)), and does not say: \(error)", false)
        }
        let found = await app.engine.syncQueue.contains { $0.concernsSameEntity(as: newcomer) }
        try expect("whether it has what it queued after \(describe(key))", found, equals: isQueued)
      } catch SyncError.invalidData {
        // Nothing was started on such a row.
      }
      try await app.withStore { store in
        try await store.write { transaction in
          for row in try transaction.scan(collection) { try transaction.delete(row.key, in: collection) }
          for row in rows { try transaction.put(row.fields, at: row.key, in: collection) }
        }
      }
    }
  }

  private func name(in fields: [String: FieldValue]) -> String {
    let names = fields.keys.sorted()
    return names[min(field, names.count - 1)]
  }

  /// A field damaged in two ways, or a key in one.
  private func damaged(_ record: Record) -> [Record] {
    func with(_ values: FieldValue?...) -> [Record] {
      values.map { value in
        var fields = record.fields
        fields[name(in: fields)] = value
        return Record(key: record.key, version: record.version, fields: fields)
      }
    }
    func with(key: String) -> [Record] { [Record(key: key, version: record.version, fields: record.fields)] }
    return switch damage {
    case .missing: with(nil, .bytes([7]))
    case .otherType: with(.null, .bool(true))
    case .unknownName:
      if case .text(let text)? = record.fields[name(in: record.fields)] {
        with(.text(text + "?"), .text("Z" + text))
      } else {
        with(.text("x"), .bool(false))
      }
    case .longerKey: with(key: "0" + record.key)
    case .signedKey: with(key: "+" + record.key.dropFirst())
    case .shorterKey: with(key: String(record.key.dropFirst()))
    case .unreadableKey: with(key: record.key + "x")
    }
  }

  private var isOfKey: Bool { ![.missing, .otherType, .unknownName].contains(damage) }

  private func expectTold(_ reason: String, _ key: String, _ field: String?) throws {
    try RefusalText(text: reason).expectSentence()
    guard let place = reason.range(of: "\"\(key)\"") else {
      return try expect("\(describe(reason)) names the row \(describe(key))", false)
    }
    guard let field else { return }
    try expect("\(describe(reason)) names the row and then \(field)", reason[place.upperBound...].hasPrefix(" \(field) "))
  }
}

extension SyncApp {
  fileprivate func put(_ record: Record, inPlaceOf key: String, in collection: String) async throws {
    try await withStore { store in
      try await store.write { transaction in
        try transaction.delete(key, in: collection)
        try transaction.put(record.fields, at: record.key, in: collection)
      }
    }
  }
}

private struct NothingStored: Error {}

extension Generator where Value == DamagedRow {
  static func damagedRow(among count: Int) -> Generator {
    .build(DamagedRow.init, from: .int(in: 0...count - 1), .int(in: 0...3), .anyCase())
  }
}

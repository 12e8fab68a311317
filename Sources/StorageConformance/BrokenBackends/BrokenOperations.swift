import PropertyTesting
import StorageContract

/// Backends whose single operations are wrong.
extension Fault<LawSubject> {
  static let mergesFields = writing(
    "mergesFields", "a put keeps the fields that it does not give") { MergedFields($0) }

  static let insertsOverPresentRecords = writing(
    "insertsOverPresentRecords", "an insert replaces a present record") { InsertedOver($0) }

  /// As a store does whose deletes leave a tombstone that an insert takes for a record.
  static let insertsNothingWhereARecordWas = rewired(
    "insertsNothingWhereARecordWas", "an insert where a record was deleted does nothing") { wiring in
    let deleted = RewiredMemory<Set<HistoryPlace>>([])
    wiring.writing = { Tombstones($0, deleted) }
  }

  static let countsARefusedInsert = writing(
    "countsARefusedInsert", "an insert that does nothing uses a version up") { CountedInserts($0) }

  static let deletesWithoutLooking = writing(
    "deletesWithoutLooking", "a delete returns true whatever was there") { UnseenDeletes($0) }

  /// As a store does that marks records as deleted, and then updates what is there.
  static let keepsTheFieldsOfDeletedRecords = rewired(
    "keepsTheFieldsOfDeletedRecords", "a put brings a deleted record's fields back") { wiring in
    let deleted = RewiredMemory<[HistoryPlace: [String: FieldValue]]>([:])
    wiring.writing = { SoftDeletes($0, deleted) }
  }

  static let readsItsWritesLate = writing(
    "readsItsWritesLate", "a transaction does not read what it has written") { LateReads($0) }

  static let losesTheRecordOnARefusedPut = writing(
    "losesTheRecordOnARefusedPut", "a put that is refused has deleted the old record") {
    DeletedFirst($0)
  }

  static let ignoresWritesAfterARefusal = writing(
    "ignoresWritesAfterARefusal", "what is written after a refused call is lost") {
    DeafAfterRefusal($0)
  }

  static let countsARefusedPut = writing(
    "countsARefusedPut", "a put that is refused uses a version up") { CountedRefusals($0) }
}

/// Uses a version up: what a store does that counts before it looks.
private func spendVersion(of transaction: any WriteTransaction) throws {
  let collection = "spent"
  try transaction.put([:], at: "spent", in: collection)
  try transaction.delete("spent", in: collection)
}

private final class MergedFields: RewiredTransaction {
  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let earlier = try base.get(key, in: collection)?.fields ?? [:]
    return try base.put(earlier.merging(fields) { $1 }, at: key, in: collection)
  }
}

private final class InsertedOver: RewiredTransaction {
  override func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try base.put(fields, at: key, in: collection)
  }
}

private final class Tombstones: RewiredTransaction {
  private let deleted: RewiredMemory<Set<HistoryPlace>>

  init(_ base: any WriteTransaction, _ deleted: RewiredMemory<Set<HistoryPlace>>) {
    self.deleted = deleted
    super.init(base)
  }

  override func delete(_ key: String, in collection: String) throws -> Bool {
    let isDeleted = try base.delete(key, in: collection)
    if isDeleted { deleted.withValue { _ = $0.insert(HistoryPlace(key, in: collection)) } }
    return isDeleted
  }

  override func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    let wasDeleted = deleted.withValue { $0.contains(HistoryPlace(key, in: collection)) }
    return wasDeleted ? nil : try base.insert(fields, at: key, in: collection)
  }
}

private final class CountedInserts: RewiredTransaction {
  override func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    if let version = try base.insert(fields, at: key, in: collection) { return version }
    try spendVersion(of: base)
    return nil
  }
}

private final class UnseenDeletes: RewiredTransaction {
  override func delete(_ key: String, in collection: String) throws -> Bool {
    try base.delete(key, in: collection)
    return true
  }
}

private final class SoftDeletes: RewiredTransaction {
  private let deleted: RewiredMemory<[HistoryPlace: [String: FieldValue]]>

  init(_ base: any WriteTransaction, _ deleted: RewiredMemory<[HistoryPlace: [String: FieldValue]]>) {
    self.deleted = deleted
    super.init(base)
  }

  override func delete(_ key: String, in collection: String) throws -> Bool {
    if let fields = try base.get(key, in: collection)?.fields {
      deleted.withValue { $0[HistoryPlace(key, in: collection)] = fields }
    }
    return try base.delete(key, in: collection)
  }

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let earlier = deleted.withValue { $0.removeValue(forKey: HistoryPlace(key, in: collection)) } ?? [:]
    return try base.put(earlier.merging(fields) { $1 }, at: key, in: collection)
  }
}

/// Sees the records that it has written as they were before it.
private final class LateReads: RewiredTransaction {
  private var before: [HistoryPlace: Record?] = [:]

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    let place = HistoryPlace(key, in: collection)
    if before[place] == nil { before[place] = .some(try base.get(key, in: collection)) }
    return try base.put(fields, at: key, in: collection)
  }

  override func get(_ key: String, in collection: String) throws -> Record? {
    if let record = before[HistoryPlace(key, in: collection)] { return record }
    return try base.get(key, in: collection)
  }
}

private final class DeletedFirst: RewiredTransaction {
  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    do {
      return try base.put(fields, at: key, in: collection)
    } catch {
      // Of a key or name that is none there is nothing to delete.
      _ = try? base.delete(key, in: collection)
      throw error
    }
  }
}

private final class DeafAfterRefusal: RewiredTransaction {
  private var isDeaf = false

  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    if isDeaf { return 1 }
    do {
      return try base.put(fields, at: key, in: collection)
    } catch {
      isDeaf = true
      throw error
    }
  }
}

private final class CountedRefusals: RewiredTransaction {
  override func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    do {
      return try base.put(fields, at: key, in: collection)
    } catch {
      try spendVersion(of: base)
      throw error
    }
  }
}

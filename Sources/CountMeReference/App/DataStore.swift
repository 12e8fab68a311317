import Foundation
import StorageContract

/// A document that does not read: on the server, or in the store. It is skipped and stays where it is.
public struct SkippedDocument: Sendable, Equatable {
  /// The collection that it is in.
  public let type: SyncEntityType
  /// The name of the document.
  public let key: String
  /// What is wrong, for the log.
  public let reason: String

  /// A skipped document from its parts.
  public init(type: SyncEntityType, key: String, reason: String) {
    self.type = type
    self.key = key
    self.reason = reason
  }
}

/// A change of something that is not there, or not any more.
public struct EntryNotFound: Error, Equatable {
  /// The model.
  public let type: SyncEntityType
  /// The id that nothing has.
  public let id: UUID

  /// An error for this entry.
  public init(type: SyncEntityType, id: UUID) {
    self.type = type
    self.id = id
  }
}

/// The user's entries on this device, each with the change that the server does not know yet.
///
/// Every call is one transaction: it takes effect as a whole, or throws a `StoreError` and changes nothing. A change is
/// stored with its entry, so nothing that ends the app can part the two.
public struct DataStore: Sendable {
  private let store: any Store
  private let parts: CountMeSystem

  /// The entries in `store`, in one collection for each model.
  public init(_ store: any Store, _ parts: CountMeSystem) {
    self.store = store
    self.parts = parts
  }

  private static func collection(_ type: SyncEntityType) -> String { "entries_\(type.rawValue)" }

  /// All entries by model and id, and the rows that do not read.
  public func contents() async throws -> (entries: [CountMeEntry], skipped: [SkippedDocument]) {
    try await store.read { [parts] transaction in
      var (entries, skipped): ([CountMeEntry], [SkippedDocument]) = ([], [])
      for type in SyncEntityType.allCases {
        for record in try transaction.scan(Self.collection(type)) {
          let row = StoredDocument(record)
          if row.isDeleted { continue }
          do {
            entries.append(try parts.entry(type, record.key, from: row.document))
          } catch {
            skipped.append(SkippedDocument(type: type, key: record.key, reason: "\(error)"))
          }
        }
      }
      return (entries, skipped)
    }
  }

  /// Stores an entry and what was done to it: a creation that the server does not know yet stays one.
  /// - Parameter mustExist: whether the entry has to be there already.
  /// - Throws: ``EntryNotFound``; `StoreError`.
  func save(_ entry: CountMeEntry, mustExist: Bool, at date: Date) async throws -> SyncOperation {
    let document = parts.document(of: entry)
    return try await store.write { transaction in
      try Self.put(document, of: entry.type, entry.id, mustExist: mustExist, at: date, in: transaction)
    }
  }

  /// Sets the goal of the day's log: of the first by id, if two devices have made one each. If there is none, it makes `new`.
  func save(goalOf new: DailyLog, isOfTheDay: @Sendable (Date) -> Bool, at date: Date) async throws -> SyncOperation {
    try await store.write { [parts] transaction in
      let rows = try transaction.scan(Self.collection(.dailyLog))
      let logs = rows.filter { !StoredDocument($0).isDeleted }.compactMap {
        try? parts.dailyLogFromFirestore(StoredDocument($0).document)
      }
      let known = logs.first { isOfTheDay($0.date) }
      let log = try parts.makeDailyLog(
        DailyLog.Fields(id: known?.id ?? new.id, date: known?.date ?? new.date, dailyGoal: new.dailyGoal))
      return try Self.put(
        parts.dailyLogToFirestore(log), of: .dailyLog, log.id, mustExist: known != nil, at: date, in: transaction)
    }
  }

  private static func put(
    _ document: FirestoreData, of type: SyncEntityType, _ id: UUID, mustExist: Bool, at date: Date,
    in transaction: any WriteTransaction
  ) throws -> SyncOperation {
    let known = try transaction.get(id.uuidString, in: collection(type)).map(StoredDocument.init)
    if mustExist, known?.isDeleted ?? true { throw EntryNotFound(type: type, id: id) }
    let kind: SyncOperation.Kind = known == nil || known?.change?.kind == .create ? .create : .update
    let row = StoredDocument(document, change: .init(kind: kind, date: date))
    try transaction.put(try row.fields(), at: id.uuidString, in: collection(type))
    return SyncOperation(kind, entityId: id, entityType: type, timestamp: date)
  }

  /// Marks an entry as deleted. It is gone for the user at once, and from the store as soon as the server knows.
  /// - Throws: ``EntryNotFound``; `StoreError`.
  func delete(_ id: UUID, of type: SyncEntityType, at date: Date) async throws -> SyncOperation {
    try await store.write { transaction in
      guard var row = try transaction.get(id.uuidString, in: Self.collection(type)).map(StoredDocument.init), !row.isDeleted else {
        throw EntryNotFound(type: type, id: id)
      }
      row.change = .init(kind: .delete, date: date)
      try transaction.put(try row.fields(), at: id.uuidString, in: Self.collection(type))
      return SyncOperation(.delete, entityId: id, entityType: type, timestamp: date)
    }
  }

  /// The changes that the server does not know, by their date.
  func unsent() async throws -> [SyncOperation] {
    try await store.read { transaction -> [SyncOperation] in
      try SyncEntityType.allCases.flatMap { type in
        try transaction.scan(Self.collection(type)).compactMap { record in
          guard let change = StoredDocument(record).change, let id = UUID(uuidString: record.key) else { return nil }
          return SyncOperation(change.kind, entityId: id, entityType: type, timestamp: change.date)
        }
      }
    }
    .sorted { $0.timestamp < $1.timestamp }
  }

  /// The row, with the version to say in ``markSent(_:of:version:)``.
  func row(_ id: UUID, of type: SyncEntityType) async throws -> (row: StoredDocument, version: Int64)? {
    try await store.read { try $0.get(id.uuidString, in: Self.collection(type)) }.map { (StoredDocument($0), $0.version) }
  }

  /// Notes that the server knows the change. If the row was changed since it was read, its new change stays.
  func markSent(_ id: UUID, of type: SyncEntityType, version: Int64) async throws {
    try await store.write { transaction in
      guard let record = try transaction.get(id.uuidString, in: Self.collection(type)), record.version == version else { return }
      var row = StoredDocument(record)
      if row.isDeleted {
        try transaction.delete(record.key, in: Self.collection(type))
      } else {
        row.change = nil
        try transaction.put(try row.fields(), at: record.key, in: Self.collection(type))
      }
    }
  }

  /// Takes over what the server has of a model. Entries with changes that the server does not know stay as they are. So
  /// does an entry whose document does not read. Other entries that the server does not have are deleted.
  /// - Parameter documents: by name, all of them.
  /// - Returns: the documents that do not read, by name.
  func merge(_ documents: [String: FirestoreData], of type: SyncEntityType) async throws -> [SkippedDocument] {
    try await store.write { [parts] transaction in
      var skipped: [SkippedDocument] = []
      let records = try transaction.scan(Self.collection(type))
      let known = Dictionary(records.map { ($0.key, $0) }) { first, _ in first }
      for (key, document) in documents.sorted(by: { $0.key < $1.key }) {
        do {
          let entry = try parts.entry(type, key, from: document)
          let row = StoredDocument(parts.document(of: entry), change: nil)
          let fields = try row.fields()
          if let record = known[key], StoredDocument(record).change != nil || record.fields == fields { continue }
          try transaction.put(fields, at: key, in: Self.collection(type))
        } catch let error as SyncError {
          skipped.append(SkippedDocument(type: type, key: key, reason: error.description))
        }
      }
      for record in records where documents[record.key] == nil && StoredDocument(record).change == nil {
        try transaction.delete(record.key, in: Self.collection(type))
      }
      return skipped
    }
  }
}

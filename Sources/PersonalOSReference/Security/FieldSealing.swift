import StorageContract

/// Keeps sensitive fields of records from reaching a store in clear, whoever writes them.
public protocol FieldSealing: Sendable {
  /// The store for everybody who works with the records: what is written to it is sealed beneath, what is read from it is
  /// opened. A sealed field that does not open stays bytes, so that its record, and none beside it, does not read.
  func over(_ store: any Store) -> any Store

  /// Seals what an older version of the app has left in clear in `store` itself, of whatever layout, and rewrites its
  /// files so that the text is not left in them. A store that a newer version wrote is left as it is.
  /// - Returns: whether there was anything.
  /// - Throws: what keychain or store throw; then all rows still read as they did, and the next call goes on with it.
  func sealPlainRows(of store: any Store) async throws -> Bool
}

/// The fields that nobody may read who has only the disk, by collection.
public enum SensitiveFields {
  public static let all: [String: Set<String>] = [
    TradeRecord.collection: TradeRecord.sensitiveFields, ProjectItem.collection: ProjectItem.sensitiveFields,
    // Trades that were moved aside.
    QuarantinedRecord.collection: TradeRecord.sensitiveFields,
  ]
}

/// Sealing with the app's secure storage: each field by itself, bound to its record. The other fields stay readable to
/// the store's own tools.
public struct StorageSealing: FieldSealing {
  private let fields: [String: Set<String>]
  private let storage: any SecureStorage

  public init(_ storage: any SecureStorage, fields: [String: Set<String>] = SensitiveFields.all) {
    self.storage = storage
    self.fields = fields
  }

  /// A write that is the first to need a key is rolled back and run again with one: a key is made only if something is to
  /// be sealed, so that an emptied keychain stays empty.
  public func over(_ store: any Store) -> any Store {
    let (storage, fields) = (storage, fields)
    var hooks = StoreHooks()
    hooks.read = { store, body in
      let seal = FieldSeal(fields, await Self.cipher(of: storage))
      try await store.read { try body(seal.hooks.over($0)) }
    }
    hooks.write = { store, body in
      let seal = FieldSeal(fields, await Self.cipher(of: storage))
      do {
        try await store.write { transaction in
          try body(seal.hooks.over(transaction))
          // A closure may have gone on after the refusal.
          if seal.lacksKey { throw SecurityError.encryptionFailed }
        }
      } catch where seal.lacksKey {
        let seal = FieldSeal(fields, .success(try await storage.dataCipher(makingKey: true)))
        try await store.write { try body(seal.hooks.over($0)) }
      }
    }
    return InterposedStore(store, hooks)
  }

  public func sealPlainRows(of store: any Store) async throws -> Bool {
    let (plain, isToRewrite) = try await store.read { transaction in
      let isOurs = try transaction.schemaVersion() <= Int64(SchemaVersion.current.rawValue)
      return (
        isOurs ? try plainRows(in: transaction) : [],
        try transaction.get(SchemaRecord.rewriteKey, in: SchemaRecord.collection) != nil
      )
    }
    guard isToRewrite || !plain.isEmpty else { return false }
    if !plain.isEmpty {
      try await over(store).write { transaction in
        for (collection, key) in plain {
          guard let record = try transaction.get(key, in: collection) else { continue }
          try transaction.put(record.fields, at: key, in: collection)
        }
        // The app may end before the files are rewritten: then the next launch does it.
        try transaction.put([:], at: SchemaRecord.rewriteKey, in: SchemaRecord.collection)
      }
    }
    do {
      try await store.compact()
    } catch StoreError.unsupported {
      // A server rewrites its files when it sees fit.
    }
    try await store.write { _ = try $0.delete(SchemaRecord.rewriteKey, in: SchemaRecord.collection) }
    return true
  }

  private func plainRows(in transaction: any ReadTransaction) throws -> [(collection: String, key: String)] {
    try fields.sorted { $0.key < $1.key }.flatMap { collection, names in
      try transaction.scan(collection)
        .filter { record in names.contains { record.fields[$0].map(SealedField.isPlain) ?? false } }
        .map { (collection: collection, key: $0.key) }
    }
  }

  private static func cipher(of storage: any SecureStorage) async -> Result<DataCipher?, any Error> {
    do {
      return .success(try await storage.dataCipher(makingKey: false))
    } catch {
      return .failure(error)
    }
  }
}

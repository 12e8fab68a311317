import StorageContract

/// Encrypts the sensitive fields of records before they reach a store, whoever writes them.
public protocol FieldSealing: Sendable {
  /// The store for everybody who works with the records. It seals sensitive fields on writing, and opens them on
  /// reading. A sealed field that cannot be opened remains bytes, so its record cannot be read; all other records can.
  func over(_ store: any Store) -> any Store

  /// Seals the sensitive fields that an older version of the app left in clear, whatever the layout of the data. Then it
  /// rewrites the store's files, so that the text is not left in them. Data that a newer version wrote stays unchanged.
  /// - Parameter data: the access to the store without the seal.
  /// - Returns: whether there was anything to seal or to rewrite.
  /// - Throws: the errors of the keychain and the store. All rows can then still be read as before, and the next call
  ///   continues the work.
  func sealPlainRows(of data: any DataAccess) async throws -> Bool
}

/// The sensitive fields, by collection. Nobody who has only the disk may read them.
public enum SensitiveFields {
  /// All sensitive fields of the app: the notes of trades, projects and quarantined trades.
  public static let all: [String: Set<String>] = [
    TradeRecord.collection: TradeRecord.sensitiveFields, ProjectItem.collection: ProjectItem.sensitiveFields,
    // A repair moves trades here.
    QuarantinedRecord.collection: TradeRecord.sensitiveFields,
  ]
}

/// Seals with the app's secure storage. It encrypts each field separately and binds it to its record. The other fields
/// remain readable with the store's own tools.
public struct StorageSealing: FieldSealing {
  private let fields: [String: Set<String>]
  private let storage: any SecureStorage

  /// Creates a sealing that uses the key of `storage`.
  /// - Parameter fields: the names of the sensitive fields, by collection.
  public init(_ storage: any SecureStorage, fields: [String: Set<String>] = SensitiveFields.all) {
    self.storage = storage
    self.fields = fields
  }

  /// Wraps the store. The first write that needs a key is rolled back, and runs again with a new key. A key is made
  /// only if there is something to seal, so an emptied keychain stays empty.
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
          // The closure may have caught the error and continued.
          if seal.lacksKey { throw SecurityError.encryptionFailed }
        }
      } catch where seal.lacksKey {
        let seal = FieldSeal(fields, .success(try await storage.dataCipher(makingKey: true)))
        try await store.write { try body(seal.hooks.over($0)) }
      }
    }
    return InterposedStore(store, hooks)
  }

  public func sealPlainRows(of data: any DataAccess) async throws -> Bool {
    let (plain, isToRewrite) = try await data.perform { scope in
      let transaction = try scope.live()
      let isOurs = try transaction.schemaVersion() <= Int64(SchemaVersion.current.rawValue)
      return (
        isOurs ? try plainRows(in: transaction) : [],
        try transaction.get(SchemaRecord.rewriteKey, in: SchemaRecord.collection) != nil
      )
    }
    guard isToRewrite || !plain.isEmpty else { return false }
    if !plain.isEmpty {
      let seal = FieldSeal(fields, .success(try await storage.dataCipher(makingKey: true)))
      try await data.perform { scope in
        let transaction = seal.hooks.over(try scope.live())
        for (collection, key) in plain {
          guard let record = try transaction.get(key, in: collection) else { continue }
          try transaction.put(record.fields, at: key, in: collection)
        }
        // If the app ends before the files are rewritten, the next launch rewrites them.
        try transaction.put([:], at: SchemaRecord.rewriteKey, in: SchemaRecord.collection)
      }
    }
    do {
      try await data.compact()
    } catch StoreError.unsupported {
      // A server rewrites its files when it sees fit.
    }
    try await data.perform { _ = try $0.live().delete(SchemaRecord.rewriteKey, in: SchemaRecord.collection) }
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

import StorageContract

/// Seals and opens the sensitive fields in the calls of one transaction.
struct FieldSeal: Sendable {
  private let fields: [String: Set<String>]
  private let cipher: Result<DataCipher?, any Error>
  private let hasLackedKey = Remembered(false)

  /// - Parameter cipher: nil if there is no key yet. A failure affects only those calls that need the key.
  init(_ fields: [String: Set<String>], _ cipher: Result<DataCipher?, any Error>) {
    self.fields = fields
    self.cipher = cipher
  }

  /// Whether a call had to seal a field and there was no key.
  var lacksKey: Bool { hasLackedKey.now }

  var hooks: TransactionHooks {
    var hooks = TransactionHooks()
    hooks.get = { transaction, key, collection in
      try transaction.get(key, in: collection).map { try opened($0, of: collection) }
    }
    hooks.scan = { transaction, range in
      try transaction.scan(range).map { try opened($0, of: range.collection) }
    }
    hooks.put = { transaction, fields, key, collection in
      try transaction.put(sealed(fields, key, collection), at: key, in: collection)
    }
    hooks.insert = { transaction, fields, key, collection in
      try transaction.insert(sealed(fields, key, collection), at: key, in: collection)
    }
    hooks.compareAndSet = { transaction, fields, key, collection, version in
      try transaction.compareAndSet(sealed(fields, key, collection), at: key, in: collection, version: version)
    }
    return hooks
  }

  private func sealed(
    _ values: [String: FieldValue], _ key: String, _ collection: String
  ) throws -> [String: FieldValue] {
    guard let names = fields[collection] else { return values }
    var values = values
    for name in names {
      guard let value = values[name] else { continue }
      guard let cipher = try cipher.get() else {
        hasLackedKey.set(true)
        throw SecurityError.encryptionFailed
      }
      values[name] = .bytes(try cipher.seal(SealedField(value, named: name, of: key, in: collection).plaintext()))
    }
    return values
  }

  private func opened(_ record: Record, of collection: String) throws -> Record {
    guard let names = fields[collection] else { return record }
    var values = record.fields
    for name in names {
      guard case .bytes(let sealed)? = values[name], let cipher = try cipher.get(),
        let plaintext = try? cipher.open(sealed),
        let value = SealedField.value(in: plaintext, named: name, of: record.key, in: collection)
      else { continue }
      values[name] = value
    }
    return Record(key: record.key, version: record.version, fields: values)
  }
}

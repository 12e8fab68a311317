import StorageContract

/// The place for records that cannot be read. Each lies in a separate collection, byte for byte as it was, so that
/// somebody can still recover its data (002 Context corruption detection and remediation).
public enum Quarantine {
  /// Returns the name of the collection that holds the quarantined records of `collection`.
  public static func collection(of collection: String) -> String { "quarantine_" + collection }

  /// Moves the record to the quarantine. A quarantined record of the same key stays, unless it is equal: the new one
  /// gets apostrophes behind its key.
  /// - Throws: ``ArgusError/corruptedContext`` if such a key would be longer than a key may be; what the store throws.
  static func take(_ record: Record, from collection: String, in transaction: any WriteTransaction) throws {
    let place = Self.collection(of: collection)
    var key = record.key
    while let other = try transaction.get(key, in: place), other.fields != record.fields {
      let longer = key + "'"
      // A key has at most 1,024 bytes.
      guard longer.utf8.count <= RecordRules.maximumKeySizeBytes else { throw ArgusError.corruptedContext }
      key = longer
    }
    try transaction.put(record.fields, at: key, in: place)
    try transaction.delete(record.key, in: collection)
  }
}

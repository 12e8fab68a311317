import StorageContract

/// Where records go that do not read: in a collection of their own, byte for byte as they were, so that nothing is lost that
/// somebody could still make sense of (002 Context corruption detection and remediation).
public enum Quarantine {
  public static func collection(of collection: String) -> String { "quarantine_" + collection }

  /// Sets the record aside, in place of one of the same key that was set aside before only if that one was equal; otherwise
  /// under a key of its own.
  static func take(_ record: Record, from collection: String, in transaction: any WriteTransaction) throws {
    let place = Self.collection(of: collection)
    var key = record.key
    while let other = try transaction.get(key, in: place), other.fields != record.fields {
      let longer = key + "'"
      // A key has 1,024 bytes at most.
      guard longer.utf8.count <= RecordRules.maximumKeySizeBytes else { throw ArgusError.corruptedContext }
      key = longer
    }
    try transaction.put(record.fields, at: key, in: place)
    try transaction.delete(record.key, in: collection)
  }
}

extension StoreCapabilities {
  /// A part of the contract that an adapter adds to a store that has no such thing. The conformance kit does not judge the store by it.
  public enum EmulatedPart: String, Sendable, CaseIterable {
    /// Types: the store keeps the bytes or the text that the adapter makes of a record's fields.
    case values
    /// The refusal of the names, keys and values that the contract forbids.
    case rules
    /// The order and the bounds of scans: the adapter sorts the keys that the store lists.
    case order
    /// The adapter writes the name of the collection into each key.
    case collections
    /// The adapter numbers the puts, by a counter or a clock.
    case versions
    /// Inserts and compare-and-sets: the adapter reads, compares and puts.
    case conditionalPuts
    /// Rollbacks, and reads of a transaction's own writes: the adapter keeps the writes until the commit.
    case transactions
    /// The refusal of a second opener: the adapter has a lock of its own.
    case exclusiveStores
    /// The adapter copies the data.
    case backup
    /// The adapter writes the files anew.
    case compaction
    /// The adapter has checksums of its own.
    case integrity
  }
}

extension Set<StoreCapabilities.EmulatedPart> {
  /// What an adapter adds to a store with keys and values as bytes, and no transactions but a batch of writes.
  public static let keyValue = orderedKeyValue.union([.order, .transactions])
  /// What an adapter adds to a store with keys and values as bytes, in the order of the keys, with transactions.
  public static let orderedKeyValue: Self = [.values, .rules, .collections, .versions, .conditionalPuts]
}

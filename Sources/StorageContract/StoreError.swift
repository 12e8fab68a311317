/// What a store throws. After any of these but ``lost(reason:)`` the store's contents are what they
/// were before the call.
public enum StoreError: Error, Sendable, Equatable {
  /// The store was closed.
  case closed
  /// A transaction handle was used outside its closure.
  case transactionEnded
  /// Nothing may be written here.
  case readOnly(path: String)
  /// Not an identifier of at most 64 characters: see ``Store``.
  case invalidName(String)
  /// A key that is empty or longer than 1,024 bytes.
  case invalidKey(reason: String)
  /// A value that no backend stores exactly: a NaN decimal, more than 38 digits, a field over the limit.
  case invalidValue(field: String, reason: String)
  /// A negative scan limit.
  case invalidLimit(Int)
  /// Another process or store has this location open.
  case inUse(path: String)
  /// The file is not what it should be; `offset` is in bytes where it is known.
  case damaged(path: String, offset: Int?, reason: String)
  /// The operating system or the database refused. `operation` is a verb phrase: "append to the journal".
  case io(operation: String, path: String, reason: String)
  /// The transaction could not be carried out beside others and was rolled back: try it again.
  case conflict(reason: String)
  /// Whoever carries the store out is gone or does not answer. A commit under way may have been done or not: the one
  /// error after which the contents are not known.
  case lost(reason: String)
  /// A declared capability is missing: the call is not for this backend.
  case unsupported(String)
}

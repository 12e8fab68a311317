/// The errors of stores. After any error but ``lost(reason:)``, the store's contents are what they
/// were before the call.
public enum StoreError: Error, Sendable, Equatable {
  /// The store was closed.
  case closed
  /// A transaction handle was used outside its closure.
  case transactionEnded
  /// The store may not write here.
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
  /// The file is damaged, or not a file of this kind. `offset` is in bytes, if known.
  case damaged(path: String, offset: Int?, reason: String)
  /// The operating system or the database refused. `operation` is a verb phrase: "append to the journal".
  case io(operation: String, path: String, reason: String)
  /// The transaction conflicted with another one and was rolled back: try it again.
  case conflict(reason: String)
  /// The process or server of the store is gone or does not answer. The store may or may not have done a current
  /// commit. This is the only error after which the contents are unknown.
  case lost(reason: String)
  /// The backend does not declare the capability that this call needs.
  case unsupported(String)
}

import Foundation

extension StoreError: CustomStringConvertible, LocalizedError {
  /// A sentence: what was wrong, where, and what would be valid.
  public var description: String {
    switch self {
    case .closed:
      "The store is closed; open its location again to go on."
    case .transactionEnded:
      "The transaction has ended; its handle is valid only inside the closure that received it."
    case .readOnly(let path):
      "The store may not write at \(path); make it writable or choose another place."
    case .invalidName(let name):
      """
      \(name.debugDescription) is not a collection or field name: an ASCII letter or underscore, then \
      ASCII letters, digits or underscores, at most \(RecordRules.maximumNameLength) in all.
      """
    case .invalidKey(let reason):
      "The key cannot be used: \(reason)."
    case .invalidValue(let field, let reason):
      "The value of field \(field) cannot be stored: \(reason)."
    case .invalidLimit(let limit):
      "A scan cannot return at most \(limit) records: the limit is 0 or more, or nil for all."
    case .inUse(let path):
      "\(path) is already open in another store or process; close that one first."
    case .damaged(let path, let offset?, let reason):
      "\(path) is damaged at byte \(offset): \(reason). It was left as it is."
    case .damaged(let path, nil, let reason):
      "\(path) is damaged: \(reason). It was left as it is."
    case .io(let operation, let path, let reason):
      "Could not \(operation) (\(path)): \(reason)."
    case .conflict(let reason):
      "The transaction conflicts with another one and was rolled back: \(reason). Try it again."
    case .lost(let reason):
      "The store is lost, and a write in progress may or may not have been done: \(reason)."
    case .unsupported(let what):
      "This backend does not support \(what)."
    }
  }

  public var errorDescription: String? { description }
}

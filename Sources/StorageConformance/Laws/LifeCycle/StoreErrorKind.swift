import StorageContract

/// The result of `body`: the kind of the store's error, "nothing thrown", or the text of another error.
func storeErrorKind(_ body: () async throws -> Void) async -> String {
  do {
    try await body()
    return "nothing thrown"
  } catch let error as StoreError {
    return error.kind
  } catch {
    return "\(error)"
  }
}

extension StoreError {
  /// The name of the case.
  fileprivate var kind: String {
    switch self {
    case .closed: "closed"
    case .transactionEnded: "transactionEnded"
    case .readOnly: "readOnly"
    case .invalidName: "invalidName"
    case .invalidKey: "invalidKey"
    case .invalidValue: "invalidValue"
    case .invalidLimit: "invalidLimit"
    case .inUse: "inUse"
    case .damaged: "damaged"
    case .io: "io"
    case .conflict: "conflict"
    case .lost: "lost"
    case .unsupported: "unsupported"
    }
  }
}

/// The kinds of cloud operations (002 CloudKit Request Coordination). Of each type only one operation runs at a time.
public enum CloudOperationType: String, Sendable, CaseIterable, Hashable {
  case export
  case `import`
  case setup
  case fetch
  case modify
}

/// The order in which the pending operations of a type start, highest first.
public enum OperationPriority: Int, Sendable, CaseIterable, Comparable {
  case low
  case normal
  case high
  case critical

  public static func < (left: OperationPriority, right: OperationPriority) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a request by the number of its arrival.
public struct RequestID: Sendable, Hashable {
  /// The number, starting at 1.
  public let number: Int

  /// Creates the id of the request with this number.
  public init(_ number: Int) { self.number = number }
}

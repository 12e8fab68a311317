/// What a cloud operation does (002 CloudKit Request Coordination). Only one of each type runs at a time.
public enum CloudOperationType: String, Sendable, CaseIterable, Hashable {
  case export
  case `import`
  case setup
  case fetch
  case modify
}

/// Who goes first among the pending operations of a type.
public enum OperationPriority: Int, Sendable, CaseIterable, Comparable {
  case low
  case normal
  case high
  case critical

  public static func < (left: OperationPriority, right: OperationPriority) -> Bool { left.rawValue < right.rawValue }
}

/// A request, by the number of its arrival.
public struct RequestID: Sendable, Hashable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}

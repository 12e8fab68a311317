import Foundation

/// An operation with its identity in the queue. The operation alone is none: the same entity may be
/// in flight and queued again.
public struct QueuedOperation: Sendable, Equatable {
  /// 1 or more, ascending in queue order.
  public let sequence: Int64
  public let operation: SyncOperation

  public init(sequence: Int64, operation: SyncOperation) {
    self.sequence = sequence
    self.operation = operation
  }
}

/// The functional core of the offline queue: what each change does to its contents, and nothing else.
///
/// - Law: never more than ``maxSize`` operations (requirements 7.1 to 7.3).
/// - Law: sequences ascend from first to last.
public struct SyncQueue: Sendable, Equatable {
  /// What one change did, so that a stored copy can follow it without being rewritten.
  public struct Change: Sendable, Equatable {
    public var removed: [Int64]
    public var added: [QueuedOperation]

    public init(removed: [Int64] = [], added: [QueuedOperation] = []) {
      self.removed = removed
      self.added = added
    }

    public var isEmpty: Bool { removed.isEmpty && added.isEmpty }
  }

  /// At least 1.
  public let maxSize: Int

  /// In queue order, which is the order of arrival.
  public private(set) var operations: [QueuedOperation] = []

  private var nextSequence: Int64

  /// An empty queue. A `maxSize` below 1 counts as 1: a queue that holds nothing would lose everything.
  public init(maxSize: Int = ValidationConstants.maxQueueSize) {
    self.init(loading: [], maxSize: maxSize)
  }

  /// A queue with the operations that an earlier one left, in their order; those over `maxSize` are
  /// dropped, the first ones first.
  /// - Parameter stored: sequences must ascend, and stay below `Int64.max` by what is yet to be queued.
  public init(loading stored: [QueuedOperation], maxSize: Int = ValidationConstants.maxQueueSize) {
    self.maxSize = max(1, maxSize)
    operations = stored.suffix(self.maxSize)
    nextSequence = (operations.last?.sequence ?? 0) + 1
  }

  /// Puts `operation` at the tail.
  ///
  /// First it replaces the pending operation on the same entity, so that there is at most one;
  /// then, while the queue is full, the first is dropped; so a replacement drops nothing.
  /// - Parameter inFlight: the sequence of the operation that is being sent. It is not replaced: what
  ///   is sent may be older than the change that the newcomer stands for.
  @discardableResult
  public mutating func enqueue(_ operation: SyncOperation, inFlight: Int64? = nil) -> Change {
    var change = Change()
    var newcomer = operation
    // More than one only after a relaunch in mid-flight: one that was being sent, and its successor.
    let replaced = operations.filter {
      $0.sequence != inFlight && $0.operation.concernsSameEntity(as: operation)
    }
    if let kept = Self.combined(replaced.map(\.operation)) { newcomer = operation.replacing(kept) }
    change.removed = replaced.map(\.sequence)
    operations.removeAll { change.removed.contains($0.sequence) }

    while operations.count >= maxSize {
      change.removed.append(operations.removeFirst().sequence)
    }

    let queued = QueuedOperation(sequence: nextSequence, operation: newcomer)
    nextSequence += 1
    operations.append(queued)
    change.added = [queued]
    return change
  }

  /// Removes exactly the operation with this sequence, if it is still there.
  @discardableResult
  public mutating func remove(sequence: Int64) -> Change {
    guard let index = operations.firstIndex(where: { $0.sequence == sequence }) else {
      return Change()
    }
    operations.remove(at: index)
    return Change(removed: [sequence])
  }

  /// The order in which a pass sends: by timestamp, then by sequence. A timestamp that is not a
  /// number comes last.
  public func snapshot() -> [QueuedOperation] {
    operations.sorted { left, right in
      (left.sortTime, left.sequence) < (right.sortTime, right.sequence)
    }
  }

  /// Operations on one entity, in order, as if each had replaced the one before.
  private static func combined(_ operations: [SyncOperation]) -> SyncOperation? {
    guard let first = operations.first else { return nil }
    return operations.dropFirst().reduce(first) { $1.replacing($0) }
  }
}

extension QueuedOperation {
  /// A total order needs a number.
  fileprivate var sortTime: Double {
    let seconds = operation.timestamp.timeIntervalSinceReferenceDate
    return seconds.isNaN ? .infinity : seconds
  }
}

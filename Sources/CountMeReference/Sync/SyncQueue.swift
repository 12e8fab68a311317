import Foundation

/// An operation with its identity in the queue. The operation alone does not identify it: the same entity may be in
/// flight and queued again.
public struct QueuedOperation: Sendable, Equatable {
  /// 1 or more, ascending in queue order.
  public let sequence: Int64
  /// The operation to send.
  public let operation: SyncOperation

  /// Creates an entry from its parts. The caller keeps the sequences of a queue unique and ascending.
  public init(sequence: Int64, operation: SyncOperation) {
    self.sequence = sequence
    self.operation = operation
  }
}

/// The functional core of the offline queue. It computes what each change does to the contents, and has no other
/// effects.
///
/// - Law: never more than ``maxSize`` operations (requirements 7.1 to 7.3).
/// - Law: sequences ascend from first to last.
public struct SyncQueue: Sendable, Equatable {
  /// The effect of one change, with which a stored copy can follow the queue without being rewritten.
  public struct Change: Sendable, Equatable {
    /// The sequences of the operations that left the queue: first the replaced ones, then the dropped ones.
    public var removed: [Int64]
    /// The operations that are new in the queue.
    public var added: [QueuedOperation]

    /// Creates a change, which is empty by default.
    public init(removed: [Int64] = [], added: [QueuedOperation] = []) {
      self.removed = removed
      self.added = added
    }

    /// Whether the change leaves the queue as it was.
    public var isEmpty: Bool { removed.isEmpty && added.isEmpty }
  }

  /// How many operations the queue holds at most; at least 1.
  public let maxSize: Int

  /// The operations in queue order, which is the order of their arrival.
  public private(set) var operations: [QueuedOperation] = []

  private var nextSequence: Int64

  /// Creates an empty queue. A `maxSize` below 1 counts as 1, because a queue without room would lose everything.
  public init(maxSize: Int = ValidationConstants.maxQueueSize) {
    self.init(loading: [], maxSize: maxSize)
  }

  /// Creates a queue with the operations of an earlier one, in their order. If there are more than `maxSize`, it drops
  /// the first ones.
  /// - Parameter stored: operations with ascending sequences. The sequences must leave room below `Int64.max` for all
  ///   future operations.
  public init(loading stored: [QueuedOperation], maxSize: Int = ValidationConstants.maxQueueSize) {
    self.maxSize = max(1, maxSize)
    operations = stored.suffix(self.maxSize)
    nextSequence = (operations.last?.sequence ?? 0) + 1
  }

  /// Puts `operation` at the tail.
  ///
  /// First, the operation replaces the pending operation on the same entity, so there is at most one. Then, while the
  /// queue is full, the queue drops its first operation. A replacement therefore drops nothing.
  /// - Parameter inFlight: the sequence of the operation that is being sent. The queue does not replace it, because the
  ///   sent state may be older than the new change.
  @discardableResult
  public mutating func enqueue(_ operation: SyncOperation, inFlight: Int64? = nil) -> Change {
    var change = Change()
    var newcomer = operation
    // There is more than one only if the app was relaunched during a send: the operation that was being sent, and its
    // successor.
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

  /// Removes the operation with this sequence, if it is still there.
  @discardableResult
  public mutating func remove(sequence: Int64) -> Change {
    guard let index = operations.firstIndex(where: { $0.sequence == sequence }) else {
      return Change()
    }
    operations.remove(at: index)
    return Change(removed: [sequence])
  }

  /// The operations in the order in which a pass sends them: by timestamp, then by sequence. A timestamp that is NaN
  /// comes last.
  public func snapshot() -> [QueuedOperation] {
    operations.sorted { left, right in
      (left.sortTime, left.sequence) < (right.sortTime, right.sequence)
    }
  }

  /// The result of operations on one entity in this order, each replacing the one before. Nil if there are none.
  private static func combined(_ operations: [SyncOperation]) -> SyncOperation? {
    guard let first = operations.first else { return nil }
    return operations.dropFirst().reduce(first) { $1.replacing($0) }
  }
}

extension QueuedOperation {
  /// The seconds of the timestamp, with infinity for NaN, because NaN has no place in a total order.
  fileprivate var sortTime: Double {
    let seconds = operation.timestamp.timeIntervalSinceReferenceDate
    return seconds.isNaN ? .infinity : seconds
  }
}

/// What happens to requests.
public enum RequestEvent: Sendable, Equatable {
  case arrived(RequestID, CloudOperationType, OperationPriority)
  /// Whoever made the request does not want it any more.
  case cancelled(RequestID)
  /// The body of a running request has returned, whatever came of it.
  case ended(RequestID)
}

/// What follows for requests.
public enum RequestEffect: Sendable, Equatable {
  /// The request's body may run now.
  case start(RequestID)
  /// The request was pending and never runs.
  case drop(RequestID)
}

/// The rules of who runs and who waits, without tasks.
public protocol RequestQueueing: Sendable {
  /// How many requests run and how many wait.
  var load: CoordinatorLoad { get }
  /// - Returns: what follows, in order. An event on a request that is unknown, or not in that stage, changes nothing.
  mutating func handle(_ event: RequestEvent) -> [RequestEffect]
}

/// One slot for each type; pending requests leave by priority, and by arrival within a priority (002 CloudKit Request
/// Coordination).
///
/// A running request keeps its slot until its body has returned, cancelled or not: two bodies of one type must never overlap.
public struct RequestQueue: RequestQueueing {
  private struct Pending {
    let id: RequestID
    let priority: OperationPriority
  }

  private var slots: [CloudOperationType: RequestID] = [:]
  /// Of each type, in the order in which they will leave.
  private var waiting: [CloudOperationType: [Pending]] = [:]

  public init() {}

  public var load: CoordinatorLoad {
    CoordinatorLoad(running: slots.count, pending: waiting.values.reduce(0) { $0 + $1.count })
  }

  public mutating func handle(_ event: RequestEvent) -> [RequestEffect] {
    switch event {
    case .arrived(let id, let type, let priority):
      if slots[type] == nil {
        slots[type] = id
        return [.start(id)]
      }
      var queue = waiting[type, default: []]
      let place = queue.firstIndex { $0.priority < priority } ?? queue.endIndex
      queue.insert(Pending(id: id, priority: priority), at: place)
      waiting[type] = queue
      return []
    case .cancelled(let id):
      for (type, queue) in waiting {
        guard let place = queue.firstIndex(where: { $0.id == id }) else { continue }
        waiting[type]?.remove(at: place)
        return [.drop(id)]
      }
      return []
    case .ended(let id):
      guard let type = slots.first(where: { $0.value == id })?.key else { return [] }
      guard let next = waiting[type]?.first else {
        slots[type] = nil
        return []
      }
      waiting[type]?.removeFirst()
      slots[type] = next.id
      return [.start(next.id)]
    }
  }
}

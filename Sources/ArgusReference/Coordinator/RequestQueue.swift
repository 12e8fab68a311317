/// An event of a request.
public enum RequestEvent: Sendable, Equatable {
  /// A caller wants to run an operation of this type, with this priority.
  case arrived(RequestID, CloudOperationType, OperationPriority)
  /// The caller does not want the request any more.
  case cancelled(RequestID)
  /// The block of a running request has returned or thrown.
  case ended(RequestID)
}

/// An action that the coordinator has to carry out.
public enum RequestEffect: Sendable, Equatable {
  /// Run the request's block now.
  case start(RequestID)
  /// The request was pending. Its block never runs.
  case drop(RequestID)
}

/// The rules of which requests run and which wait, without tasks.
public protocol RequestQueueing: Sendable {
  /// The numbers of running and pending requests.
  var load: CoordinatorLoad { get }
  /// Applies an event. An event of a request that is unknown, or not in that stage, changes nothing.
  /// - Returns: the actions that follow, in order.
  mutating func handle(_ event: RequestEvent) -> [RequestEffect]
}

/// Has one slot for each type. Pending requests start by priority, and by arrival within a priority (002 CloudKit
/// Request Coordination).
///
/// A running request keeps its slot until its block has ended, even if it is cancelled: two blocks of one type must
/// never overlap.
public struct RequestQueue: RequestQueueing {
  private struct Pending {
    let id: RequestID
    let priority: OperationPriority
  }

  private var slots: [CloudOperationType: RequestID] = [:]
  /// The pending requests of each type, in the order in which they will start.
  private var waiting: [CloudOperationType: [Pending]] = [:]

  /// Creates an empty queue.
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

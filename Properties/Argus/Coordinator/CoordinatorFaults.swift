import ArgusReference
import PropertyTesting

extension Fault<ArgusSystem> {
  static let hasOneQueue = queue("hasOneQueue", "lets one operation run at a time, whatever its type") { queue, event in
    if case .arrived(let id, _, let priority) = event { queue.handle(.arrived(id, .export, priority)) } else { queue.handle(event) }
  }

  static let takesTheFirst = queue("takesTheFirst", "starts the first to arrive, whatever the priority") { queue, event in
    if case .arrived(let id, let type, _) = event { queue.handle(.arrived(id, type, .normal)) } else { queue.handle(event) }
  }

  static let keepsSlotsByPriority = queue(
    "keepsSlotsByPriority", "lets operations of one type run together if their priorities differ"
  ) { queue, event in
    guard case .arrived(let id, _, let priority) = event else { return queue.handle(event) }
    return queue.handle(.arrived(id, CloudOperationType.allCases[priority.rawValue], priority))
  }

  static let forgetsTheCancelled = queue("forgetsTheCancelled", "never resumes the caller of a cancelled request") { queue, event in
    queue.handle(event).filter { if case .drop = $0 { false } else { true } }
  }

  static let logsNothing = coordinator("logsNothing", "logs no failure") { $0.logger = Logger() }

  static let reportsNothing = coordinator("reportsNothing", "reports to a monitor of its own") {
    $0.health = CloudKitHealthMonitor(HealthSetup(machine: HealthMachine(), time: $0.time, announce: { _ in }))
  }

  private static func coordinator(
    _ id: String, _ fact: String, _ alter: @escaping @Sendable (inout CoordinatorSetup) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeCoordinator
      system.parts.makeCoordinator = { setup in
        var altered = setup
        alter(&altered)
        return make(altered)
      }
    }
  }

  private static func queue(_ id: String, _ fact: String, _ handle: @escaping AlteredQueue.Handle) -> Fault {
    coordinator(id, fact) { $0.queue = AlteredQueue(base: $0.queue, handling: handle) }
  }
}

/// A queue that handles events otherwise.
private struct AlteredQueue: RequestQueueing {
  typealias Handle = @Sendable (inout any RequestQueueing, RequestEvent) -> [RequestEffect]

  var base: any RequestQueueing
  let handling: Handle

  var load: CoordinatorLoad { base.load }
  mutating func handle(_ event: RequestEvent) -> [RequestEffect] { handling(&base, event) }
}

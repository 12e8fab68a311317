import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Tasks that report errors at once, a user who dismisses errors, and a view that keeps loading.
struct ErrorBurst: Sendable {
  /// For each task, the errors that it reports one after the other: by itself, or by a load that fails.
  let reporters: [[Failure]]
  /// How many turns of other tasks a reporter waits after each report, and the user before each dismissal.
  let reporterTurns, dismissals, dismissalTurns: Int
  /// The lists that the view loads meanwhile.
  let updates: [[String]]

  /// What was asked of the presenter, and what the view came to.
  enum Event: Sendable {
    case presents(String, AppError)
    case withdraws(String)
    case dismisses
    case updates([String], shown: [String]?, LoadState)
    case returns
  }

  /// An event, and the queue after it.
  typealias Step = (event: Event, queue: [PresentedError], current: PresentedError?)

  /// The queue is first come, first shown; and each report and each update is done, whoever has read what before.
  func judge(_ history: [Step], _ trial: Trial) throws {
    var (queue, returned, updated) = ([String](), 0, 0)
    for step in history {
      switch step.event {
      case .presents(let operation, let error):
        trial.label("a critical error behind another", if: error.expected.severity == .critical && !queue.isEmpty)
        queue.append(operation)
      case .withdraws(let operation): queue.removeAll { $0 == operation }
      case .dismisses:
        trial.label("dismissed while others report", if: !queue.isEmpty && returned < reports)
        queue = Array(queue.dropFirst())
      case .updates(let list, let shown, let state):
        trial.label("an update while errors are pending", if: !queue.isEmpty)
        try expect("the view shows what it loaded", shown, equals: list)
        try expect("its state", state, equals: .loaded)
        updated += 1
      case .returns: returned += 1
      }
      try expect("the queue after \(step.event)", step.queue.map(\.operation), equals: queue)
      try expect("the error on show", step.current?.operation, equals: queue.first)
      try expect("errors beside the view, not over it", step.queue.allSatisfy { $0.style == .banner })
    }
    try expect("reports that have returned", returned, equals: reports)
    try expect("updates of the view", updated, equals: updates.count)
    trial.label("several tasks report", if: reporters.count { !$0.isEmpty } > 1)
    trial.label("more than ten", if: reports > 10)
  }

  var reports: Int { reporters.reduce(0) { $0 + $1.count } }
}

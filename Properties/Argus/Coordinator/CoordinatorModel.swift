import ArgusReference
import PropertyTesting

/// Requests by their numbers: who runs, who waits, what came of whom.
struct CoordinatorModel: Sendable {
  struct Request: Sendable, Equatable {
    let number: Int
    let type: CloudOperationType
    let priority: OperationPriority
  }

  var count = 0
  var running: [Request] = []
  /// In the order of arrival.
  var pending: [Request] = []
  /// Whose bodies were started, in order.
  var started: [Int] = []
  /// What callers got.
  var settled: [Int: OperationEnd] = [:]
  /// What the health monitor was told, in order.
  var reported: [OperationReport] = []
  /// The operations whose failures were logged, in order.
  var logged: [Int] = []
  /// Running requests whose caller was cancelled.
  var cancelledRunning: Set<Int> = []

  func isBusy(_ type: CloudOperationType) -> Bool { running.contains { $0.type == type } }

  mutating func request(_ type: CloudOperationType, _ priority: OperationPriority) {
    let request = Request(number: count, type: type, priority: priority)
    count += 1
    if isBusy(type) {
      pending.append(request)
    } else {
      start(request)
    }
  }

  mutating func cancel(_ number: Int) {
    if pending.contains(where: { $0.number == number }) {
      pending.removeAll { $0.number == number }
      settled[number] = .cancelled
    } else if running.contains(where: { $0.number == number }) {
      cancelledRunning.insert(number)
    }
  }

  mutating func end(_ number: Int, _ end: OperationEnd) {
    guard let request = running.first(where: { $0.number == number }) else { return }
    running.removeAll { $0.number == number }
    settled[number] = end
    switch end {
    case .value: reported.append(OperationReport(number: number, outcome: .success))
    case .failure:
      reported.append(OperationReport(number: number, outcome: .failure))
      logged.append(number)
    case .cancelled: break
    }
    // The naive choice: the first among those of the highest priority.
    let candidates = pending.filter { $0.type == request.type }
    // Not as the app compares them.
    let ranks: [OperationPriority] = [.critical, .high, .normal, .low]
    guard let highest = ranks.first(where: { rank in candidates.contains { $0.priority == rank } }) else { return }
    guard let next = candidates.first(where: { $0.priority == highest }) else { return }
    pending.removeAll { $0 == next }
    start(next)
  }

  private mutating func start(_ request: Request) {
    running.append(request)
    started.append(request.number)
  }

  var summary: String {
    let names = { (requests: [Request]) in
      requests.sorted { $0.number < $1.number }.map { "\($0.type.rawValue) \($0.number)" }.joined(separator: ", ")
    }
    return "running [\(names(running))], pending [\(names(pending))]"
  }
}

/// How an operation ends: with a value of its own, an error of its own, or a `CancellationError`.
enum OperationEnd: Sendable, Hashable, CaseIterable {
  case value
  case failure
  case cancelled
}

/// What the health monitor was told.
struct OperationReport: Sendable, Hashable, CounterexampleDescribable {
  let number: Int
  let outcome: OperationOutcome

  var counterexampleDescription: String { "\(number) \(outcome == .success ? "succeeded" : "failed")" }
}

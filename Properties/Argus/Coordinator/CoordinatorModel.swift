import ArgusGenerators
import ArgusReference
import PropertyTesting

/// Requests by their numbers: who runs, who waits, what came of whom. The oracle of ARG-11 to ARG-14 and ARG-16.
struct CoordinatorModel: Sendable {
  typealias Arrival = (type: CloudOperationType, priority: OperationPriority)

  enum Call: Sendable {
    /// One, or two of a type at the same moment.
    case request([Arrival])
    /// The body of a running operation ends.
    case end(Int, OperationEnd)
    case cancel(Int)
    /// The caller goes in the moment in which the slot becomes free: who is cancelled first does not take it.
    case cancelAndEnd(pending: Int, running: Int)
  }

  struct Request: Sendable, Equatable {
    let number: Int
    let type: CloudOperationType
    let priority: OperationPriority
  }

  private(set) var count = 0
  private(set) var running: [Request] = []
  /// In the order of arrival.
  private(set) var pending: [Request] = []
  /// Whose bodies were started, in order.
  private(set) var started: [Int] = []
  /// What callers got.
  private(set) var settled: [Int: OperationEnd] = [:]
  /// What the health monitor was told, in order.
  private(set) var reported: [RequestLog.Event] = []
  /// The operations whose failures were logged, in order.
  private(set) var logged: [Int] = []
  /// Running requests whose caller was cancelled.
  private(set) var cancelledRunning: Set<Int> = []

  func isBusy(_ type: CloudOperationType) -> Bool { running.contains { $0.type == type } }

  /// - Parameter secondIsFirst: of two that come at once, the second one arrives first.
  mutating func perform(_ call: Call, secondIsFirst: Bool = false) {
    switch call {
    case .request(let arrivals):
      let requests = arrivals.enumerated().map { Request(number: count + $0, type: $1.type, priority: $1.priority) }
      count += requests.count
      for request in secondIsFirst ? requests.reversed() : requests {
        if isBusy(request.type) { pending.append(request) } else { start(request) }
      }
    case .end(let number, let end): self.end(number, end)
    case .cancel(let number): cancel(number)
    case .cancelAndEnd(let waiting, let number):
      cancel(waiting)
      end(number, .value)
    }
  }

  private mutating func cancel(_ number: Int) {
    if pending.contains(where: { $0.number == number }) {
      pending.removeAll { $0.number == number }
      settled[number] = .cancelled
    } else if running.contains(where: { $0.number == number }) {
      cancelledRunning.insert(number)
    }
  }

  private mutating func end(_ number: Int, _ end: OperationEnd) {
    guard let request = running.first(where: { $0.number == number }) else { return }
    running.removeAll { $0.number == number }
    settled[number] = end
    if end != .cancelled { reported.append(.reported(number, end == .value ? .success : .failure)) }
    if end == .failure { logged.append(number) }
    // The naive choice: the first among those of the highest priority. Not as the app compares them.
    let candidates = pending.filter { $0.type == request.type }
    let ranks: [OperationPriority] = [.critical, .high, .normal, .low]
    guard let next = ranks.lazy.compactMap({ rank in candidates.first { $0.priority == rank } }).first else { return }
    pending.removeAll { $0 == next }
    start(next)
  }

  private mutating func start(_ request: Request) {
    running.append(request)
    started.append(request.number)
  }

  var summary: String {
    func names(_ requests: [Request]) -> String {
      requests.sorted { $0.number < $1.number }.map { "\($0.type.rawValue) \($0.number)" }.joined(separator: ", ")
    }
    return "running [\(names(running))], pending [\(names(pending))]"
  }
}

/// What must hold at any time.
enum CoordinatorInvariants {
  typealias RequestInvariant = Invariant<CoordinatorModel, CoordinatorDriver>

  static let running = RequestInvariant("bodies that run", model: { $0.running.map(\.number).sorted() }, system: { $0.inside })
  static let started = RequestInvariant("bodies that were started, in order", model: \.started, system: { $0.started })
  static let settled = RequestInvariant("what callers got", model: { $0.settled.mapValues { [$0] } }, system: { $0.settled })
  static let reported = RequestInvariant("what the health monitor was told", model: \.reported, system: { $0.reported })
  static let logged = RequestInvariant("failures in the log", model: \.logged, system: { $0.logged })
  static let load = RequestInvariant(
    "load", model: { CoordinatorLoad(running: $0.running.count, pending: $0.pending.count) }, system: { await $0.load })
}

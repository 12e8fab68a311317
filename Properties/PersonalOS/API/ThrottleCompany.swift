import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// Tasks that want to send at a gate, each one request.
struct ThrottleCompany {
  /// What became of one of them.
  private struct Record {
    var arrival: Duration
    var cancellation: Duration?
    var sending: Duration?
    var wasCancelled = false
    var wasCancelledBefore = false
  }

  private let limits: ThrottleLimits
  private let gate: any RequestGate
  private let records = Journal<Int, Record>()
  private let start = ContinuousClock.now

  init(_ limits: ThrottleLimits, _ gate: any RequestGate) {
    self.limits = limits
    self.gate = gate
  }

  func run(_ callers: [ThrottleScenario.Caller]) async throws {
    var arrival = Duration.zero
    var tasks: [Task<Void, any Error>] = []
    for (number, caller) in callers.enumerated() {
      arrival += caller.after
      tasks.append(call(number, caller, at: arrival))
    }
    for task in tasks { try await task.value }
  }

  private func call(
    _ number: Int, _ caller: ThrottleScenario.Caller, at arrival: Duration
  ) -> Task<Void, any Error> {
    let (gate, records, start) = (gate, records, start)
    return Task(name: "caller \(number)") {
      try await ContinuousClock().sleep(until: start + arrival)
      records.set(number, Record(arrival: arrival, cancellation: caller.cancelledAfter.map { arrival + max(.zero, $0) }))
      let isCancelledBefore = (caller.cancelledAfter ?? .zero) < .zero
      let sending = Task(name: "sending \(number)") {
        if isCancelledBefore {
          withUnsafeCurrentTask { $0?.cancel() }
          records.update(number) { $0?.wasCancelledBefore = true }
        }
        _ = try await gate.send {
          records.update(number) { $0?.sending = start.duration(to: .now) }
          try await ContinuousClock().sleep(for: caller.latency)
          return HTTPResponse(status: 200)
        }
      }
      if let delay = caller.cancelledAfter, delay >= .zero {
        Task(name: "cancelling \(number)") {
          try await ContinuousClock().sleep(for: delay)
          sending.cancel()
        }
      }
      do {
        _ = try await sending.value
      } catch is CancellationError {
        records.update(number) { $0?.wasCancelled = true }
      }
    }
  }

  /// - Returns: the classes that the run falls into.
  func expectEverybodyInTurn() throws -> Set<String> {
    let records = records.all.values
    let sends = records.compactMap(\.sending)
    try expectNoFullerWindow(sends, limits)
    for record in records {
      try expect("a task that was cancelled before it asked sends", record.wasCancelledBefore && record.sending != nil, equals: false)
      try expect("only a cancelled one is not sent", record.sending != nil || record.wasCancelled)
      let end = record.sending ?? record.cancellation ?? record.arrival
      // While somebody waits the window is full: at his arrival, and whenever a send leaves it.
      for instant in [record.arrival] + sends.map({ $0 + limits.window })
      where record.arrival <= instant && instant < end {
        let inside = sends.count { $0 > instant - limits.window && $0 <= instant }
        try expect("waits at \(instant) though there is room", inside >= limits.requests)
      }
      for other in records where record.arrival < other.arrival {
        if let sending = record.sending, let later = other.sending {
          try expect("first come, first served", sending <= later)
        } else if let later = other.sending, let cancellation = record.cancellation {
          try expect("nobody is passed over before he gives up", cancellation <= later)
        }
      }
    }
    var classes: Set<String> = []
    if records.contains(where: { $0.sending != nil && $0.sending != $0.arrival }) {
      classes.insert("a task waits for its turn")
    }
    if records.contains(where: { $0.wasCancelled && $0.sending == nil }) {
      classes.insert("a waiting task is cancelled")
    }
    if records.contains(where: \.wasCancelledBefore) { classes.insert("a task is cancelled before it asks") }
    return classes
  }
}

/// A throttle that writes down what it sends and which answers it hears of.
struct HeardThrottle: RequestThrottling {
  private var base: any RequestThrottling
  private let sent = Journal<Int, Bool>()

  init(_ base: any RequestThrottling) { self.base = base }

  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect] {
    if case .answered(let request) = event { sent.set(request, true) }
    let effects = base.handle(event, at: now)
    for case .send(let request) in effects { sent.set(request, false) }
    return effects
  }

  func expectEveryAnswerTold() throws {
    let unheard = sent.all.filter { !$0.value }.keys.sorted()
    try expect("requests that were sent, and whose answer the throttle did not hear of", unheard, equals: [])
  }
}

/// Notes of several tasks.
final class Journal<Key: Hashable & Sendable, Entry: Sendable>: Sendable {
  private let entries = Mutex<[Key: Entry]>([:])

  var all: [Key: Entry] { entries.withLock { $0 } }

  func set(_ key: Key, _ entry: Entry) { entries.withLock { $0[key] = entry } }

  func update(_ key: Key, _ change: @Sendable (inout Entry?) -> Void) {
    entries.withLock { change(&$0[key]) }
  }
}

import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// An API that is away for a while, and tasks that want something of it behind a circuit breaker.
final class OutageClients: Sendable {
  private struct State {
    var sends: [Duration] = []
    var inFlight = 0
    var mostInFlight = 0
    var refusals: [Duration] = []
  }

  private let outage: Outage
  private let gate: any RequestGate
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(_ outage: Outage, _ gate: any RequestGate) {
    self.outage = outage
    self.gate = gate
  }

  private var now: Duration { start.duration(to: .now) }
  private var end: Duration { outage.start + outage.length }
  private var sendCount: Int { state.withLock { $0.sends.count } }
  private var sendsDuringOutage: Int {
    state.withLock { $0.sends.count { $0 >= outage.start && $0 < end } }
  }

  func run() async throws {
    var arrival = Duration.zero
    var tasks: [Task<Void, any Error>] = []
    for (number, caller) in outage.callers.enumerated() {
      arrival += caller.after
      let instant = arrival
      tasks.append(
        Task(name: "caller \(number)") {
          try await ContinuousClock().sleep(until: self.start + instant)
          try await self.call(caller.latency, answer: self.outage.answers[number % self.outage.answers.count])
        })
    }
    for task in tasks { try await task.value }
  }

  /// What comes back is the API's answer, or at once a 503 of which the API knows nothing.
  private func call(_ latency: Duration, answer: APIOutcome) async throws {
    let asked = now
    let sent = Mutex(false)
    do {
      _ = try await gate.send {
        sent.withLock { $0 = true }
        return try await self.answer(after: latency, answer)
      }
    } catch let error as NetworkError {
      if sent.withLock({ $0 }) { return }
      state.withLock { $0.refusals.append(asked) }
      try expect("what is refused fails with", error, equals: .serverError(503))
      try expect("what is refused fails at once", now, equals: asked)
    }
  }

  private func answer(after latency: Duration, _ answer: APIOutcome) async throws -> HTTPResponse {
    state.withLock { state in
      state.sends.append(now)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
    }
    defer { state.withLock { $0.inFlight -= 1 } }
    try await ContinuousClock().sleep(for: latency)
    if now >= outage.start && now < end {
      // Some servers say that they are away.
      if case .serverError(let status) = outage.failure { return HTTPResponse(status: status) }
      throw outage.failure
    }
    switch answer {
    case .failed(let error): throw error
    case .rateLimited: return HTTPResponse(status: 429)
    case .success, .cancelled: return HTTPResponse(status: 200)
    }
  }

  /// However many ask, few requests go to an API that is away.
  func expectNoStorm() throws -> Set<String> {
    let most = state.withLock { $0.mostInFlight }
    let probes = Int((outage.length.components.seconds + 29) / 30)
    let sends = sendsDuringOutage
    try expect(
      "\(sends) requests in an outage of \(outage.length), with at most \(most) at a time",
      sends <= 5 + max(0, most - 1) + probes)
    var classes: Set<String> = most > 1 ? ["several at a time"] : []
    // A refusal shows that the circuit has opened; from then on only probes go through, and each of them
    // fails.
    if let opened = state.withLock({ $0.refusals.min() }), opened < end {
      classes.insert("refuses during an outage")
      let probes = state.withLock { $0.sends.filter { $0 > opened && $0 < end } }.sorted()
      if !probes.isEmpty { classes.insert("probes during an outage") }
      for (probe, next) in zip(probes, probes.dropFirst()) {
        try expect("30 s or more from the probe at \(probe) to \(next)", next - probe >= .seconds(30))
      }
    }
    return classes
  }

  /// 30 s after the outage, when nobody else is on his way, a request reaches the API.
  func expectRecovery() async throws {
    try await ContinuousClock().sleep(until: start + max(now, end + .seconds(30)))
    let before = sendCount
    try await call(.zero, answer: .success)
    try expect("requests after the outage that reach the API", sendCount, equals: before + 1)
    // The circuit is closed again.
    try await call(.zero, answer: .success)
    try expect("requests after the outage that reach the API", sendCount, equals: before + 2)
  }
}

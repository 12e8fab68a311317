import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A circuit breaker's state machine beside the automaton.
struct BreakerSession {
  private var breaker: any CircuitBreaking
  private var automaton = BreakerAutomaton()
  /// So much that it can be set back.
  private var clock = Duration.seconds(10_000)
  private var lastRequest = 0
  /// Sent and not ended, oldest first.
  private var inFlight: [Int] = []
  private(set) var classes: Set<String> = []

  init(_ breaker: any CircuitBreaking) {
    self.breaker = breaker
  }

  mutating func perform(_ step: BreakerScenario.Step) throws {
    clock += step.after
    switch step.action {
    case .ask(let count): for _ in 0..<count { try ask() }
    case .end(let back, let outcome):
      guard inFlight.count > back else { return }
      end(inFlight[inFlight.count - 1 - back], outcome)
    case .calls(let count, let outcome):
      for _ in 0..<count where try ask() { end(lastRequest, outcome) }
    }
  }

  /// Whether it goes through.
  @discardableResult
  private mutating func ask() throws -> Bool {
    lastRequest += 1
    let before = automaton.state
    let goesThrough = automaton.ask(lastRequest, at: clock)
    try expect(
      "request \(lastRequest) at \(clock), \(before)",
      breaker.handle(.asked(lastRequest), at: clock),
      equals: [goesThrough ? .send(lastRequest) : .refuse(lastRequest)])
    if goesThrough { inFlight.append(lastRequest) }
    switch (before, automaton.state) {
    case (.open, .open): classes.insert("is refused while open")
    case (_, .probing) where goesThrough: classes.insert("probes")
    case (.probing, .probing): classes.insert("is refused during a probe")
    default: break
    }
    return goesThrough
  }

  private mutating func end(_ request: Int, _ outcome: APIOutcome) {
    let before = automaton.state
    inFlight.removeAll { $0 == request }
    let counts = automaton.end(request, outcome, at: clock)
    _ = breaker.handle(.ended(request, outcome), at: clock)
    if !counts { classes.insert("tells of another time") }
    switch (before, automaton.state) {
    case (.closed, .open): classes.insert("opens")
    case (.probing, .open): classes.insert("a probe fails")
    case (.probing, .closed): classes.insert("a probe closes")
    case (.probing, .ready): classes.insert("a probe is cancelled")
    case (.closed(let failures), .closed(0)) where failures > 0: classes.insert("an answer between failures")
    default: break
    }
  }
}

import PersonalOSReference

/// The circuit breaker as a table: the oracle of POS-63.
struct BreakerModel {
  enum Event { case ask, end(Int, APIOutcome) }

  enum State: Equatable {
    /// With so many failures in a row.
    case closed(Int)
    case open
    /// For a probe.
    case ready
    case probing
  }

  private(set) var state = State.closed(0)
  /// How often the circuit has changed. The end of a request counts only in the era in which it was sent.
  private var era = 0
  private var eras: [Int: Int] = [:]
  private var requests = 0
  private var openedAt = Duration.zero
  /// So much that it can be set back.
  private var clock = Duration.seconds(10_000)
  private var latest = Duration.zero
  /// Sent and not ended, oldest first.
  private(set) var inFlight: [Int] = []

  mutating func perform(_ step: Step<Event>) -> [BreakerEffect] {
    clock += step.after
    latest = max(clock, latest)
    if state == .open && latest >= openedAt + .seconds(30) { move(to: .ready) }
    switch step.event {
    case .ask:
      requests += 1
      if state == .open || state == .probing { return [.refuse(requests)] }
      if state == .ready { move(to: .probing) }
      eras[requests] = era
      inFlight.append(requests)
      return [.send(requests)]
    case .end(let request, let outcome):
      inFlight.removeAll { $0 == request }
      if isOfThisEra(request) { move(to: next(after: outcome)) }
      return []
    }
  }

  func isOfThisEra(_ request: Int) -> Bool { eras[request] == era }

  private func next(after outcome: APIOutcome) -> State {
    switch (state, outcome) {
    case (.probing, .cancelled): .ready
    case (_, .cancelled): state
    case (.closed(4), _) where Self.isUnavailable(outcome): .open
    case (.closed(let failures), _) where Self.isUnavailable(outcome): .closed(failures + 1)
    case (.probing, _) where Self.isUnavailable(outcome): .open
    default: .closed(0)
    }
  }

  private static func isUnavailable(_ outcome: APIOutcome) -> Bool {
    switch outcome {
    case .failed(.noConnection), .failed(.timeout), .failed(.invalidResponse): true
    case .failed(.serverError(let status)): status >= 500 && status < 600
    default: false
    }
  }

  private mutating func move(to next: State) {
    if case (.closed, .closed) = (state, next) {} else { era += 1 }
    if next == .open { openedAt = latest }
    state = next
  }
}

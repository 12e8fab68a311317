/// The input of a circuit breaker. A number identifies each request and is never used again.
public enum BreakerEvent: Sendable, Equatable {
  /// A caller wants to send this request.
  case asked(Int)
  /// This request was sent and has ended.
  case ended(Int, APIOutcome)
}

/// The output of a circuit breaker: its decision about a request.
public enum BreakerEffect: Sendable, Equatable {
  /// Send this request now.
  case send(Int)
  /// Fail this request at once, without sending it.
  case refuse(Int)
}

/// A state machine that stops requests to an API that does not work. All times count from the same arbitrary start.
public protocol CircuitBreaking: Sendable {
  /// Takes an event at an instant, and returns the decision: exactly one effect for `asked`, none for `ended`.
  mutating func handle(_ event: BreakerEvent, at now: Duration) -> [BreakerEffect]
}

/// A circuit that opens for 30 s after 5 failures in a row that show that the API does not work. After that it lets one
/// request through as a probe. The outcome of the probe closes the circuit or opens it for another 30 s. If the probe is
/// cancelled, the next request becomes the probe.
///
/// Any answer, even a refusal, shows that the API works and counts as a success. Outcomes of requests that were sent before
/// the circuit last opened or closed change nothing, because they say nothing about the present. If the clock goes back,
/// the breaker uses the latest time it has seen.
public struct CircuitBreaker: CircuitBreaking {
  /// The number of failures in a row that opens the circuit.
  private static let failures = 5
  private static let openFor = Duration.seconds(30)

  private enum State {
    /// `sent` holds the requests that were sent in this state and have not ended.
    case closed(failuresInARow: Int, sent: Set<Int>)
    case open(until: Duration)
    case halfOpen(probe: Int?)
  }

  private var state = State.closed(failuresInARow: 0, sent: [])
  private var latest: Duration?

  /// The circuit starts closed.
  public init() {}

  public mutating func handle(_ event: BreakerEvent, at now: Duration) -> [BreakerEffect] {
    let now = max(now, latest ?? now)
    latest = now
    if case .open(let end) = state, now >= end { state = .halfOpen(probe: nil) }
    switch event {
    case .asked(let request): return [ask(request)]
    case .ended(let request, let outcome):
      end(request, outcome, now)
      return []
    }
  }

  private mutating func ask(_ request: Int) -> BreakerEffect {
    switch state {
    case .closed(let failures, let sent):
      state = .closed(failuresInARow: failures, sent: sent.union([request]))
      return .send(request)
    case .halfOpen(probe: nil):
      state = .halfOpen(probe: request)
      return .send(request)
    case .open, .halfOpen: return .refuse(request)
    }
  }

  private mutating func end(_ request: Int, _ outcome: APIOutcome, _ now: Duration) {
    switch (state, outcome) {
    case (.closed(let failures, let sent), _) where sent.contains(request):
      let failures = outcome == .cancelled ? failures : outcome.isUnavailability ? failures + 1 : 0
      state =
        failures < Self.failures
        ? .closed(failuresInARow: failures, sent: sent.subtracting([request]))
        : .open(until: now + Self.openFor)
    case (.halfOpen(probe: request), .cancelled): state = .halfOpen(probe: nil)
    case (.halfOpen(probe: request), _):
      state =
        outcome.isUnavailability
        ? .open(until: now + Self.openFor) : .closed(failuresInARow: 0, sent: [])
    default: break
    }
  }
}

/// What a circuit breaker is told. Requests are known by numbers that are used once.
public enum BreakerEvent: Sendable, Equatable {
  /// Somebody wants to send it.
  case asked(Int)
  /// It was sent, and has ended.
  case ended(Int, APIOutcome)
}

/// What becomes of a request that was asked for.
public enum BreakerEffect: Sendable, Equatable {
  case send(Int)
  /// It fails at once.
  case refuse(Int)
}

/// Keeps requests from an API that is not there, as a state machine. Times are since any start.
public protocol CircuitBreaking: Sendable {
  mutating func handle(_ event: BreakerEvent, at now: Duration) -> [BreakerEffect]
}

/// Opens after 5 failures in a row of an API that is not there, for 30 s; then one request is let through
/// as a probe, whose outcome closes the circuit or opens it for another 30 s. A cancelled probe makes room
/// for the next.
///
/// Any answer, be it a refusal, shows that the API is there, and counts as a success. Requests that were
/// sent before the circuit last opened or closed tell of another time, and their outcomes change nothing. A
/// clock that goes back stands still.
public struct CircuitBreaker: CircuitBreaking {
  /// In a row.
  private static let failures = 5
  private static let openFor = Duration.seconds(30)

  private enum State {
    /// With the requests on their way that were sent in this state.
    case closed(failuresInARow: Int, sent: Set<Int>)
    case open(until: Duration)
    case halfOpen(probe: Int?)
  }

  private var state = State.closed(failuresInARow: 0, sent: [])
  private var latest: Duration?

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

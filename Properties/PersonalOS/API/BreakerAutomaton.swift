import PersonalOSReference

/// The circuit breaker as a table: the oracle of POS-63.
struct BreakerAutomaton {
  enum State: Equatable {
    /// With so many failures in a row.
    case closed(Int)
    case open
    case ready
    case probing
  }

  enum Input {
    case asked
    /// The API is not there.
    case unavailable
    /// The API is there, whatever it said.
    case answered
    case cancelled
    /// 30 s have passed since the circuit opened.
    case timeIsUp
  }

  private(set) var state = State.closed(0)
  /// How often the circuit has opened, got ready, begun to probe or closed. What a request tells counts
  /// only in the era in which it was sent.
  private var era = 0
  private var eras: [Int: Int] = [:]
  private var openedAt = Duration.zero
  private var now: Duration?

  private static func next(_ state: State, _ input: Input) -> State {
    switch (state, input) {
    case (.closed(4), .unavailable): .open
    case (.closed(let failures), .unavailable): .closed(failures + 1)
    case (.closed, .answered): .closed(0)
    case (.open, .timeIsUp): .ready
    case (.ready, .asked): .probing
    case (.probing, .unavailable): .open
    case (.probing, .answered): .closed(0)
    case (.probing, .cancelled): .ready
    default: state
    }
  }

  /// Whether the request goes through.
  mutating func ask(_ request: Int, at instant: Duration) -> Bool {
    pass(to: instant)
    let goesThrough = state != .open && state != .probing
    take(.asked)
    if goesThrough { eras[request] = era }
    return goesThrough
  }

  /// - Returns: whether it counted.
  @discardableResult
  mutating func end(_ request: Int, _ outcome: APIOutcome, at instant: Duration) -> Bool {
    pass(to: instant)
    guard eras[request] == era else { return false }
    take(Self.input(outcome))
    return true
  }

  private static func input(_ outcome: APIOutcome) -> Input {
    switch outcome {
    case .cancelled: .cancelled
    case .failed(.noConnection), .failed(.timeout), .failed(.invalidResponse): .unavailable
    case .failed(.serverError(let status)) where status >= 500 && status < 600: .unavailable
    default: .answered
    }
  }

  private mutating func pass(to instant: Duration) {
    let latest = max(now ?? instant, instant)
    now = latest
    if state == .open && latest >= openedAt + .seconds(30) { take(.timeIsUp) }
  }

  private mutating func take(_ input: Input) {
    let next = Self.next(state, input)
    switch (state, next) {
    case (.closed, .closed), (.open, .open), (.ready, .ready), (.probing, .probing): break
    default: era += 1
    }
    if next == .open && state != .open { openedAt = now ?? .zero }
    state = next
  }
}

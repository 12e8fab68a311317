import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A circuit breaker's state machine.
struct BreakerDriver {
  private var breaker: any CircuitBreaking
  private var clock = Duration.seconds(10_000)
  private var requests = 0

  init(_ breaker: any CircuitBreaking) { self.breaker = breaker }

  mutating func perform(_ step: Step<BreakerModel.Event>) -> [BreakerEffect] {
    clock += step.after
    switch step.event {
    case .ask:
      requests += 1
      return breaker.handle(.asked(requests), at: clock)
    case .end(let request, let outcome): return breaker.handle(.ended(request, outcome), at: clock)
    }
  }

  private static let handle = Command<BreakerModel, BreakerDriver>("handle", with: \.steps) { model, step in
    model.perform(step)
  } system: { breaker, step in
    breaker.perform(step)
  }

  private static let classes: [(String, @Sendable (CommandStep<BreakerModel>) -> Bool)] = [
    ("opens", { $0.goes(from: .closed(4), to: .open) }),
    ("is refused while open", { $0.ended == nil && $0.goes(from: .open, to: .open) }),
    ("probes", { $0.before.state != .probing && $0.after.state == .probing }),
    ("is refused during a probe", { $0.ended == nil && $0.goes(from: .probing, to: .probing) }),
    ("a probe fails", { $0.goes(from: .probing, to: .open) }),
    ("a probe closes", { $0.goes(from: .probing, to: .closed(0)) }),
    ("a probe is cancelled", { $0.goes(from: .probing, to: .ready) }),
    ("an answer between failures", { step in (1...4).contains { step.goes(from: .closed($0), to: .closed(0)) } }),
    ("tells of another time", { step in step.ended.map { !step.before.isOfThisEra($0) } ?? false }),
  ]

  static let machine = StateMachine(
    initially: BreakerModel(), commands: [classes.reduce(handle) { $0.labelled($1.0, $1.1) }]
  )
  .taking { _ in 10...80 }
  .withLongCases
}

extension CommandStep<BreakerModel> {
  fileprivate var ended: Int? {
    if case .end(let request, _) = argument(Step<BreakerModel.Event>.self)?.event { request } else { nil }
  }

  fileprivate func goes(from first: BreakerModel.State, to second: BreakerModel.State) -> Bool {
    before.state == first && after.state == second
  }
}

extension BreakerModel {
  /// Mostly failures, so that the circuit opens; while it is open, time passes.
  fileprivate var steps: Generator<Step<Event>> {
    let after = Generator<Duration>.frequency(
      (state == .open ? 6 : 20, .constant(.zero)), (2, .element(of: [.seconds(30), .seconds(31)])),
      (1, .constant(.seconds(30) - .nanoseconds(1))), (3, Generator<Int>.int(in: -40...31).map { .seconds($0) }))
    let outcome = Generator<APIOutcome>.frequency(
      (state == .probing ? 0 : 3, Generator<NetworkError>.unavailability.map { .failed($0) }), (1, .apiOutcome))
    let event = Generator<Event>.frequency([
      (1, .constant(.ask)),
      (inFlight.isEmpty ? 0 : 1, .build({ .end($0, $1) }, from: .element(of: Array(inFlight.suffix(5))), outcome)),
    ])
    return .build({ Step(after: $0, event: $1) }, from: after, event)
  }
}

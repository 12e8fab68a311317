import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A throttle's state machine with its host, which wakes it when it wants to be woken.
struct ThrottleDriver {
  private let api: APISystem
  private var throttle: any RequestThrottling
  private var clock = Duration.seconds(10_000)
  private var latest = Duration.zero
  private var asked = 0
  private var sent: [ThrottleModel.Sending] = []
  private var wakes: [Duration] = []
  /// How often it has asked to be woken and was not yet.
  private var timers = 0

  init(_ api: APISystem) {
    self.api = api
    throttle = api.makeThrottle(ThrottleLimits())
  }

  mutating func perform(_ step: Step<ThrottleModel.Event>) -> [ThrottleModel.Sending] {
    let (before, end) = (sent.count, clock + step.after)
    // In the order of time; what a wake brings may be another wake.
    while let next = wakes.min(), next <= end {
      wakes.removeAll { $0 == next }
      clock = max(clock, next)
      tell(.woken)
    }
    clock = end
    switch step.event {
    case .ask:
      asked += 1
      tell(.asked(asked))
    case .cancel(let request): tell(sent.contains { $0.request == request } ? .woken : .cancelled(request))
    case .answer(let request): tell(.answered(request))
    case .wake: tell(.woken)  // Too early, perhaps.
    }
    return Array(sent[before...])
  }

  private mutating func tell(_ event: ThrottleEvent) {
    latest = max(latest, clock)
    if event == .woken { timers = max(0, timers - 1) }
    for effect in throttle.handle(event, at: clock) {
      switch effect {
      case .send(let request): sent.append(ThrottleModel.Sending(request: request, time: latest))
      // One who wants to be woken in the past is woken at the next occasion.
      case .wake(let instant):
        wakes.append(instant)
        timers += 1
      }
    }
  }

  private static func command(
    _ name: String, _ steps: @escaping @Sendable (ThrottleModel) -> Generator<Step<ThrottleModel.Event>>
  ) -> Command<ThrottleModel, ThrottleDriver> {
    Command(name, with: steps) { model, step in
      model.perform(step)
    } system: { throttle, step in
      throttle.perform(step)
    }
  }

  static let machine = StateMachine(
    initially: Generator<ThrottleLimits>.throttleLimits.map(ThrottleModel.init),
    commands: [
      command("handle", \.steps)
        .labelled("is sent at once") { $0.after.asked > $0.before.asked && $0.after.waiting.isEmpty }
        .labelled("has to wait") { $0.after.asked > $0.before.asked && !$0.after.waiting.isEmpty }
        .labelled("is cancelled while it waits") { $0.after.cancelledCount > $0.before.cancelledCount }
        .labelled("sets the clock back") { $0.after.clock < $0.before.clock }
    ],
    closing: [command("waitForAll", \.waitingForAll)],
    invariants: [Invariant("one timer at most") { _, throttle in throttle.timers <= 1 }]
  )
  .taking { $0.limits.requests + 1...40 }
  .settingUp { $0.throttle = $0.api.makeThrottle($1.limits) }
}

extension ThrottleModel {
  fileprivate var cancelledCount: Int { asked - waiting.count - sent.count }

  /// Times are mostly 0, or multiples of an eighth of the window, or a nanosecond away from its edge.
  fileprivate var steps: Generator<Step<Event>> {
    let (window, nanosecond) = (limits.window, Duration.nanoseconds(1))
    let eighths = Generator<Int>.frequency(
      (3, .int(in: 0...8)), (1, .element(of: [16, 24, 40])), (2, .int(in: -8 ... -1)))
    let after = Generator<Duration>.frequency(
      (10, .constant(.zero)), (6, eighths.map { window / 8 * $0 }),
      (3, .element(of: [window, window - nanosecond, window + nanosecond, nanosecond, window / 2])))
    let event = Generator<Event>.frequency([
      (8, .constant(.ask)), (1, .constant(.wake)),
      (waiting.isEmpty ? 0 : 2, .element(of: waiting.map { .cancel($0) })),
      (sent.isEmpty ? 0 : 1, .element(of: sent.suffix(6).map { .answer($0.request) })),
    ])
    return .build({ Step(after: $0, event: $1) }, from: after, event)
  }

  fileprivate var waitingForAll: Generator<Step<Event>> {
    let turns = (limits.window + .seconds(1)) * (waiting.count + 1)
    return .constant(Step(after: turns + max(.zero, latest - clock), event: .wake))
  }
}

/// Records which of the requests that a throttle has sent it has heard no answer of.
struct RecordingThrottle: RequestThrottling {
  let unanswered = Remembered<Set<Int>>([])
  var base: any RequestThrottling

  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect] {
    if case .answered(let request) = event { unanswered.withValue { _ = $0.remove(request) } }
    let effects = base.handle(event, at: now)
    for case .send(let request) in effects { unanswered.withValue { _ = $0.insert(request) } }
    return effects
  }
}

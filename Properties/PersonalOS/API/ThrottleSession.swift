import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// A throttle's state machine with its host, which wakes it when it wants to be woken, and the model beside
/// it.
struct ThrottleSession {
  private var throttle: any RequestThrottling
  private var model: ThrottleModel
  /// What the host's clock shows; so much that it can be set back.
  private var clock = Duration.seconds(10_000)
  /// The latest time that the throttle was told.
  private var latest: Duration?
  private var asked: [Int] = []
  private var sent: [Sending] = []
  private var wakes: [Duration] = []
  /// How often it has asked to be woken, less how often it was.
  private var timers = 0
  private(set) var classes: Set<String> = []

  init(_ throttle: any RequestThrottling, _ limits: ThrottleLimits) {
    self.throttle = throttle
    model = ThrottleModel(limits)
  }

  mutating func perform(_ step: ThrottleScenario.Step) throws {
    advance(by: step.after)
    if step.after < .zero { classes.insert("sets the clock back") }
    switch step.action {
    case .ask:
      let request = asked.count + 1
      asked.append(request)
      model.ask(request)
      classes.insert(model.waiting.contains(request) ? "has to wait" : "is sent at once")
      tell(.asked(request))
    case .cancel(let back):
      guard asked.count > back, model.waiting.contains(asked[asked.count - 1 - back]) else {
        return tell(.woken)
      }
      let request = asked[asked.count - 1 - back]
      classes.insert("is cancelled while it waits")
      model.cancel(request)
      tell(.cancelled(request))
    case .answer(let back):
      guard sent.count > back else { return tell(.woken) }
      tell(.answered(sent[sent.count - 1 - back].request))
    case .nothing: tell(.woken)  // Too early, perhaps.
    }
    try expect("sent so far", sent, equals: model.sent)
    try expect("one timer at most, not \(timers)", timers <= 1)
  }

  /// Lets everybody have his turn.
  mutating func end() throws {
    advance(by: (model.limits.window + .seconds(1)) * (model.waiting.count + 1) + (latest ?? clock) - clock)
    try expect("sent in the end", sent, equals: model.sent)
    try expect("still waiting in the end", model.waiting, equals: [])
    try expectNoFullerWindow(sent.map(\.time), model.limits)
  }

  private mutating func advance(by duration: Duration) {
    let end = clock + duration
    // In the order of time; what a wake brings may be another wake.
    while let next = wakes.min(), next <= end {
      wakes.removeAll { $0 == next }
      clock = max(clock, next)
      model.advance(to: clock)
      tell(.woken)
    }
    clock = end
    model.advance(to: end)
  }

  private mutating func tell(_ event: ThrottleEvent) {
    let now = max(latest ?? clock, clock)
    latest = now
    if event == .woken { timers -= 1 }
    for effect in throttle.handle(event, at: clock) {
      switch effect {
      case .send(let request): sent.append(Sending(request: request, time: now))
      // One who wants to be woken in the past is woken at the next occasion.
      case .wake(let instant):
        wakes.append(instant)
        timers += 1
      }
    }
  }
}

import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// The faults of POS-60 to POS-64 that are no edits of the core (`Properties/PersonalOS-API.edits`).
extension Fault<PersonalOSSystem> {
  // POS-60.

  static let takesOddAnswersForFailures = Fault(
    "takesOddAnswersForFailures", "treats any answer below 200 or from 600 as a server failure") { system in
    let make = system.api.makeNewsClient
    system.api.makeNewsClient = { setup in
      var setup = setup
      setup.transport = EvenedStatuses(base: setup.transport)
      return try make(setup)
    }
  }

  // POS-61.

  static let takesATurnForTheCancelled = Fault(
    "takesATurnForTheCancelled", "uses a slot for a task that was cancelled before its request") { system in
    let open = system.api.openThrottle
    system.api.openThrottle = { DeafToEarlyCancellations(base: open($0, $1)) }
  }
  static let tellsNoAnswers = Fault("tellsNoAnswers", "does not tell the throttle about answers") { system in
    let open = system.api.openThrottle
    system.api.openThrottle = { open(DeafThrottle(base: $0), $1) }
  }

  static let allowsOneMoreByItself = Fault("allowsOneMoreByItself", "sends 61 requests a minute unless told otherwise") { system in
    let makeLimits = system.api.makeLimits
    system.api.makeLimits = { makeLimits($0 ?? 61, $1) }
  }
  static let allowsOneAtATime = Fault("allowsOneAtATime", "treats every limit as 1") { system in
    system.api.makeLimits = { _, window in ThrottleLimits(requests: 1, window: window ?? .seconds(60)) }
  }

  // POS-62.

  static let backsOffForEachCall = Fault("backsOffForEachCall", "keeps a back-off for each call") { system in
    let (make, open) = (system.api.makeBackoff, system.api.openBackoff)
    system.api.openBackoff = { _, clock in ForgetfulBackoffGate { open(make(nil), clock) } }
  }

  // POS-63.

  static let asksTheAPIAllTheSame = Fault("asksTheAPIAllTheSame", "sends whatever the breaker says") { system in
    // A throttle without a window holds nothing back.
    let (make, open) = (system.api.makeThrottle, system.api.openThrottle)
    system.api.openBreaker = { _, clock in open(make(ThrottleLimits(window: .zero)), clock) }
  }

  // POS-64.

  static let asksPastThePipeline = Fault("asksPastThePipeline", "gives the news client the network itself") {
    $0.api.makeTransport = { $1 }
  }
}

/// A gate that lets a task in which is cancelled already.
private struct DeafToEarlyCancellations: RequestGate {
  let base: any RequestGate

  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    guard Task.isCancelled else { return try await base.send(operation, whenHeldBack: whenHeldBack) }
    return try await Task { try await base.send(operation, whenHeldBack: whenHeldBack) }.value
  }
}

/// A throttle that hears of no answers.
private struct DeafThrottle: RequestThrottling {
  var base: any RequestThrottling

  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect] {
    if case .answered = event { [] } else { base.handle(event, at: now) }
  }
}

/// A gate that begins anew with every call.
private struct ForgetfulBackoffGate: RequestGate {
  let makeGate: @Sendable () -> any RequestGate

  func send(
    _ operation: @escaping APIOperation, whenHeldBack: @escaping @Sendable () async -> Void
  ) async throws -> HTTPResponse {
    try await makeGate().send(operation, whenHeldBack: whenHeldBack)
  }
}

/// A network whose odd answers are those of a server that fails.
private struct EvenedStatuses: HTTPTransport {
  let base: any HTTPTransport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = try await base.send(request)
    if response.status < 200 || response.status >= 600 { response.status = 500 }
    return response
  }
}

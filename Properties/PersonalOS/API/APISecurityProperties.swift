import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// The news API: by way of the proxy alone, not too often, not while it is away, and all of it counted.
public enum APISecurityProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    proxyRouting, clientSideThrottling, exponentialBackoff, circuitBreakerPattern, apiUsageLogging,
  ]

  static let proxyRouting = Requirement<PersonalOSSystem>(
    "POS-60", "Proxy routing",
    says: """
      Every news request goes over https to the configured proxy host, below the proxy's path, whatever text \
      the user enters. It asks for JSON and carries that text as one query parameter. It carries no API key. \
      The app follows no redirect, and asks no other server if the proxy fails. The app refuses an invalid \
      proxy address.
      """,
    covers: "15.1", of: "NewsProxyClient"
  ).holds(
    forAll: .proxyScenario,
    requiring: [
      "first page": 0.3, "page after a cursor": 0.01, "redirect": 0.1, "proxy fails": 0.2,
      "could take over the host": 0.03, "could leave the path": 0.05, "could add a parameter": 0.15,
    ]
  ) { scenario, system, trial in
    try scenario.expectOnlyProxies(system.api)
    try await scenario.run(on: system.api, trial)
  }

  static let clientSideThrottling = Requirement<PersonalOSSystem>(
    "POS-61", "Client-side throttling",
    says: """
      In any time window of the configured length, the app sends at most the configured number of \
      requests (default: 60 a minute). Further requests wait in order of arrival and go out as soon \
      as the window allows. A cancelled request uses no slot. A clock that is set back counts as \
      stopped. The throttle learns of each answer. One timer serves all waiting requests.
      """,
    covers: "15.2", of: "RequestThrottle", needs: [.concurrency, .virtualTime],
    mustCatch: [.allowsOneMoreByItself, .allowsOneAtATime]
  ).holds(
    forAll: .zip(ThrottleDriver.machine.sequence(), .throttleTraffic), scheduled: .mixed,
    requiring: [
      "is sent at once": 0.5, "has to wait": 0.25, "is cancelled while it waits": 0.04, "sets the clock back": 0.2,
      "a task waits for its turn": 0.2, "a waiting task is cancelled": 0.05,
      "a task is cancelled before it asks": 0.1,
    ]
  ) { argument, system, trial in
    let (steps, traffic) = argument
    var driver = ThrottleDriver(system.api)
    try await steps.run(on: &driver, trial)

    try expectLimitsAsGiven(system.api, traffic.limits)
    let throttle = RecordingThrottle(base: system.api.makeThrottle(traffic.limits))
    let history = try await traffic.run(through: system.api.openThrottle(throttle, ContinuousClock()))
    try history.expectAnswersPassedOn()
    try history.expectNothingSentOnceCancelled()
    try history.expectNoFullerWindow(traffic.limits)
    try history.expectEverybodyInTurn(traffic.limits)
    try expect("requests sent whose answer the throttle did not hear of", throttle.unanswered.now, equals: [])
    history.label(trial)
  }

  static let exponentialBackoff = Requirement<PersonalOSSystem>(
    "POS-62", "Exponential backoff",
    says: """
      After consecutive rate-limit answers, the app waits 1, 2, 4 and so on up to 60 seconds before \
      the next request, and at least as long as Retry-After says. After a success, the waits start \
      over at 1 second. Other failures change nothing. Jitter shortens a wait by half at most, never \
      below Retry-After, and differs from client to client.
      """,
    covers: "15.3", of: "BackoffPolicy", needs: [.virtualTime]
  ).holds(
    forAll: .backoffTraffic,
    requiring: [
      "waits": 0.5, "a success begins anew": 0.2, "reaches the longest delay": 0.12, "more than 63 in a row": 0.02,
      "the server asks for more": 0.2, "the server asks for less": 0.1, "another failure between": 0.2,
      "with jitter": 0.1, "without jitter": 0.3,
    ]
  ) { traffic, system, trial in
    try BackoffModel.expectRetryAfterRead()
    let clock = VirtualClock()
    let jitter = traffic.jitterSeed.map(SeededGenerator.init)
    let gate = system.api.openBackoff(system.api.makeBackoff(jitter), clock)
    let clients = TrafficRecorder(clock: clock) { try await gate.send($1) }
    for caller in traffic.callers { try await clients.run([caller]) }
    let history = clients.history
    try history.expectAnswersPassedOn()
    try history.expectNothingSentOnceCancelled()
    var model = BackoffModel(isShortened: jitter != nil)
    for visit in history.visits { try model.judge(visit) }
    if let seed = traffic.jitterSeed { try BackoffModel.expectClientsToSpread(seed: seed, system) }
    for name in model.classes { trial.label(name) }
    trial.label(jitter == nil ? "without jitter" : "with jitter")
  }

  static let circuitBreakerPattern = Requirement<PersonalOSSystem>(
    "POS-63", "Circuit breaker pattern",
    says: """
      After 5 availability failures in a row (no connection, timeout, 5xx, invalid response), the app \
      sends no request for 30 seconds and fails each at once with 503. Then it sends a single probe. If \
      the probe has an availability failure, the circuit opens again. Any other answer closes the \
      circuit. Late results of earlier requests do not count.
      """,
    covers: "15.4", of: "CircuitBreaker", needs: [.concurrency, .virtualTime], mustCatch: [.asksTheAPIAllTheSame]
  ).holds(
    forAll: .zip(BreakerDriver.machine.sequence(), .outageTraffic), scheduled: .mixed,
    requiring: [
      "opens": 0.4, "is refused while open": 0.3, "probes": 0.4, "is refused during a probe": 0.2,
      "a probe fails": 0.12, "a probe closes": 0.2, "a probe is cancelled": 0.05, "tells of another time": 0.05,
      "an answer between failures": 0.1, "several at a time": 0.4, "refuses during an outage": 0.2,
      "probes during an outage": 0.05,
    ]
  ) { argument, system, trial in
    let (calls, traffic) = argument
    var driver = BreakerDriver(system.api.makeBreaker())
    try await calls.run(on: &driver, trial)

    let gate = system.api.openBreaker(system.api.makeBreaker(), ContinuousClock())
    let history = try await traffic.run(through: gate)
    try history.expectAnswersPassedOn(orRefused: true)
    try history.expectRefusedAtOnce()
    if let outage = traffic.outage { try history.expectNoStorm(in: outage) }
    try history.expectRecovery()
    history.label(trial, traffic.outage)
  }

  static let apiUsageLogging = Requirement<PersonalOSSystem>(
    "POS-64", "API usage logging",
    says: """
      For each endpoint, the monitor counts the news feed's requests: sent, successful, failed (by kind), cancelled, \
      held back and refused. Sent requests are the successful, failed and cancelled ones plus those in flight. The \
      error rate is failures over successes plus failures. The log gets each failure, and each endpoint's numbers \
      when the app leaves the screen.
      """,
    covers: "15.5", of: "APIUsageMonitor, NewsNetwork", needs: [.concurrency, .virtualTime],
    mustCatch: [.asksPastThePipeline]
  ).holds(
    forAll: .feedTraffic, scheduled: .mixed,
    requiring: [
      "succeeds": 0.2, "fails": 0.25, "is cancelled": 0.12, "is throttled": 0.2, "is short-circuited": 0.07,
      "retries": 0.1, "several at a time": 0.2, "is cancelled before it asks": 0.1,
    ]
  ) { traffic, system, trial in
    let feed = NewsFeedDriver(system, traffic.limits)
    let history = try await feed.run(traffic.callers)
    try await feed.expectUsage(history)
    try feed.expectFailuresInTheLog(history)
    try history.expectRefusedAtOnce()
    try history.expectNothingSentOnceCancelled()
    try history.expectNoFullerWindow(traffic.limits)
    try history.expectQuietAfterRateLimits()
    history.label(trial)
  }
}

import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The news API: by way of the proxy alone, not too often, not while it is away, and all of it counted.
public enum APISecurityProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    proxyRouting, clientSideThrottling, exponentialBackoff, circuitBreakerPattern, apiUsageLogging,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 60: Proxy routing**
  static let proxyRouting = Requirement<PersonalOSSystem>(
    "POS-60", "Proxy routing",
    says: """
      Every news request goes over https to the configured proxy host, below the proxy's path, whatever text \
      the user enters. It asks for JSON and carries that text as one query parameter. It carries no API key. \
      The app follows no redirect, and asks no other server if the proxy fails. The app refuses an invalid \
      proxy address.
      """,
    covers: "15.1", of: "NewsProxyClient",
    mustCatch: [.takesOddAnswersForFailures]
  ).holds(
    forAll: .proxyScenario,
    requiring: [
      "first page": 0.3, "page after a cursor": 0.01, "redirect": 0.1, "proxy fails": 0.2,
      "could take over the host": 0.03, "could leave the path": 0.05, "could add a parameter": 0.15,
    ]
  ) { scenario, system, trial in
    try ProxySession.expectOnlyProxies(scenario, system)
    let session = try ProxySession(scenario, system)
    for call in scenario.calls {
      for name in try await session.perform(call) { trial.label(name) }
      trial.label("could take over the host", if: call.text.contains("@"))
      trial.label("could leave the path", if: call.text.contains(".."))
      trial.label("could add a parameter", if: call.text.contains { "&+=#?".contains($0) })
    }
  }

  // **Feature: system-architecture-upgrade-p0, Property 61: Client-side throttling**
  static let clientSideThrottling = Requirement<PersonalOSSystem>(
    "POS-61", "Client-side throttling",
    says: """
      In any time window of the configured length, the app sends at most the configured number of \
      requests (default: 60 a minute). Further requests wait in order of arrival and go out as soon \
      as the window allows. A cancelled request uses no slot. A clock that is set back counts as \
      stopped. The throttle learns of each answer. One timer serves all waiting requests.
      """,
    covers: "15.2", of: "RequestThrottle", needs: [.concurrency, .virtualTime],
    mustCatch: [.tellsNoAnswers, .allowsOneMoreByItself, .allowsOneAtATime, .takesATurnForTheCancelled]
  ).holds(
    forAll: .throttleScenario, scheduled: .mixed,
    requiring: [
      "is sent at once": 0.5, "has to wait": 0.25, "is cancelled while it waits": 0.04,
      "sets the clock back": 0.2, "a task waits for its turn": 0.2, "a waiting task is cancelled": 0.05,
      "a task is cancelled before it asks": 0.1,
    ]
  ) { scenario, system, trial in
    var session = ThrottleSession(system.api.makeThrottle(scenario.limits), scenario.limits)
    for step in scenario.steps { try session.perform(step) }
    try session.end()
    for name in session.classes { trial.label(name) }

    try expectLimitsAsGiven(system.api, scenario.limits)
    let throttle = HeardThrottle(system.api.makeThrottle(scenario.limits))
    let clients = ThrottleCompany(
      scenario.limits, system.api.openThrottle(throttle, ContinuousClock()))
    try await clients.run(scenario.callers)
    for name in try clients.expectEverybodyInTurn() { trial.label(name) }
    try throttle.expectEveryAnswerTold()
  }

  // **Feature: system-architecture-upgrade-p0, Property 62: Exponential backoff**
  static let exponentialBackoff = Requirement<PersonalOSSystem>(
    "POS-62", "Exponential backoff",
    says: """
      After consecutive rate-limit answers, the app waits 1, 2, 4 and so on up to 60 seconds before \
      the next request, and at least as long as Retry-After says. After a success, the waits start \
      over at 1 second. Other failures change nothing. Jitter shortens a wait by half at most, never \
      below Retry-After, and differs from client to client.
      """,
    covers: "15.3", of: "BackoffPolicy", needs: [.virtualTime],
    mustCatch: [.backsOffForEachCall]
  ).holds(
    forAll: .backoffScenario,
    requiring: [
      "waits": 0.5, "a success begins anew": 0.2, "reaches the longest delay": 0.12,
      "more than 63 in a row": 0.02, "the server asks for more": 0.2, "the server asks for less": 0.1,
      "another failure between": 0.2, "with jitter": 0.1, "without jitter": 0.3,
    ]
  ) { scenario, system, trial in
    try BackoffSession.expectRetryAfterRead()
    var session = BackoffSession(scenario, system)
    for exchange in scenario.exchanges { try await session.perform(exchange) }
    try await session.expectNothingSentOnceCancelled()
    if let seed = scenario.jitterSeed { try BackoffSession.expectClientsToSpread(seed: seed, system) }
    for name in session.classes { trial.label(name) }
    trial.label(scenario.jitterSeed == nil ? "without jitter" : "with jitter")
  }

  // **Feature: system-architecture-upgrade-p0, Property 63: Circuit breaker pattern**
  static let circuitBreakerPattern = Requirement<PersonalOSSystem>(
    "POS-63", "Circuit breaker pattern",
    says: """
      After 5 availability failures in a row (no connection, timeout, 5xx, invalid response), the app \
      sends no request for 30 seconds and fails each at once with 503. Then it sends a single probe. If \
      the probe has an availability failure, the circuit opens again. Any other answer closes the \
      circuit. Late results of earlier requests do not count.
      """,
    covers: "15.4", of: "CircuitBreaker", needs: [.concurrency, .virtualTime],
    mustCatch: [.asksTheAPIAllTheSame]
  ).holds(
    forAll: .breakerScenario, scheduled: .mixed,
    requiring: [
      "opens": 0.4, "is refused while open": 0.3, "probes": 0.4, "is refused during a probe": 0.2,
      "a probe fails": 0.12, "a probe closes": 0.2, "a probe is cancelled": 0.05,
      "tells of another time": 0.05, "an answer between failures": 0.1, "several at a time": 0.4,
      "refuses during an outage": 0.2, "probes during an outage": 0.05,
    ]
  ) { scenario, system, trial in
    var session = BreakerSession(system.api.makeBreaker())
    for step in scenario.steps { try session.perform(step) }
    for name in session.classes { trial.label(name) }

    let gate = system.api.openBreaker(system.api.makeBreaker(), ContinuousClock())
    let clients = OutageClients(scenario.outage, gate)
    try await clients.run()
    for name in try clients.expectNoStorm() { trial.label(name) }
    try await clients.expectRecovery()
  }

  // **Feature: system-architecture-upgrade-p0, Property 64: API usage logging**
  static let apiUsageLogging = Requirement<PersonalOSSystem>(
    "POS-64", "API usage logging",
    says: """
      For each endpoint, the monitor counts the news feed's requests: sent, successful, failed (by kind), cancelled, held \
      back and refused. Sent requests are the successful, failed and cancelled ones plus those in flight. The error rate \
      is failures over successes plus failures. The log gets each failure, and each endpoint's numbers when the app \
      leaves the screen.
      """,
    covers: "15.5", of: "APIUsageMonitor, NewsNetwork", needs: [.concurrency, .virtualTime],
    mustCatch: [.asksPastThePipeline]
  ).holds(
    forAll: .usageScenario, scheduled: .mixed,
    requiring: [
      "succeeds": 0.2, "fails": 0.25, "is cancelled": 0.12, "is throttled": 0.2,
      "is short-circuited": 0.07, "retries": 0.1, "several at a time": 0.2, "is cancelled before it asks": 0.1,
    ]
  ) { scenario, system, trial in
    let clients = UsageCompany(system, scenario.limits)
    try await clients.run(scenario.callers)
    try await clients.expectTheNetworksNumbers()
    try await clients.expectNumbersInTheLog()
    try clients.expectTheNetworksFailuresInTheLog()
    try clients.expectThrottledAndQuiet()
    let accounts = clients.all.values
    trial.label("succeeds", if: accounts.contains { $0.successes > 0 })
    trial.label("fails", if: accounts.contains { !$0.failures.isEmpty })
    trial.label("is cancelled", if: accounts.contains { $0.cancelled > 0 })
    trial.label("is throttled", if: accounts.contains { $0.throttled > 0 })
    trial.label("is short-circuited", if: accounts.contains { $0.shortCircuited > 0 })
    trial.label("is cancelled before it asks", if: clients.cancelledBeforeCount > 0)
    trial.label("retries", if: clients.retryCount > 0)
    trial.label("several at a time", if: clients.mostOverlapping > 1)
  }
}

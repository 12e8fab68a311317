import PersonalOSReference
import PropertyTesting

extension Fault<PersonalOSSystem> {
  // POS-60.

  static let joinsTextsToURLs = newsClient("makes URLs by joining texts", .joinsTextsToURLs)
  static let asksTheServiceWhereTheProxyFails = newsClient(
    "asks the news service itself where the proxy fails", .asksTheServiceWhereTheProxyFails)
  static let sendsTheKeyAsAHeader = newsClient("sends the key as a header", .sendsTheKeyAsAHeader)
  static let sendsTheKeyAsAParameter = newsClient(
    "sends the key as a parameter", .sendsTheKeyAsAParameter)
  static let followsRedirects = newsClient("follows redirects wherever they lead", .followsRedirects)
  static let followsNextPages = newsClient("takes a cursor for a link and follows it", .followsNextPages)
  static let encodesForAnotherPartOfTheURL = newsClient(
    "leaves & and + in the values of parameters", .encodesForAnotherPartOfTheURL)
  static let putsCategoriesIntoThePath = newsClient(
    "puts categories into the path, dots and all", .putsCategoriesIntoThePath)

  // POS-61.

  static let throttlesByTheCalendar = throttle(
    "counts by full minutes, so twice as many at their border", .throttlesByTheCalendar)
  static let dropsWhatIsTooMuch = throttle("drops what is too much", .dropsWhatIsTooMuch)
  static let countsAnswersInsteadOfSends = throttle(
    "counts requests when they are answered", .countsAnswersInsteadOfSends)
  static let throttlesOneEarly = throttle("throttles one request early", .throttlesOneEarly)
  static let keepsTheSlotsOfCancelledRequests = throttle(
    "keeps slots for cancelled requests", .keepsTheSlotsOfCancelledRequests)
  static let letsTheNewestGoFirst = throttle("lets the newest request go first", .letsTheNewestGoFirst)
  static let throttlesByAClockThatGoesBack = throttle(
    "follows a clock that goes back", .throttlesByAClockThatGoesBack)
  static let forgetsToWakeAfterACancellation = throttle(
    "stops its timer when one of several that wait is cancelled", .forgetsToWakeAfterACancellation)
  static let looksBeforeItCounts = Fault("suspends between looking for room and taking it") { system in
    // A gate is not told the limits: it gets them with the throttle.
    let make = system.api.makeThrottle
    system.api.makeThrottle = { LimitedThrottle(limits: $0, base: make($0)) }
    system.api.openThrottle = { throttle, _ in
      HastyThrottleGate((throttle as? LimitedThrottle)?.limits ?? ThrottleLimits())
    }
  }

  // POS-62.

  static let backsOffLinearly = backoff("backs off linearly", .backsOffLinearly)
  static let backsOffWithoutACap = backoff("backs off without a cap", .backsOffWithoutACap)
  static let overflowsWhenItBacksOff = backoff(
    "shifts the delay out of its 64 bits", .overflowsWhenItBacksOff)
  static let resetsOnAnyAnswer = backoff("begins anew after any other answer", .resetsOnAnyAnswer)
  static let ignoresRetryAfter = backoff("ignores what the server asks for", .ignoresRetryAfter)
  static let waitsTwoSecondsFirst = backoff("waits two seconds the first time", .waitsTwoSecondsFirst)
  static let shortensBelowRetryAfter = backoff(
    "shortens even what the server asks for", .shortensBelowRetryAfter)
  static let prolongsAtRandom = backoff("prolongs delays at random", .prolongsAtRandom)
  static let backsOffForEachCall = Fault("keeps a back-off for each call") { system in
    let (make, open) = (system.api.makeBackoff, system.api.openBackoff)
    system.api.openBackoff = { _, clock in ForgetfulBackoffGate { open(make(nil), clock) } }
  }

  // POS-63.

  static let letsAllProbe = breaker("lets everybody probe when it is half open", .letsAllProbe)
  static let countsFailuresWithGaps = breaker(
    "counts failures that are not in a row", .countsFailuresWithGaps)
  static let staysOpenForEver = breaker("stays open for ever", .staysOpenForEver)
  static let tripsOnNotFound = breaker("takes a 404 for an outage", .tripsOnNotFound)
  static let tripsOnRateLimits = breaker("takes a rate limit for an outage", .tripsOnRateLimits)
  static let closesOnALateSuccess = breaker(
    "closes when a request from before succeeds", .closesOnALateSuccess)
  static let opensOnALateFailure = breaker(
    "counts failures of requests from before an outage", .opensOnALateFailure)
  static let waitsForACancelledProbe = breaker(
    "waits for ever for a probe that was cancelled", .waitsForACancelledProbe)
  static let opensByAClockThatGoesBack = breaker(
    "stays open longer when the clock goes back", .opensByAClockThatGoesBack)
  static let decidesBeforeItCounts = breakerGate(
    "suspends between letting a probe through and knowing of it", .decidesBeforeItCounts)
  static let takesAnyAnswerForASuccess = breakerGate(
    "takes any answer for a success, a 503 as well", .takesAnyAnswerForASuccess)
  static let asksTheAPIAllTheSame = breakerGate("sends whatever the breaker says", .asksTheAPIAllTheSame)

  // POS-64.

  static let countsRetriesOnce = monitor("counts retries once", .countsRetriesOnce)
  static let countsCancelledAsSuccess = monitor("counts cancelled as success", .countsCancelledAsSuccess)
  static let countsThrottledAsSent = monitor("counts throttled as sent", .countsThrottledAsSent)
  static let losesCounts = monitor("loses what others count while it counts itself", .losesCounts)
  static let countsRateLimitsAsSuccess = monitor(
    "takes every answer for a success", .countsRateLimitsAsSuccess)
  static let countsEndpointsTogether = monitor("counts all endpoints together", .countsEndpointsTogether)
  static let logsNoFailures = monitor("writes no failures to the log", .logsNoFailures)
  static let countsOnlyWhatHasEnded = monitor("counts requests when they have ended", .countsOnlyWhatHasEnded)

  static let logsCancellations = monitor("writes cancelled requests down as errors", .logsCancellations)
  static let logsFailuresWithoutTheirEndpoint = monitor(
    "does not say in the log which endpoint failed", .logsFailuresWithoutTheirEndpoint)
  static let monitorsWhatWaits = pipeline(
    "counts requests as sent that wait for their turn", .monitorsWhatWaits)
  static let tellsOfNoRefusals = pipeline("tells the monitor of no refusals", .tellsOfNoRefusals)
  static let tellsOfEachWait = pipeline("counts a request twice that waits twice", .tellsOfEachWait)
  static let asksTheBreakerLast = pipeline("lets requests wait before it refuses them", .asksTheBreakerLast)
  static let throttlesBeforeItBacksOff = pipeline(
    "takes turns at the throttle before it backs off", .throttlesBeforeItBacksOff)
  static let sendsPastTheThrottle = pipeline("sends past the throttle", .sendsPastTheThrottle)

  static let looksAtTheBackoffOnce = Fault("waits no longer when it is put off while it waits") { system in
    system.api.openBackoff = { policy, _ in ImpatientBackoffGate(policy) }
  }
  static let bringsABackoffForward = backoff(
    "lets a later rate limit bring forward what an earlier one put off", .bringsABackoffForward)

  private static func pipeline(_ name: String, _ defect: DefectivePipeline.Defect) -> Fault {
    Fault(name) { $0.api.makePipeline = { DefectivePipeline(parts: $0, defect: defect) } }
  }

  private static func newsClient(_ name: String, _ defect: DefectiveNewsClient.Defect) -> Fault {
    Fault(name) { $0.api.makeNewsClient = { DefectiveNewsClient(setup: $0, defect: defect) } }
  }

  private static func throttle(_ name: String, _ defect: DefectiveThrottle.Defect) -> Fault {
    Fault(name) { $0.api.makeThrottle = { DefectiveThrottle($0, defect) } }
  }

  private static func backoff(_ name: String, _ defect: DefectiveBackoff.Defect) -> Fault {
    Fault(name) { $0.api.makeBackoff = { DefectiveBackoff($0, defect) } }
  }

  private static func breaker(_ name: String, _ defect: DefectiveBreaker.Defect) -> Fault {
    Fault(name) { $0.api.makeBreaker = { DefectiveBreaker(defect) } }
  }

  private static func breakerGate(_ name: String, _ defect: HastyBreakerGate.Defect) -> Fault {
    Fault(name) { $0.api.openBreaker = { _, _ in HastyBreakerGate(defect) } }
  }

  private static func monitor(_ name: String, _ defect: DefectiveMonitor.Defect) -> Fault {
    Fault(name) { $0.api.makeMonitor = { DefectiveMonitor(defect, log: $0, now: $1) } }
  }
}

/// A throttle that tells its limits.
private struct LimitedThrottle: RequestThrottling {
  let limits: ThrottleLimits
  var base: any RequestThrottling

  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect] {
    base.handle(event, at: now)
  }
}

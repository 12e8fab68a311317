import PersonalOSReference
import PlatformStandIns
import PropertyTesting

extension Fault<PersonalOSSystem> {
  // POS-60.

  static let joinsTextsToURLs = newsClient("joinsTextsToURLs", "makes URLs by joining texts", .joinsTextsToURLs)
  static let asksTheServiceWhereTheProxyFails = newsClient(
    "asksTheServiceWhereTheProxyFails", "asks the news service itself if the proxy fails",
    .asksTheServiceWhereTheProxyFails)
  static let sendsTheKeyAsAHeader = newsClient(
    "sendsTheKeyAsAHeader", "sends the key as a header", .sendsTheKeyAsAHeader)
  static let sendsTheKeyAsAParameter = newsClient(
    "sendsTheKeyAsAParameter", "sends the key as a parameter", .sendsTheKeyAsAParameter)
  static let followsRedirects = newsClient(
    "followsRedirects", "follows redirects wherever they lead", .followsRedirects)
  static let followsNextPages = newsClient(
    "followsNextPages", "treats a cursor as a link and follows it", .followsNextPages)
  static let encodesForAnotherPartOfTheURL = newsClient(
    "encodesForAnotherPartOfTheURL", "leaves & and + in the values of parameters", .encodesForAnotherPartOfTheURL)
  static let putsCategoriesIntoThePath = newsClient(
    "putsCategoriesIntoThePath", "puts categories into the path, dots and all", .putsCategoriesIntoThePath)

  static let asksForAnything = newsClient("asksForAnything", "does not say that it reads JSON", .asksForAnything)

  static let takesAnyProxyAddress = Fault("takesAnyProxyAddress", "accepts any text as the proxy's address") {
    $0.api.makeNewsClient = { DefectiveNewsClient(setup: $0, defect: nil) }
  }

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

  static let throttlesByTheCalendar = throttle(
    "throttlesByTheCalendar", "counts by calendar minutes, so twice the limit fits around a border", .throttlesByTheCalendar)
  static let dropsWhatIsTooMuch = throttle("dropsWhatIsTooMuch", "drops requests above the limit", .dropsWhatIsTooMuch)
  static let countsAnswersInsteadOfSends = throttle(
    "countsAnswersInsteadOfSends", "counts requests when they are answered", .countsAnswersInsteadOfSends)
  static let throttlesOneEarly = throttle("throttlesOneEarly", "throttles one request early", .throttlesOneEarly)
  static let keepsTheSlotsOfCancelledRequests = throttle(
    "keepsTheSlotsOfCancelledRequests", "keeps the slots of cancelled requests", .keepsTheSlotsOfCancelledRequests)
  static let letsTheNewestGoFirst = throttle(
    "letsTheNewestGoFirst", "lets the newest request go first", .letsTheNewestGoFirst)
  static let throttlesByAClockThatGoesBack = throttle(
    "throttlesByAClockThatGoesBack", "follows a clock that goes back", .throttlesByAClockThatGoesBack)
  static let forgetsToWakeAfterACancellation = throttle(
    "forgetsToWakeAfterACancellation", "stops its timer when one of several that wait is cancelled",
    .forgetsToWakeAfterACancellation)
  static let setsATimerForEachRequest = throttle(
    "setsATimerForEachRequest", "asks to be woken once for each that waits", .setsATimerForEachRequest)
  static let looksBeforeItCounts = Fault(
    "looksBeforeItCounts", "suspends between looking for room and taking it") { system in
    // A gate is not told the limits: it gets them with the throttle.
    let make = system.api.makeThrottle
    system.api.makeThrottle = { LimitedThrottle(limits: $0, base: make($0)) }
    system.api.openThrottle = { throttle, _ in
      HastyThrottleGate(((throttle as? HeardThrottle)?.base as? LimitedThrottle)?.limits ?? ThrottleLimits())
    }
  }

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

  static let backsOffLinearly = backoff("backsOffLinearly", "backs off linearly", .backsOffLinearly)
  static let backsOffWithoutACap = backoff("backsOffWithoutACap", "backs off without a cap", .backsOffWithoutACap)
  static let overflowsWhenItBacksOff = backoff(
    "overflowsWhenItBacksOff", "shifts the delay out of its 64 bits", .overflowsWhenItBacksOff)
  static let resetsOnAnyAnswer = backoff(
    "resetsOnAnyAnswer", "starts over at 1 second after any other answer", .resetsOnAnyAnswer)
  static let ignoresRetryAfter = backoff("ignoresRetryAfter", "ignores Retry-After", .ignoresRetryAfter)
  static let waitsTwoSecondsFirst = backoff(
    "waitsTwoSecondsFirst", "waits two seconds the first time", .waitsTwoSecondsFirst)
  static let shortensBelowRetryAfter = backoff(
    "shortensBelowRetryAfter", "shortens even the server's Retry-After", .shortensBelowRetryAfter)
  static let prolongsAtRandom = backoff("prolongsAtRandom", "prolongs delays at random", .prolongsAtRandom)
  static let shortensHardly = backoff(
    "shortensHardly", "shortens delays so little that all clients come back at once", .shortensHardly)
  static let shortensTheFirstDelayAlone = backoff(
    "shortensTheFirstDelayAlone", "shortens only the first delay", .shortensTheFirstDelayAlone)
  static let neverShortens = backoff("neverShortens", "never shortens a delay", .neverShortens)
  static let backsOffForEachCall = Fault("backsOffForEachCall", "keeps a back-off for each call") { system in
    let (make, open) = (system.api.makeBackoff, system.api.openBackoff)
    system.api.openBackoff = { _, clock in ForgetfulBackoffGate { open(make(nil), clock) } }
  }

  // POS-63.

  static let letsAllProbe = breaker("letsAllProbe", "lets all requests probe when it is half open", .letsAllProbe)
  static let countsFailuresWithGaps = breaker(
    "countsFailuresWithGaps", "counts failures that are not in a row", .countsFailuresWithGaps)
  static let staysOpenForEver = breaker("staysOpenForEver", "stays open for ever", .staysOpenForEver)
  static let tripsOnNotFound = breaker("tripsOnNotFound", "treats a 404 as an outage", .tripsOnNotFound)
  static let tripsOnRateLimits = breaker("tripsOnRateLimits", "treats a rate limit as an outage", .tripsOnRateLimits)
  static let closesOnALateSuccess = breaker(
    "closesOnALateSuccess", "closes when a request from before succeeds", .closesOnALateSuccess)
  static let opensOnALateFailure = breaker(
    "opensOnALateFailure", "counts failures of requests from before an outage", .opensOnALateFailure)
  static let waitsForACancelledProbe = breaker(
    "waitsForACancelledProbe", "waits for ever for a probe that was cancelled", .waitsForACancelledProbe)
  static let opensByAClockThatGoesBack = breaker(
    "opensByAClockThatGoesBack", "stays open longer when the clock goes back", .opensByAClockThatGoesBack)
  static let decidesBeforeItCounts = breakerGate(
    "decidesBeforeItCounts", "suspends between letting a probe through and recording it", .decidesBeforeItCounts)
  static let takesAnyAnswerForASuccess = breakerGate(
    "takesAnyAnswerForASuccess", "treats any answer as a success, even a 503", .takesAnyAnswerForASuccess)
  static let asksTheAPIAllTheSame = breakerGate(
    "asksTheAPIAllTheSame", "sends whatever the breaker says", .asksTheAPIAllTheSame)

  // POS-64.

  static let countsRetriesOnce = monitor("countsRetriesOnce", "counts retries once", .countsRetriesOnce)
  static let countsCancelledAsSuccess = monitor(
    "countsCancelledAsSuccess", "counts cancelled as success", .countsCancelledAsSuccess)
  static let countsThrottledAsSent = monitor(
    "countsThrottledAsSent", "counts throttled as sent", .countsThrottledAsSent)
  static let losesCounts = monitor("losesCounts", "loses counts that others make at the same time", .losesCounts)
  static let countsRateLimitsAsSuccess = monitor(
    "countsRateLimitsAsSuccess", "counts every answer as a success", .countsRateLimitsAsSuccess)
  static let countsEndpointsTogether = monitor(
    "countsEndpointsTogether", "counts all endpoints together", .countsEndpointsTogether)
  static let logsNoFailures = monitor("logsNoFailures", "logs no failures", .logsNoFailures)
  static let countsOnlyWhatHasEnded = monitor(
    "countsOnlyWhatHasEnded", "counts requests when they have ended", .countsOnlyWhatHasEnded)

  static let logsCancellations = monitor(
    "logsCancellations", "logs cancelled requests as errors", .logsCancellations)
  static let logsFailuresWithoutTheirEndpoint = monitor(
    "logsFailuresWithoutTheirEndpoint", "does not say in the log which endpoint failed",
    .logsFailuresWithoutTheirEndpoint)
  static let logsNoNumbers = monitor("logsNoNumbers", "counts requests and never logs the numbers", .logsNoNumbers)
  static let logsNumbersOfAnother = monitor(
    "logsNumbersOfAnother", "logs the numbers of one endpoint for every endpoint", .logsNumbersOfAnother)
  static let logsFailuresOfAllRequests = monitor(
    "logsFailuresOfAllRequests", "logs failures over all requests, cancelled ones too, as the error rate",
    .logsFailuresOfAllRequests)
  static let asksPastThePipeline = Fault("asksPastThePipeline", "gives the news client the network itself") {
    $0.api.makeTransport = { $1 }
  }
  static let monitorsWhatWaits = pipeline(
    "monitorsWhatWaits", "counts waiting requests as sent", .monitorsWhatWaits)
  static let tellsOfNoRefusals = pipeline("tellsOfNoRefusals", "does not tell the monitor about refusals", .tellsOfNoRefusals)
  static let tellsOfEachWait = pipeline(
    "tellsOfEachWait", "counts a request twice that waits twice", .tellsOfEachWait)
  static let asksTheBreakerLast = pipeline(
    "asksTheBreakerLast", "lets requests wait before it refuses them", .asksTheBreakerLast)
  static let throttlesBeforeItBacksOff = pipeline(
    "throttlesBeforeItBacksOff", "takes a throttle slot before it backs off", .throttlesBeforeItBacksOff)
  static let sendsPastTheThrottle = pipeline("sendsPastTheThrottle", "sends past the throttle", .sendsPastTheThrottle)

  static let looksAtTheBackoffOnce = Fault(
    "looksAtTheBackoffOnce", "does not wait longer if a new delay comes while it waits") { system in
    system.api.openBackoff = { policy, _ in ImpatientBackoffGate(policy) }
  }
  static let bringsABackoffForward = backoff(
    "bringsABackoffForward", "lets a later rate limit shorten an earlier wait",
    .bringsABackoffForward)

  private static func pipeline(_ id: String, _ fact: String, _ defect: DefectivePipeline.Defect) -> Fault {
    Fault(id, fact) { $0.api.makePipeline = { DefectivePipeline(parts: $0, defect: defect) } }
  }

  private static func newsClient(_ id: String, _ fact: String, _ defect: DefectiveNewsClient.Defect) -> Fault {
    Fault(id, fact) { system in
      let make = system.api.makeNewsClient
      system.api.makeNewsClient = { setup in
        _ = try make(setup)
        return DefectiveNewsClient(setup: setup, defect: defect)
      }
    }
  }

  private static func throttle(_ id: String, _ fact: String, _ defect: DefectiveThrottle.Defect) -> Fault {
    Fault(id, fact) { $0.api.makeThrottle = { DefectiveThrottle($0, defect) } }
  }

  private static func backoff(_ id: String, _ fact: String, _ defect: DefectiveBackoff.Defect) -> Fault {
    Fault(id, fact) { $0.api.makeBackoff = { DefectiveBackoff($0, defect) } }
  }

  private static func breaker(_ id: String, _ fact: String, _ defect: DefectiveBreaker.Defect) -> Fault {
    Fault(id, fact) { $0.api.makeBreaker = { DefectiveBreaker(defect) } }
  }

  private static func breakerGate(_ id: String, _ fact: String, _ defect: HastyBreakerGate.Defect) -> Fault {
    Fault(id, fact) { $0.api.openBreaker = { _, _ in HastyBreakerGate(defect) } }
  }

  private static func monitor(_ id: String, _ fact: String, _ defect: DefectiveMonitor.Defect) -> Fault {
    Fault(id, fact) { $0.api.makeMonitor = { DefectiveMonitor(defect, log: $0, now: $1) } }
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

/// A throttle that tells its limits.
private struct LimitedThrottle: RequestThrottling {
  let limits: ThrottleLimits
  var base: any RequestThrottling

  mutating func handle(_ event: ThrottleEvent, at now: Duration) -> [ThrottleEffect] {
    base.handle(event, at: now)
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

import PersonalOSReference
import PlatformStandIns
import Synchronization
import Testing

@Suite("API security")
struct APISecurityTests {
  @Test(
    "A proxy's URL that is none is refused",
    arguments: [
      "http://proxy.example.com", "https://", "proxy.example.com", "https://user@proxy.example.com",
      "https://user:word@proxy.example.com", "https://proxy.example.com?key=1",
      "https://proxy.example.com/#top", "https://proxy.example.com/a b", "",
    ])
  func invalidProxy(text: String) {
    #expect(throws: NewsProxyError.invalidURL(.staging)) {
      try NewsProxyClient(setup([.staging: text]))
    }
  }

  @Test("P3: without a proxy for its environment the client says so")
  func noProxy() {
    let error = #expect(throws: NewsProxyError.notConfigured(.staging)) {
      try NewsProxyClient(setup([.production: "https://proxy.example.com"]))
    }
    #expect(error?.description == "no news proxy is configured for staging")
  }

  @Test("Decision: category, query and cursor are parameters, encoded byte by byte")
  func request() async throws {
    let transport = OneAnswer(HTTPResponse(status: 200, headers: [HTTPHeader("next-cursor", "c")]))
    var setup = setup([.staging: "https://proxy.example.com/api/"])
    setup.transport = transport
    let client = try NewsProxyClient(setup)
    let page = try await client.searchNews(query: "a+b&ä", cursor: "../x")
    #expect(page.nextCursor == "c")
    #expect(
      transport.urls == ["https://proxy.example.com/api/v1/search?q=a%2Bb%26%C3%A4&cursor=..%2Fx"])
  }

  @Test(
    "How answers count",
    arguments: [
      (200, nil, APIOutcome.success), (204, nil, .success), (301, nil, .failed(.invalidResponse)),
      (404, nil, .failed(.serverError(404))), (503, nil, .failed(.serverError(503))),
      (429, nil, .rateLimited(retryAfter: nil)), (429, "7", .rateLimited(retryAfter: .seconds(7))),
      (429, "-1", .rateLimited(retryAfter: nil)), (429, "", .rateLimited(retryAfter: nil)),
      (429, "٣", .rateLimited(retryAfter: nil)),
      // Decision: dates are not read, and a hundred years are the most.
      (429, "Wed, 21 Oct 2026 07:28:00 GMT", .rateLimited(retryAfter: nil)),
      (429, "99999999999999999999", .rateLimited(retryAfter: .seconds(3_155_760_000))),
    ])
  func outcomes(status: Int, retryAfter: String?, outcome: APIOutcome) {
    let headers = retryAfter.map { [HTTPHeader("Retry-After", $0)] } ?? []
    #expect(APIOutcome(HTTPResponse(status: status, headers: headers)) == outcome)
  }

  @Test("A throttle of 60 in 60 s sends the 61st when the first leaves the window")
  func throttle() {
    var throttle = RequestThrottle(ThrottleLimits())
    for number in 1...60 {
      #expect(throttle.handle(.asked(number), at: .seconds(10)) == [.send(number)])
    }
    #expect(throttle.handle(.asked(61), at: .seconds(11)) == [.wake(at: .seconds(70))])
    #expect(throttle.handle(.woken, at: .seconds(70) - .nanoseconds(1)) == [.wake(at: .seconds(70))])
    #expect(throttle.handle(.woken, at: .seconds(70)) == [.send(61)])
  }

  @Test("Back-off: 1, 2, 4 … 60 s")
  func backoff() {
    var policy = BackoffPolicy()
    let delays = (1...80).map { _ in
      policy.handle(.rateLimited(retryAfter: nil), at: policy.earliestSend(at: .zero))
      return policy.earliestSend(at: .zero)
    }
    let gaps = zip([.zero] + delays, delays).map { $1 - $0 }
    #expect(Array(gaps.prefix(7)) == [1, 2, 4, 8, 16, 32, 60].map { Duration.seconds($0) })
    #expect(Set(gaps.dropFirst(6)) == [.seconds(60)])
  }

  @Test("Decision: what one answer has put off, a success that comes later does not bring forward")
  func lateSuccess() {
    var policy = BackoffPolicy()
    policy.handle(.rateLimited(retryAfter: .seconds(100)), at: .zero)
    policy.handle(.success, at: .seconds(1))
    policy.handle(.rateLimited(retryAfter: nil), at: .seconds(2))
    #expect(policy.earliestSend(at: .seconds(3)) == .seconds(100))
  }

  @Test("Decision: an answer, be it a refusal, ends a row of failures and closes a half-open circuit")
  func refusals() {
    var breaker = CircuitBreaker()
    func call(_ number: Int, _ outcome: APIOutcome, at seconds: Int) -> Bool {
      let goesThrough = breaker.handle(.asked(number), at: .seconds(seconds)) == [.send(number)]
      _ = breaker.handle(.ended(number, outcome), at: .seconds(seconds))
      return goesThrough
    }
    for number in 1...4 { #expect(call(number, .failed(.timeout), at: 0)) }
    #expect(call(5, .failed(.serverError(404)), at: 0))
    for number in 6...10 { #expect(call(number, .failed(.timeout), at: 0)) }
    #expect(!call(11, .success, at: 29))
    #expect(call(12, .rateLimited(retryAfter: nil), at: 30))
    #expect(call(13, .success, at: 30))
  }

  @Test("The pipeline counts by a URL without its query, and logs a refusal of the server once")
  func pipeline() async throws {
    let log = DiagnosticLog()
    let monitor = APIUsageMonitor(log: log, now: { .distantPast })
    let clock = VirtualClock()
    let pipeline = RequestPipeline(
      RequestPipeline.Parts(
        breaker: CircuitBreakerGate(CircuitBreaker(), clock: clock),
        backoff: BackoffGate(BackoffPolicy(), clock: clock),
        throttle: ThrottleGate(RequestThrottle(ThrottleLimits()), clock: clock), monitor: monitor))
    var setup = setup([.staging: "https://proxy.example.com"])
    setup.transport = PipelinedTransport(pipeline, OneAnswer(HTTPResponse(status: 404)))
    let client = try NewsProxyClient(setup)
    await #expect(throws: NetworkError.serverError(404)) {
      try await client.searchNews(query: "private", cursor: nil)
    }
    let usage = await monitor.usage(of: "https://proxy.example.com/v1/search")
    #expect(usage.requests == 1 && usage.failuresByKind == [.clientError: 1])
    #expect(log.entries.map(\.context) == ["request to https://proxy.example.com/v1/search"])
  }

  private func setup(_ urls: [AppEnvironment: String]) -> NewsProxyClient.Setup {
    NewsProxyClient.Setup(
      environment: .staging, proxyURLs: urls, apiKeys: ["news": "secret"],
      transport: OneAnswer(HTTPResponse(status: 200)))
  }
}

/// Gives one answer to everything, and keeps what was asked for.
private final class OneAnswer: HTTPTransport {
  private let answer: HTTPResponse
  private let requested = Mutex<[String]>([])

  init(_ answer: HTTPResponse) { self.answer = answer }

  var urls: [String] { requested.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    requested.withLock { $0.append(request.url) }
    return answer
  }
}

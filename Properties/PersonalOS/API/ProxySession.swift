import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

/// A client and the network around it, which keeps every request wherever it goes.
struct ProxySession {
  private let scenario: ProxyScenario
  private let client: any NewsFetching
  private let network = ScriptedNetwork()

  init(_ scenario: ProxyScenario, _ system: PersonalOSSystem) throws {
    self.scenario = scenario
    var proxies: [AppEnvironment: String] = [:]
    for environment in AppEnvironment.allCases {
      proxies[environment] =
        environment == scenario.environment ? scenario.proxyURL : scenario.otherProxyURL
    }
    client = try system.api.makeNewsClient(
      NewsProxyClient.Setup(
        environment: scenario.environment, proxyURLs: proxies, apiKeys: scenario.apiKeys,
        transport: network))
  }

  /// What is no address of a proxy is refused before anything is sent.
  static func expectOnlyProxies(_ scenario: ProxyScenario, _ system: PersonalOSSystem) throws {
    let (host, environment) = (scenario.proxyHost, scenario.environment)
    let others = [
      "", "https://", "http://\(host)", "ftp://\(host)", "\(host)", "https://user@\(host)",
      "https://user:secret@\(host)", "https://\(host)/a b", "https://\(host)/v1?key=1", "https://\(host)/v1#part",
    ]
    for text in others {
      try expect(
        "what is wrong with “\(text)”",
        error(of: [environment: text], scenario, system), equals: .invalidURL(environment))
    }
    try expect("what is wrong with none", error(of: [:], scenario, system), equals: .notConfigured(environment))
  }

  private static func error(
    of proxyURLs: [AppEnvironment: String], _ scenario: ProxyScenario, _ system: PersonalOSSystem
  ) -> NewsProxyError? {
    do {
      _ = try system.api.makeNewsClient(
        NewsProxyClient.Setup(
          environment: scenario.environment, proxyURLs: proxyURLs, apiKeys: scenario.apiKeys,
          transport: ScriptedNetwork()))
      return nil
    } catch {
      return error as? NewsProxyError
    }
  }

  /// Asks for one page after the other, and gives the classes that this falls into.
  func perform(_ call: ProxyScenario.Call) async throws -> [String] {
    var cursor: String?
    var classes: [String] = []
    for (number, answer) in call.answers.enumerated() {
      let page = try await expectPage(call, cursor, answer)
      switch answer {
      case .page: classes.append(number == 0 ? "first page" : "page after a cursor")
      case .redirect: classes.append("redirect")
      case .status, .unreachable: classes.append("proxy fails")
      }
      cursor = page?.nextCursor
      if cursor == nil { break }
    }
    return classes
  }

  private func expectPage(
    _ call: ProxyScenario.Call, _ cursor: String?, _ answer: ProxyScenario.Answer
  ) async throws -> NewsPage? {
    network.begin(answer)
    let result: Result<NewsPage, NetworkError>
    do {
      result = .success(
        call.isSearch
          ? try await client.searchNews(query: call.text, cursor: cursor)
          : try await client.fetchNews(category: call.text, cursor: cursor))
    } catch let error as NetworkError {
      result = .failure(error)
    }
    try expectOneRequest(named: call.isSearch ? "q" : "category", call.text, cursor)

    switch answer {
    case .page(let next):
      let page = try result.get()
      try expect("body", page.body, equals: ScriptedNetwork.body)
      try expect("next cursor", page.nextCursor.map { Array($0.utf8) }, equals: next.map { Array($0.utf8) })
      return page
    case .redirect: try expectFailure(result, .invalidResponse)
    case .status(429): try expectFailure(result, .rateLimited)
    case .status(let status) where (400...599).contains(status): try expectFailure(result, .serverError(status))
    case .status: try expectFailure(result, .invalidResponse)
    case .unreachable: try expectFailure(result, .noConnection)
    }
    return nil
  }

  private func expectFailure(_ result: Result<NewsPage, NetworkError>, _ error: NetworkError) throws {
    guard case .failure(error) = result else {
      return try expect("fails with \(error), got \(result)", false)
    }
  }

  /// One, whatever the answer was, and it gives away nothing.
  private func expectOneRequest(named name: String, _ text: String, _ cursor: String?) throws {
    try expect("requests for one page", network.requests.count, equals: 1)
    for request in network.requests {
      guard let url = ParsedURL(request.url) else {
        return try expect("a URL of the characters that URLs have: \(describe(request.url))", false)
      }
      try expect("scheme", url.scheme, equals: "https")
      try expect("login", url.userInfo, equals: nil)
      try expect("host", url.host, equals: scenario.proxyHost)
      try expect("port", url.port, equals: scenario.proxyPort)
      try expect("fragment", url.fragment, equals: nil)
      let prefix = scenario.proxyPath.replacing("%20", with: " ") + "/"
      try expect("\(url.path) lies under \(prefix)", url.resolvedPath.hasPrefix(prefix))
      try expect("method", request.method, equals: "GET")
      try expect(
        "JSON is asked for",
        request.headers.contains { $0.name.lowercased() == "accept" && $0.value == "application/json" })
      for plus in [0x2B, 0x20] as [UInt8] {
        let parameters = url.parameters(plus: plus).map { [$0.name, $0.value] }
        let expected = [(name, text)] + (cursor.map { [("cursor", $0)] } ?? [])
        try expect("parameters", parameters, equals: expected.map { [Array($0.0.utf8), Array($0.1.utf8)] })
      }
      var search = SecretSearch()
      search.add("in the URL", [request.url])
      search.add("in a header", request.headers.flatMap { [$0.name, $0.value] })
      search.add("in the body", request.body)
      for key in scenario.apiKeys.values { try expect("an API key", search.find(key), equals: nil) }
    }
  }
}

/// The whole network: one answer for everybody who asks, from the proxy or elsewhere.
private final class ScriptedNetwork: HTTPTransport {
  private let state = Mutex<(answer: ProxyScenario.Answer, requests: [HTTPRequest])>((.unreachable, []))

  static let body = Array("news".utf8)

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func begin(_ answer: ProxyScenario.Answer) {
    state.withLock { $0 = (answer, []) }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.requests.count > 3 ? .unreachable : state.answer
    }
    switch answer {
    case .page(let cursor):
      return HTTPResponse(
        status: cursor == nil ? 200 : 299,
        headers: cursor.map { [HTTPHeader("NEXT-cursor", $0), HTTPHeader("Next-Cursor", "a second one")] } ?? [],
        body: Self.body)
    case .redirect(let status, let location):
      return HTTPResponse(status: status, headers: [HTTPHeader("Location", location)])
    case .status(let status): return HTTPResponse(status: status)
    case .unreachable: throw NetworkError.noConnection
    }
  }
}

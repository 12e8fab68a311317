import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import Synchronization

extension ProxyScenario {
  func client(
    _ urls: [AppEnvironment: String], _ network: ScriptedNetwork, _ api: APISystem
  ) throws -> any NewsFetching {
    try api.makeNewsClient(
      NewsProxyClient.Setup(environment: environment, proxyURLs: urls, apiKeys: apiKeys, transport: network))
  }

  /// Asks for one page after the other, as long as there is a cursor.
  func run(on api: APISystem, _ trial: Trial) async throws {
    let network = ScriptedNetwork()
    var proxies = AppEnvironment.allCases.reduce(into: [:]) { $0[$1] = "https://other-proxy.example.net" }
    proxies[environment] = "https://\(host)\(port.map { ":\($0)" } ?? "")\(path)\(slashes)"
    let client = try client(proxies, network, api)
    for call in calls {
      trial.label("could take over the host", if: call.text.contains("@"))
      trial.label("could leave the path", if: call.text.contains(".."))
      trial.label("could add a parameter", if: call.text.contains { "&+=#?".contains($0) })
      var cursor: String?
      for (number, answer) in call.answers.enumerated() {
        trial.label(answer.name(isFirst: number == 0))
        network.begin(answer)
        let result = try await page(of: call, after: cursor, from: client)
        try expectPage(result, answer, of: call, after: cursor, network.requests)
        cursor = try? result.get().nextCursor
        if cursor == nil { break }
      }
    }
  }

  private func page(
    of call: Call, after cursor: String?, from client: any NewsFetching
  ) async throws -> Result<NewsPage, NetworkError> {
    do {
      return .success(
        call.isSearch
          ? try await client.searchNews(query: call.text, cursor: cursor)
          : try await client.fetchNews(category: call.text, cursor: cursor))
    } catch let error as NetworkError {
      return .failure(error)
    }
  }
}

extension ProxyScenario.Answer {
  fileprivate func name(isFirst: Bool) -> String {
    switch self {
    case .page: isFirst ? "first page" : "page after a cursor"
    case .redirect: "redirect"
    case .status, .unreachable: "proxy fails"
    }
  }
}

/// The whole network: one answer for everybody who asks, from the proxy or elsewhere.
final class ScriptedNetwork: HTTPTransport {
  static let body = Array("news".utf8)

  private let state = Mutex<(answer: ProxyScenario.Answer, requests: [HTTPRequest])>((.unreachable, []))

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func begin(_ answer: ProxyScenario.Answer) { state.withLock { $0 = (answer, []) } }

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

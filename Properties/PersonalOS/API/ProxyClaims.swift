import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

extension ProxyScenario.Answer {
  /// What a client makes of it.
  var result: Result<NewsPage, NetworkError> {
    switch self {
    case .page(let next): .success(NewsPage(body: ScriptedNetwork.body, nextCursor: next))
    case .status(429): .failure(.rateLimited)
    case .status(let status) where 400...599 ~= status: .failure(.serverError(status))
    case .status, .redirect: .failure(.invalidResponse)
    case .unreachable: .failure(.noConnection)
    }
  }
}

extension ProxyScenario {
  /// What is no address of a proxy is refused before anything is sent.
  func expectOnlyProxies(_ api: APISystem) throws {
    let others: [String?] = [
      nil, "", "https://", "http://\(host)", "ftp://\(host)", host, "https://user@\(host)",
      "https://user:secret@\(host)", "https://\(host)/a b", "https://\(host)/v1?key=1", "https://\(host)/v1#part",
    ]
    for text in others {
      let error = try expectThrows("a client of \(describe(text))", NewsProxyError.self) {
        try client(text.map { [environment: $0] } ?? [:], ScriptedNetwork(), api)
      }
      try expect(
        "what is wrong with \(describe(text))", error,
        equals: text == nil ? .notConfigured(environment) : .invalidURL(environment))
    }
  }

  /// The client makes of an answer what the table says, and has sent one request for it, which gives away nothing.
  func expectPage(
    _ result: Result<NewsPage, NetworkError>, _ answer: Answer, of call: Call, after cursor: String?,
    _ requests: [HTTPRequest]
  ) throws {
    try expect("what the client makes of \(answer)", result, equals: answer.result)
    let (next, expectedNext) = ((try? result.get())?.nextCursor, (try? answer.result.get())?.nextCursor)
    try expect("next cursor", next.map { Array($0.utf8) }, equals: expectedNext.map { Array($0.utf8) })
    try expect("requests for one page", requests.count, equals: 1)
    for request in requests { try expectHarmless(request, call, cursor) }
  }

  private func expectHarmless(_ request: HTTPRequest, _ call: Call, _ cursor: String?) throws {
    guard let url = ParsedURL(request.url) else {
      return try expect("a URL of the characters that URLs have: \(describe(request.url))", false)
    }
    try expect(
      "scheme, login, host, port and fragment", [url.scheme, url.userInfo, url.host, url.port, url.fragment],
      equals: ["https", nil, host, port, nil])
    let prefix = path.replacing("%20", with: " ") + "/"
    try expect("\(url.path) lies under \(prefix)", url.resolvedPath.hasPrefix(prefix))
    try expect("method", request.method, equals: "GET")
    try expect(
      "JSON is asked for",
      request.headers.contains { $0.name.lowercased() == "accept" && $0.value == "application/json" })
    let parameters = [[call.isSearch ? "q" : "category", call.text]] + (cursor.map { [["cursor", $0]] } ?? [])
    for plus in [0x2B, 0x20] as [UInt8] {
      try expect("parameters", url.parameters(plus: plus), equals: parameters.map { $0.map { Array($0.utf8) } })
    }
    var search = SecretSearch()
    search.add("in the URL", [request.url])
    search.add("in a header", request.headers.flatMap { [$0.name, $0.value] })
    search.add("in the body", request.body)
    for key in apiKeys.values { try expect("an API key", search.find(key), equals: nil) }
  }
}

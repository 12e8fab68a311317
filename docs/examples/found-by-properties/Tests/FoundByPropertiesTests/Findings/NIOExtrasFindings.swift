import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1
import PropertyTesting

/// apple/swift-nio-extras.
enum NIOExtrasFindings {
  static let all = [connectPath, search]

  private static let package = "apple/swift-nio-extras"

  static let connectPath = Finding(
    "connect-path", in: package, by: .byHand,
    "`HTTPRequest.init(_:secure:splitCookie:)` takes the port of a `CONNECT` request for its path.",
    demand: """
      `CONNECT` has no path, but a host and a port
      ([RFC 9110, section 9.3.6](https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6)). The host is taken for a scheme here.
      """,
    result: "443",
    reproduction: { print in
      let head = HTTPRequestHead(version: .http1_1, method: .CONNECT, uri: "example.com:443")
      print(try HTTPRequest(head, secure: false, splitCookie: false).path ?? "")
    },
    forAll: .zip(.element(of: ["localhost", "127.0.0.1", "[::1]", "example.com"]), .element(of: [80, 443]))
  ) { host, port in
    let head = HTTPRequestHead(version: .http1_1, method: .CONNECT, uri: "\(host):\(port)")
    let path = try HTTPRequest(head, secure: false, splitCookie: false).path
    try expect("\(path ?? "nil") is the path of \(head.uri)", path != "\(port)")
  }

  static let search = Finding(
    "request-method-search", in: package, by: .byHand,
    "`HTTPMethod.init(_:)` does not make `MSEARCH` of the method `M-SEARCH`, and back it is `MSEARCH`.",
    demand: """
      `M-SEARCH` is the name of the method, and the decoder of swift-nio reads it as `HTTPMethod.MSEARCH`. So a request that is
      converted has another method.
      """,
    result: #"RAW(value: "M-SEARCH") MSEARCH"#,
    reproduction: { print in
      if let method = HTTPRequest.Method("M-SEARCH") { print(HTTPMethod(method)) }
      print(try HTTPRequest.Method(HTTPMethod.MSEARCH))
    },
    forAll: .element(of: ["GET", "PROPFIND", "M-SEARCH", "SEARCH"])
  ) { name in
    if let method = HTTPRequest.Method(name), case .RAW = HTTPMethod(method) {
      try expect("\(name) is a case", false)
    }
  }
}

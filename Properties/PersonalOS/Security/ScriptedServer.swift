import PersonalOSReference
import PlatformStandIns
import StorageContract

/// A server that presents what it is told to, and records what reaches it. Each connection is the server itself.
struct ScriptedServer: TLSConnector, TLSConnection {
  struct Traffic: Equatable {
    var hosts: [String] = []
    var requests: [HTTPRequest] = []
    var openConnections = 0
  }

  static let answer = HTTPResponse(status: 200, body: Array("answer".utf8))

  let certificates: [[UInt8]]
  /// Whether it takes requests and answers none.
  let isBroken: Bool
  let traffic = Remembered(Traffic())

  func connect(to host: String) async throws -> any TLSConnection {
    traffic.withValue { $0.hosts.append(host) }
    traffic.withValue { $0.openConnections += 1 }
    return self
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    traffic.withValue { $0.requests.append(request) }
    if isBroken { throw NetworkError.timeout }
    return Self.answer
  }

  func close() async { traffic.withValue { $0.openConnections -= 1 } }
}

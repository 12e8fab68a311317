import PersonalOSReference
import PlatformStandIns
import Synchronization

/// A server that presents what it is told to, and counts what reaches it.
final class ScriptedServer: TLSConnector {
  private struct State {
    var hosts: [String] = []
    var requests: [HTTPRequest] = []
    var openConnections = 0
  }

  private let certificates: [[UInt8]]
  private let isBroken: Bool
  private let state = Mutex(State())

  /// - Parameter isBroken: it takes requests and answers none.
  init(presenting certificates: [[UInt8]], isBroken: Bool) {
    self.certificates = certificates
    self.isBroken = isBroken
  }

  /// What was sent over a connection, in order.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var hosts: [String] { state.withLock { $0.hosts } }
  var openConnections: Int { state.withLock { $0.openConnections } }

  static let answer = HTTPResponse(status: 200, body: Array("answer".utf8))

  func connect(to host: String) async throws -> any TLSConnection {
    state.withLock { state in
      state.hosts.append(host)
      state.openConnections += 1
    }
    return Connection(server: self, certificates: certificates)
  }

  private struct Connection: TLSConnection {
    let server: ScriptedServer
    let certificates: [[UInt8]]

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      server.state.withLock { $0.requests.append(request) }
      if server.isBroken { throw NetworkError.timeout }
      return ScriptedServer.answer
    }

    func close() async {
      server.state.withLock { $0.openConnections -= 1 }
    }
  }
}

/// Stands in for the system's TLS: connects to a host as far as the handshake, before anything of a request
/// is sent.
public protocol TLSConnector: Sendable {
  func connect(to host: String) async throws -> any TLSConnection
}

/// A connection whose handshake is done, and nothing more.
public protocol TLSConnection: Sendable {
  /// What the server presented, in DER, its own certificate first.
  var certificates: [[UInt8]] { get }
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
  func close() async
}

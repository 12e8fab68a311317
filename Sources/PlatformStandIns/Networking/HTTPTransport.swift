/// A request as it goes over the wire.
public struct HTTPRequest: Sendable, Equatable {
  /// "GET".
  public var method: String
  /// Absolute, and percent-encoded already: what is sent is this text as it stands.
  public var url: String
  public var headers: [HTTPHeader]
  public var body: [UInt8]

  public init(_ method: String = "GET", url: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// An answer as it comes from the wire, whatever its status.
public struct HTTPResponse: Sendable, Equatable {
  public var status: Int
  public var headers: [HTTPHeader]
  public var body: [UInt8]

  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first header of this name; names are ASCII and compared without regard to case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

public struct HTTPHeader: Sendable, Equatable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// Stands in for the system's network client: sends one request and gives its answer. It follows no
/// redirects.
public protocol HTTPTransport: Sendable {
  /// - Throws: `CancellationError` where the task is cancelled; whatever else keeps an answer from coming.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

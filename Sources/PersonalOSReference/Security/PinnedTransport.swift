import Foundation
import PlatformStandIns

/// The app's network client: each request goes to the host in its address, and only if that is who it should be.
public struct PinnedTransport: HTTPTransport {
  private let client: any PinnedRequesting

  public init(_ client: any PinnedRequesting) {
    self.client = client
  }

  /// - Throws: `NetworkError.invalidResponse` for an address that is not one of HTTPS; nothing was sent.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let parts = URLComponents(string: request.url), parts.scheme == "https", let host = parts.host, !host.isEmpty
    else { throw NetworkError.invalidResponse }
    return try await client.send(request, to: host)
  }
}

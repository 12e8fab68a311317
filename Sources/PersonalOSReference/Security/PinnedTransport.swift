import Foundation
import PlatformStandIns

/// The app's network client. It sends each request to the host in its URL, if that host's certificate is accepted.
public struct PinnedTransport: HTTPTransport {
  private let client: any PinnedRequesting

  /// Creates a transport that sends with `client`.
  public init(_ client: any PinnedRequesting) {
    self.client = client
  }

  /// Sends the request to the host that its URL names.
  /// - Throws: `NetworkError.invalidResponse` if the URL is not an HTTPS URL with a host; nothing was sent then.
  ///   Otherwise the errors of ``PinnedRequesting/send(_:to:)``.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let parts = URLComponents(string: request.url), parts.scheme == "https", let host = parts.host, !host.isEmpty
    else { throw NetworkError.invalidResponse }
    return try await client.send(request, to: host)
  }
}

import PlatformStandIns

/// Sends requests only to servers whose certificates are accepted.
public protocol PinnedRequesting: Sendable {
  /// Sends the request to `host` and returns the answer.
  /// - Throws: ``SecurityError/certificateValidationFailed`` if the server's certificate is rejected. Nothing was
  ///   sent to it then. Otherwise the errors of the connection.
  func send(_ request: HTTPRequest, to host: String) async throws -> HTTPResponse
}

/// Asks the validator after the TLS handshake, and before it sends the first byte. It closes the connection after each
/// request.
public struct PinnedClient: PinnedRequesting {
  private let validator: any CertificateValidating
  private let connector: any TLSConnector

  /// Creates a client. It connects to nothing yet.
  public init(_ validator: any CertificateValidating, _ connector: any TLSConnector) {
    self.validator = validator
    self.connector = connector
  }

  public func send(_ request: HTTPRequest, to host: String) async throws -> HTTPResponse {
    let connection = try await connector.connect(to: host)
    guard validator.validateCertificate(connection.certificates, for: host) else {
      await connection.close()
      throw SecurityError.certificateValidationFailed
    }
    do {
      let response = try await connection.send(request)
      await connection.close()
      return response
    } catch {
      await connection.close()
      throw error
    }
  }
}

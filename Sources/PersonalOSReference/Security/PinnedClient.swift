import PlatformStandIns

/// Sends requests to servers that are who they should be.
public protocol PinnedRequesting: Sendable {
  /// - Throws: ``SecurityError/certificateValidationFailed`` where the server is not believed; nothing was
  ///   sent to it.
  func send(_ request: HTTPRequest, to host: String) async throws -> HTTPResponse
}

/// Asks the validator after the handshake and before the first byte.
public struct PinnedClient: PinnedRequesting {
  private let validator: any CertificateValidating
  private let connector: any TLSConnector

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

/// Why something cryptographic was not done. What was asked for has then not happened in part either.
public enum CryptographyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A key, nonce or count of another size than the algorithm takes.
  case wrongSize(of: String, expected: String, found: Int)
  /// The bytes are not what was sealed with this key and this associated data: altered, cut, or of another
  /// key.
  case sealBroken
  /// The library beneath refused.
  case libraryFailed(operation: String)

  public var description: String {
    switch self {
    case .wrongSize(let subject, let expected, let found): "\(subject) must be \(expected), found \(found)"
    case .sealBroken: "the bytes were not sealed with this key and this associated data"
    case .libraryFailed(let operation): "the platform's library refused to \(operation)"
    }
  }
}

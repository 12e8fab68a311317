/// A service that is not to be had.
public enum DependencyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nobody registered it, making it fails, or it needs itself. The name is its own, not that of a service
  /// that needs it.
  case missing(String)

  public var description: String {
    switch self {
    case .missing(let name): "the service \(name) is missing: register it, with all that it needs"
    }
  }
}

/// Why a service cannot be resolved.
public enum DependencyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The service is not registered, could not be made, or needs itself. The name is that of the missing service, not of one
  /// that needs it.
  case missing(String)

  public var description: String {
    switch self {
    case .missing(let name): "the service \(name) is missing: register it, with all that it needs"
    }
  }
}

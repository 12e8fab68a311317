/// A problem of a view itself.
public enum ViewError: Error, Sendable, Equatable {
  /// The view changes what it shows at each evaluation, or shows and hides itself endlessly.
  case neverSettles(ViewIdentity)

  /// The name of the operation that failed, under which the error is presented.
  static func operation(of identity: ViewIdentity) -> String { "update \(identity)" }
}

extension ViewError: AppErrorProtocol {
  public var userMessage: String { "A part of this screen cannot keep up with its changes." }
  public var debugDescription: String {
    switch self {
    case .neverSettles(let identity): "neverSettles(\(String(reflecting: identity.description)))"
    }
  }
  public var canRetry: Bool { false }
  public var severity: ErrorSeverity { .error }
}

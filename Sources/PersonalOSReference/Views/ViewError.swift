/// What is wrong with a view itself.
public enum ViewError: Error, Sendable, Equatable {
  /// It changes what it shows each time it is evaluated, or shows and hides itself without end.
  case neverSettles(ViewIdentity)

  /// What fails: the name under which the error is presented.
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

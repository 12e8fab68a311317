/// Something that happened in the app, for whoever wants to know (002 Communication Patterns: internal app communication).
public struct ArgusEvent: Sendable, Equatable {
  public enum Name: String, Sendable, CaseIterable {
    case healthChanged
    case storageModeChanged
    case articlesChanged
    case settingsChanged
    case backgroundTaskEnded
  }

  public let name: Name
  /// What changed to what, an article's id, a key: by name.
  public let details: [String: String]

  public init(_ name: Name, _ details: [String: String] = [:]) {
    self.name = name
    self.details = details
  }
}

/// Ends a subscription: when it is cancelled, or when nobody holds it any more.
public final class EventSubscription: Sendable {
  private let end: @Sendable () -> Void

  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }

  /// No delivery begins after this. Cancelling twice is no error.
  public func cancel() { end() }
}

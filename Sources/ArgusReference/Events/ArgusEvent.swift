/// An event of the app, for subscribers of ``EventBusProtocol`` (002 Communication Patterns: internal app
/// communication).
public struct ArgusEvent: Sendable, Equatable {
  /// The kinds of events, by which subscribers choose.
  public enum Name: String, Sendable, CaseIterable {
    /// The cloud's health has changed. Details: `from` and `to`, as raw values of ``CloudHealth``.
    case healthChanged
    /// The app has entered a storage mode. Details: `to`, as a raw value of ``StorageMode``.
    case storageModeChanged
    /// A transaction that changed articles, topics or seen records was committed. Details: `commit`, its sequence
    /// number.
    case articlesChanged
    /// A setting was stored with another value. Details: `key`.
    case settingsChanged
    /// A launch of a background task has ended. Details: `id` and `outcome`, as the name of a ``BackgroundOutcome``.
    case backgroundTaskEnded
  }

  /// The kind of the event.
  public let name: Name
  /// Texts by name. Each kind says which ones it has.
  public let details: [String: String]

  /// Creates an event, by default without details.
  public init(_ name: Name, _ details: [String: String] = [:]) {
    self.name = name
    self.details = details
  }
}

/// A subscription to events or changes. It ends when it is cancelled, or when the last reference to it is released.
public final class EventSubscription: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a subscription.
  /// - Parameter end: ends the subscription. It is called at each cancellation and once more at the release, so
  ///   repeated calls must do no harm.
  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }

  /// Ends the subscription. No delivery begins after this call. Cancelling twice is no error.
  public func cancel() { end() }
}

/// Sends events to everybody who has subscribed.
@MainActor
public final class EventHub {
  private var handlers: [Int: @MainActor (String) -> Void] = [:]
  private var lastNumber = 0

  /// Creates a hub without subscribers.
  public init() {}

  /// The number of subscriptions that are not cancelled.
  public var subscriptionCount: Int { handlers.count }

  /// Calls `handler` for each event from now on.
  /// - Returns: the subscription, whose cancellation ends the calls.
  public func subscribe(_ handler: @escaping @MainActor (String) -> Void) -> EventSubscription {
    lastNumber += 1
    let number = lastNumber
    handlers[number] = handler
    return EventSubscription { [weak self] in self?.handlers[number] = nil }
  }

  /// Sends the event to every subscriber, in the order in which they subscribed.
  public func send(_ event: String) {
    for number in handlers.keys.sorted() { handlers[number]?(event) }
  }
}

/// A subscription, which lasts until it is cancelled. Releasing the object does not cancel it.
@MainActor
public final class EventSubscription {
  private var end: (@MainActor () -> Void)?

  /// Creates a subscription.
  /// - Parameter end: called once, at the first ``cancel()``.
  public init(_ end: @escaping @MainActor () -> Void) {
    self.end = end
  }

  /// Ends the subscription. A second call does nothing.
  public func cancel() {
    let end = end
    self.end = nil
    end?()
  }
}

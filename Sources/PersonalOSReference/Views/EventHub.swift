/// Where things that happen are told to whoever has subscribed.
@MainActor
public final class EventHub {
  private var handlers: [Int: @MainActor (String) -> Void] = [:]
  private var lastNumber = 0

  public init() {}

  public var subscriptionCount: Int { handlers.count }

  /// - Returns: what ends the subscription.
  public func subscribe(_ handler: @escaping @MainActor (String) -> Void) -> EventSubscription {
    lastNumber += 1
    let number = lastNumber
    handlers[number] = handler
    return EventSubscription { [weak self] in self?.handlers[number] = nil }
  }

  /// Tells every subscriber, in the order in which they subscribed.
  public func send(_ event: String) {
    for number in handlers.keys.sorted() { handlers[number]?(event) }
  }
}

/// A subscription, until it is cancelled. Letting go of it does not cancel it.
@MainActor
public final class EventSubscription {
  private var end: (@MainActor () -> Void)?

  public init(_ end: @escaping @MainActor () -> Void) {
    self.end = end
  }

  /// A second time does nothing.
  public func cancel() {
    let end = end
    self.end = nil
    end?()
  }
}

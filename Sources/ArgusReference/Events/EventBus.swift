import Synchronization

/// Delivers events between parts of the app that do not know each other.
public protocol EventBusProtocol: Sendable {
  /// Calls `handler` for each event of that name that is posted from now on, one at a time, in the order of posting.
  /// - Returns: the subscription, which lasts as long as the caller holds it.
  func subscribe(
    to name: ArgusEvent.Name, _ handler: @escaping @Sendable (ArgusEvent) async -> Void
  ) -> EventSubscription
  /// Hands the event to all current subscribers of its name, and returns without waiting for them. A handler may call
  /// it.
  func post(_ event: ArgusEvent)
}

/// Gives each subscription a queue and a task of its own, so a slow handler does not delay the others.
///
/// A post fills all queues in one step, so two subscribers never see two events in different orders. When a
/// subscription ends, the bus drops the events in its queue and releases its handler.
public final class EventBus: EventBusProtocol {
  private struct Subscriber {
    let name: ArgusEvent.Name
    let handler: @Sendable (ArgusEvent) async -> Void
    var queue: [ArgusEvent] = []
    var isDelivering = false
  }

  private struct State {
    var subscribers: [Int: Subscriber] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Creates a bus without subscribers.
  public init() {}

  public func subscribe(
    to name: ArgusEvent.Name, _ handler: @escaping @Sendable (ArgusEvent) async -> Void
  ) -> EventSubscription {
    let number = state.withLock { state in
      state.count += 1
      state.subscribers[state.count] = Subscriber(name: name, handler: handler)
      return state.count
    }
    return EventSubscription { [weak self] in self?.remove(number) }
  }

  private func remove(_ number: Int) {
    // Release the handler outside of the lock: it may hold another subscription, whose end needs the lock, too.
    let removed = state.withLock { $0.subscribers.removeValue(forKey: number) }
    _ = removed
  }

  public func post(_ event: ArgusEvent) {
    let idle = state.withLock { state in
      var idle: [Int] = []
      for number in state.subscribers.keys.sorted() where state.subscribers[number]?.name == event.name {
        state.subscribers[number]?.queue.append(event)
        if state.subscribers[number]?.isDelivering == false { idle.append(number) }
        state.subscribers[number]?.isDelivering = true
      }
      return idle
    }
    for number in idle { Task { await self.deliver(to: number) } }
  }

  private func deliver(to number: Int) async {
    while let (event, handler) = next(for: number) { await handler(event) }
  }

  private func next(for number: Int) -> (ArgusEvent, @Sendable (ArgusEvent) async -> Void)? {
    state.withLock { state in
      guard let subscriber = state.subscribers[number] else { return nil }
      if subscriber.queue.isEmpty {
        state.subscribers[number]?.isDelivering = false
        return nil
      }
      state.subscribers[number]?.queue.removeFirst()
      return (subscriber.queue[0], subscriber.handler)
    }
  }
}

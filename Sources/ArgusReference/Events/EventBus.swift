import Synchronization

/// Events of the app for its parts, which need not know each other.
public protocol EventBusProtocol: Sendable {
  /// Calls `handler` for each event of that name that is posted from now on: one at a time, in the order of posting. It stays
  /// subscribed as long as somebody holds what is returned.
  func subscribe(
    to name: ArgusEvent.Name, _ handler: @escaping @Sendable (ArgusEvent) async -> Void
  ) -> EventSubscription
  /// Hands the event to everybody who is subscribed now, and returns without waiting for any of them. May be called from a
  /// handler.
  func post(_ event: ArgusEvent)
}

/// Each subscription has a queue and a task of its own, so that a slow handler keeps nobody waiting.
///
/// All queues are filled in one step: two subscribers never see two events in different orders. What waits in the queue of a
/// subscription that has ended is dropped, and its handler released.
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
    // Released outside of the lock: what the handler holds may end another subscription.
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

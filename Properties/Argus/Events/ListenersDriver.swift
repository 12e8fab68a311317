import ArgusReference
import PropertyTesting
import Synchronization

/// A bus made as the app makes it, and four listeners. For use under a schedule.
final class ListenersDriver: Sendable {
  private struct State {
    var subscriptions: [Int: EventSubscription] = [:]
    var cancelled: [EventSubscription] = []
    var heard: [[String]] = Array(repeating: [], count: 4)
    var slow: Set<Int> = []
    var gates: [Int: [CheckedContinuation<Void, Never>]] = [:]
    var handlers: [WeakHandler] = []
    var posted = 0
  }

  /// Held by the closure that is subscribed, and by nothing else.
  private final class Handler: Sendable {
    let number: Int
    let held: EventSubscription?
    init(_ number: Int, holding held: EventSubscription?) { (self.number, self.held) = (number, held) }
  }

  private struct WeakHandler {
    weak var handler: Handler?
  }

  let bus: any EventBusProtocol
  private let state = Mutex(State())

  init(_ system: ArgusSystem) {
    bus = system.parts.makeEventBus()
  }

  func subscribe(_ number: Int, to name: ArgusEvent.Name, holding held: Int?) {
    let handler = Handler(number, holding: held.flatMap { held in state.withLock { $0.subscriptions.removeValue(forKey: held) } })
    let subscription = bus.subscribe(to: name) { [handler, weak self] event in await self?.handle(event, handler) }
    state.withLock { state in
      state.subscriptions[number] = subscription
      state.handlers.append(WeakHandler(handler: handler))
    }
  }

  private func handle(_ event: ArgusEvent, _ handler: Handler) async {
    let number = handler.number
    if state.withLock({ $0.slow.contains(number) }) {
      await withCheckedContinuation { continuation in
        state.withLock { $0.gates[number, default: []].append(continuation) }
      }
    }
    let id = event.details["id"] ?? "?"
    state.withLock { $0.heard[number].append(id) }
    if number == EventModel.forwarder && !id.hasSuffix("′") { bus.post(ArgusEvent(.settingsChanged, ["id": id + "′"])) }
  }

  /// - Parameter cancels: whether the subscription is cancelled, or only let go.
  func unsubscribe(_ number: Int, cancels: Bool) {
    let subscription = state.withLock { $0.subscriptions.removeValue(forKey: number) }
    guard cancels, let subscription else { return }
    subscription.cancel()
    // Held on: it is the cancellation that ends it.
    state.withLock { $0.cancelled.append(subscription) }
  }

  func post(_ name: ArgusEvent.Name) { bus.post(next(name)) }

  /// - Returns: what each listener has heard of it, in order.
  func postAtOnce(_ name: ArgusEvent.Name, count: Int) async throws -> [[String]] {
    let before = heard.map(\.count)
    let tasks = (0..<count).map { _ in
      let event = next(name)
      return Task { bus.post(event) }
    }
    for task in tasks { await task.value }
    try await settle()
    return zip(heard, before).map { Array($0.dropFirst($1)) }
  }

  private func next(_ name: ArgusEvent.Name) -> ArgusEvent {
    state.withLock { state in
      state.posted += 1
      return ArgusEvent(name, ["id": "\(state.posted - 1)"])
    }
  }

  func slow(_ number: Int) { state.withLock { _ = $0.slow.insert(number) } }

  func hurry(_ number: Int) {
    let waiting = state.withLock { state in
      state.slow.remove(number)
      return state.gates.removeValue(forKey: number) ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  var heard: [[String]] { state.withLock(\.heard) }

  /// The listeners whose handlers still exist, one entry for each handler.
  var keptHandlers: [Int] { state.withLock { $0.handlers.compactMap { $0.handler?.number }.sorted() } }

  func settle() async throws { try await Task.sleep(for: .seconds(1)) }

  func close() async throws {
    for number in 0..<4 {
      hurry(number)
      unsubscribe(number, cancels: true)
    }
    try await settle()
  }
}

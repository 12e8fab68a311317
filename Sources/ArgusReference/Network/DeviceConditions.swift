import Synchronization

/// Stands in for the system's knowledge of the device's network and power. It calls its observers at each change, in
/// order.
public final class DeviceConditions: Sendable {
  /// The conditions at one moment.
  public struct Values: Sendable, Equatable {
    /// Whether the device has a network.
    public var isOnline: Bool
    /// Whether the device is connected to a charger.
    public var hasExternalPower: Bool

    /// Creates conditions. By default the device is online and has external power.
    public init(isOnline: Bool = true, hasExternalPower: Bool = true) {
      self.isOnline = isOnline
      self.hasExternalPower = hasExternalPower
    }
  }

  private struct State {
    var values: Values
    /// In the order in which they subscribed.
    var observers: [(number: Int, tell: @Sendable (Values) -> Void)] = []
    var count = 0
    /// In the order in which they began to wait.
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    /// The numbers of the tasks that were cancelled before they began to wait.
    var gone: Set<Int> = []
  }

  private let state: Mutex<State>

  /// Creates a device with these conditions.
  public init(_ values: Values = Values()) {
    state = Mutex(State(values: values))
  }

  /// The current conditions.
  public var values: Values { state.withLock(\.values) }
  /// Whether the device has a network now.
  public var isOnline: Bool { values.isOnline }

  /// Changes the conditions, resumes the tasks that wait for the network, and calls the observers. If nothing is
  /// different, it calls no observer.
  public func set(_ change: (inout Values) -> Void) {
    let (values, observers, resumed) = state.withLock { state in
      var values = state.values
      change(&values)
      let observers = values == state.values ? [] : state.observers.map(\.tell)
      state.values = values
      let resumed = values.isOnline ? state.waiting.map(\.continuation) : []
      if values.isOnline { state.waiting = [] }
      return (values, observers, resumed)
    }
    for continuation in resumed { continuation.resume() }
    for observer in observers { observer(values) }
  }

  /// Calls `observer` after each change, as long as the caller holds the subscription. The call is made on the thread
  /// that made the change.
  public func observe(_ observer: @escaping @Sendable (Values) -> Void) -> EventSubscription {
    let number = state.withLock { state in
      state.count += 1
      state.observers.append((state.count, observer))
      return state.count
    }
    return EventSubscription { [weak self] in self?.state.withLock { $0.observers.removeAll { $0.number == number } } }
  }

  /// Returns when the device is online, or at once if it is online now.
  /// - Throws: `CancellationError` if the task is cancelled before that.
  public func waitUntilOnline() async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isOnline, isGone) = state.withLock { state in
          let isGone = state.gone.remove(number) != nil
          if !isGone && !state.values.isOnline { state.waiting.append((number, continuation)) }
          return (state.values.isOnline, isGone)
        }
        if isGone { continuation.resume(throwing: CancellationError()) } else if isOnline { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        if let place = state.waiting.firstIndex(where: { $0.number == number }) {
          return state.waiting.remove(at: place).continuation
        }
        state.gone.insert(number)
        return nil
      }
      continuation?.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.gone.remove(number) }
  }
}

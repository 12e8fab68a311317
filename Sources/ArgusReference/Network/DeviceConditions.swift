import Synchronization

/// Stands in for what the system knows of the device's network and power. Whoever observes is told of each change, in order.
public final class DeviceConditions: Sendable {
  public struct Values: Sendable, Equatable {
    public var isOnline: Bool
    public var hasExternalPower: Bool

    public init(isOnline: Bool = true, hasExternalPower: Bool = true) {
      self.isOnline = isOnline
      self.hasExternalPower = hasExternalPower
    }
  }

  private struct State {
    var values: Values
    /// In the order in which they came.
    var observers: [(number: Int, tell: @Sendable (Values) -> Void)] = []
    var count = 0
    /// In the order in which they began to wait.
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    /// Cancelled before they began to wait.
    var gone: Set<Int> = []
  }

  private let state: Mutex<State>

  public init(_ values: Values = Values()) {
    state = Mutex(State(values: values))
  }

  public var values: Values { state.withLock(\.values) }
  public var isOnline: Bool { values.isOnline }

  /// Changes the conditions. Setting what they are already tells nobody.
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

  /// Calls `observer` after each change, as long as the subscription is held.
  public func observe(_ observer: @escaping @Sendable (Values) -> Void) -> EventSubscription {
    let number = state.withLock { state in
      state.count += 1
      state.observers.append((state.count, observer))
      return state.count
    }
    return EventSubscription { [weak self] in self?.state.withLock { $0.observers.removeAll { $0.number == number } } }
  }

  /// Returns when the device is online, at once if it is.
  /// - Throws: `CancellationError` if the task is cancelled before.
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
        if let place = state.waiting.firstIndex(where: { $0.number == number }) { return state.waiting.remove(at: place).continuation }
        state.gone.insert(number)
        return nil
      }
      continuation?.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.gone.remove(number) }
  }
}

/// The state of a load.
public enum LoadState: Sendable, Equatable {
  /// Nothing was loaded yet.
  case idle
  /// A load is running.
  case loading
  /// The last load succeeded.
  case loaded
  /// The last load failed.
  case failed(AppError)
}

/// The state machine of a load and its value, without clocks and tasks: idle → loading → loaded or failed, and from there
/// again.
///
/// A value stays until a newer one replaces it.
public struct LoadProgress<Value: Sendable>: Sendable {
  /// The input of the state machine.
  public enum Event: Sendable {
    /// A load has started.
    case started
    /// The load has succeeded with this value.
    case succeeded(Value)
    /// The load has failed. The old value stays.
    case failed(AppError)
    /// The load was cancelled. The state goes back to the one before the load.
    case cancelled
  }

  /// The state of the last load, ``LoadState/idle`` at first.
  public private(set) var state = LoadState.idle
  /// The value that was loaded last, or nil.
  public private(set) var value: Value?
  private var stateBefore = LoadState.idle

  /// Starts idle, without a value.
  public init() {}

  /// Takes an event. It ignores the end of a load if none runs, and a start if one runs already.
  public mutating func handle(_ event: Event) {
    switch (event, state) {
    case (.started, .loading): break
    case (.started, _):
      stateBefore = state
      state = .loading
    case (.succeeded(let newValue), .loading):
      value = newValue
      state = .loaded
    case (.failed(let error), .loading): state = .failed(error)
    case (.cancelled, .loading): state = stateBefore
    default: break
    }
  }
}

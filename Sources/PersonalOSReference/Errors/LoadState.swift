/// How far loading something has come.
public enum LoadState: Sendable, Equatable {
  case idle
  case loading
  case loaded
  case failed(AppError)
}

/// A load and its value, without time or tasks: idle → loading → loaded or failed, and from there again.
///
/// What was loaded once stays until something newer takes its place.
public struct LoadProgress<Value: Sendable>: Sendable {
  public enum Event: Sendable {
    case started
    case succeeded(Value)
    case failed(AppError)
    /// Neither: it is as if the load had not been started.
    case cancelled
  }

  public private(set) var state = LoadState.idle
  public private(set) var value: Value?
  private var stateBefore = LoadState.idle

  public init() {}

  /// What comes when no load is under way is ignored, and so is a start while one is.
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

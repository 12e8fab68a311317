import Synchronization

/// State that any task may read and change. A change is one step, from what it reads to what it writes; what
/// belongs together is in one box.
public final class SharedStateBox<State: Sendable>: Sendable {
  private let state: Mutex<State>

  public init(_ state: State) {
    self.state = Mutex(state)
  }

  /// As it is now.
  public var current: State { state.withLock { $0 } }

  /// Changes the state, and lets nobody else see or change it meanwhile. Where `change` throws, what it has
  /// changed by then stays.
  public func update<Result: Sendable>(
    _ change: (inout State) throws -> Result
  ) rethrows -> Result {
    try state.withLock { try change(&$0) }
  }
}

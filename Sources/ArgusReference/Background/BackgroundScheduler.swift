import Synchronization

/// A wish to run in the background, as the system keeps it.
public struct BackgroundRequest: Sendable, Equatable {
  public let id: String
  /// In the device's time since its start. The system decides when after it.
  public let earliestBegin: Duration
  public let needs: TaskNeeds

  public init(id: String, earliestBegin: Duration, needs: TaskNeeds) {
    self.id = id
    self.earliestBegin = earliestBegin
    self.needs = needs
  }
}

/// Time in the background that the system grants: it may end it any time, and has to be told when it was used.
public final class BackgroundRun: Sendable {
  private struct State {
    var handler: (@Sendable () -> Void)?
    var completions: [Bool] = []
  }

  public let id: String
  private let state = Mutex(State())

  public init(id: String) {
    self.id = id
  }

  /// What the system was told, in order; with a right app exactly one.
  public var completions: [Bool] { state.withLock(\.completions) }

  public func onExpiration(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.handler = handler } }

  public func setTaskCompleted(_ success: Bool) { state.withLock { $0.completions.append(success) } }

  /// The system wants its time back.
  public func expire() { state.withLock(\.handler)?() }
}

/// Stands in for BGTaskScheduler, with the same call contract: one request for each task, which is gone when the task is
/// launched.
public final class BackgroundScheduler: Sendable {
  private struct State {
    var handlers: [String: @Sendable (BackgroundRun) -> Void] = [:]
    var pending: [String: BackgroundRequest] = [:]
    var submitted: [BackgroundRequest] = []
  }

  private let state = Mutex(State())

  public init() {}

  /// In the order of their ids.
  public var pending: [BackgroundRequest] { state.withLock { $0.pending.values.sorted { $0.id < $1.id } } }

  /// All that was ever submitted, oldest first.
  public var submitted: [BackgroundRequest] { state.withLock(\.submitted) }

  public func register(_ id: String, _ handler: @escaping @Sendable (BackgroundRun) -> Void) {
    state.withLock { $0.handlers[id] = handler }
  }

  /// In the place of a pending request of the same task.
  public func submit(_ request: BackgroundRequest) {
    state.withLock { state in
      state.pending[request.id] = request
      state.submitted.append(request)
    }
  }

  /// What the system does when it thinks the time has come. Nil, and nothing happens, without a request or a handler.
  @discardableResult
  public func launch(_ id: String) -> BackgroundRun? {
    let handler = state.withLock { state in
      state.pending.removeValue(forKey: id) == nil ? nil : state.handlers[id]
    }
    guard let handler else { return nil }
    let run = BackgroundRun(id: id)
    handler(run)
    return run
  }
}

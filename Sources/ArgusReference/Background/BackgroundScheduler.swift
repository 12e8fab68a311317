import Synchronization

/// The app's request for a background run, as the system keeps it.
public struct BackgroundRequest: Sendable, Equatable {
  /// The id of the task.
  public let id: String
  /// The earliest time of the run, since the device's start. The system decides how much later it runs.
  public let earliestBegin: Duration
  /// The conditions that the task needs. The stand-in for the system does not check them; the app does.
  public let needs: TaskNeeds

  /// Creates a request from its parts.
  public init(id: String, earliestBegin: Duration, needs: TaskNeeds) {
    self.id = id
    self.earliestBegin = earliestBegin
    self.needs = needs
  }
}

/// Time in the background that the system grants. The system may end it at any time. The app must report when it has
/// finished.
public final class BackgroundRun: Sendable {
  private struct State {
    var handler: (@Sendable () -> Void)?
    var completions: [Bool] = []
  }

  /// The id of the task.
  public let id: String
  private let state = Mutex(State())

  /// Creates a run without an expiration handler.
  public init(id: String) {
    self.id = id
  }

  /// The app's reports of success or failure, in order. A correct app makes exactly one.
  public var completions: [Bool] { state.withLock(\.completions) }

  /// Sets the function that ``expire()`` calls. It replaces an earlier one.
  public func onExpiration(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.handler = handler } }

  /// Reports that the app has finished, with success or without.
  public func setTaskCompleted(_ success: Bool) { state.withLock { $0.completions.append(success) } }

  /// Takes the time back: calls the app's expiration handler, if there is one.
  public func expire() { state.withLock(\.handler)?() }
}

/// Stands in for BGTaskScheduler, with the same call contract: each task has at most one pending request, which is
/// removed when the task is launched.
public final class BackgroundScheduler: Sendable {
  private struct State {
    var handlers: [String: @Sendable (BackgroundRun) -> Void] = [:]
    var pending: [String: BackgroundRequest] = [:]
    var submitted: [BackgroundRequest] = []
  }

  private let state = Mutex(State())

  /// Creates a scheduler without handlers and requests.
  public init() {}

  /// The pending requests, in the order of their ids.
  public var pending: [BackgroundRequest] { state.withLock { $0.pending.values.sorted { $0.id < $1.id } } }

  /// All requests that were ever submitted, oldest first.
  public var submitted: [BackgroundRequest] { state.withLock(\.submitted) }

  /// Sets the handler that launches of this task call. It replaces an earlier one.
  public func register(_ id: String, _ handler: @escaping @Sendable (BackgroundRun) -> Void) {
    state.withLock { $0.handlers[id] = handler }
  }

  /// Adds a request. It replaces a pending request of the same task.
  public func submit(_ request: BackgroundRequest) {
    state.withLock { state in
      state.pending[request.id] = request
      state.submitted.append(request)
    }
  }

  /// Launches a task, as the system does at a time of its choice.
  /// - Returns: the run that was handed to the handler. Nil if the task has no pending request or no handler. A pending
  ///   request is removed in either case.
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

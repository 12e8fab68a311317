/// The tasks of the app, by what they belong to and what they are called: see ``TaskManager``.
///
/// A protocol, so that another implementation can be put to the properties.
@MainActor
public protocol TaskRegistry: AnyObject, Sendable {
  /// What was registered and has not ended, whether cancelled or not; of one key the newest.
  var activeTasks: [TaskKey: Task<Void, Never>] { get }

  /// The view has appeared: its scope takes tasks.
  func open(_ scope: TaskScope)

  /// The view has disappeared: every task of its scope is cancelled, and so is each that is registered
  /// later, until it is opened again. The app's own scope cannot be closed.
  func close(_ scope: TaskScope)

  /// Keeps the task until it ends. One that is known by the same id in this scope is cancelled first. In a
  /// scope that is not open the task itself is cancelled at once.
  /// - Returns: what the task's effects need; dead where the task is cancelled.
  @discardableResult
  func register(id: String, in scope: TaskScope, task: Task<Void, Never>) -> EffectToken

  /// Makes a task, and registers it before it starts. The operation runs with an ``EffectPass`` of its token.
  @discardableResult
  func start(
    id: String, in scope: TaskScope, _ operation: @escaping @Sendable (EffectToken) async -> Void
  ) -> Task<Void, Never>

  /// Cancels the task of exactly this id, if there is one. It stays among the active ones until it ends.
  func cancel(id: String, in scope: TaskScope)

  /// Cancels every task of every scope. Open scopes stay open.
  func cancelAll()
}

extension TaskRegistry {
  /// The active tasks of one scope, by id.
  public func activeTasks(in scope: TaskScope) -> [String: Task<Void, Never>] {
    var tasks: [String: Task<Void, Never>] = [:]
    for (key, task) in activeTasks where key.scope == scope { tasks[key.id] = task }
    return tasks
  }
}

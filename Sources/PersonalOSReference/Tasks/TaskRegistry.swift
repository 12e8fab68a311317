/// The app's tasks, by their scopes and ids: see ``TaskManager``.
///
/// It is a protocol, so that the properties can test other implementations.
@MainActor
public protocol TaskRegistry: AnyObject, Sendable {
  /// The registered tasks that have not ended, cancelled ones included. If several tasks share a key, only the newest
  /// is listed.
  var activeTasks: [TaskKey: Task<Void, Never>] { get }

  /// Call it when the view has appeared. The scope then accepts tasks.
  func open(_ scope: TaskScope)

  /// Call it when the view has disappeared. The registry cancels every task of the scope, and also each task that is
  /// registered later, until the scope is opened again. The app's own scope cannot be closed.
  func close(_ scope: TaskScope)

  /// Keeps the task until it ends. If a task with the same id is active in this scope, the registry cancels it first.
  /// If the scope is not open, the registry cancels the new task at once.
  /// - Returns: the token for the task's effects. It is dead if the task is cancelled.
  @discardableResult
  func register(id: String, in scope: TaskScope, task: Task<Void, Never>) -> EffectToken

  /// Makes a task, and registers it before it starts. The operation runs with an ``EffectPass`` for its token.
  @discardableResult
  func start(
    id: String, in scope: TaskScope, _ operation: @escaping @Sendable (EffectToken) async -> Void
  ) -> Task<Void, Never>

  /// Cancels the task with exactly this id, if there is one. The task stays among the active ones until it ends.
  func cancel(id: String, in scope: TaskScope)

  /// Cancels every task in every scope. Open scopes stay open.
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

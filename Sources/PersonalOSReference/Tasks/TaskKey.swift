/// The owner of tasks: a view, from its appearance to its disappearance, or the app.
public struct TaskScope: Hashable, Sendable {
  /// The name that identifies the scope: two scopes with one name are the same.
  public let name: String

  /// Creates the scope with this name. It takes tasks after ``TaskRegistry/open(_:)``.
  public init(_ name: String) {
    self.name = name
  }

  /// The scope of tasks that belong to no view. It is always open.
  public static let app = TaskScope("app")
}

/// The identity of a task. The same id in two scopes means two tasks.
public struct TaskKey: Hashable, Sendable {
  /// The owner of the task.
  public let scope: TaskScope
  /// The name of the task within its scope.
  public let id: String

  /// Creates the key of the task `id` in `scope`.
  public init(_ id: String, in scope: TaskScope) {
    self.scope = scope
    self.id = id
  }
}

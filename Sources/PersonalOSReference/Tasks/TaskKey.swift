/// What a task belongs to: a view, from its appearance to its disappearance, or the app.
public struct TaskScope: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  /// Of tasks that belong to no view. Always open.
  public static let app = TaskScope("app")
}

/// What a task is known by: the same id in two scopes names two tasks.
public struct TaskKey: Hashable, Sendable {
  public let scope: TaskScope
  public let id: String

  public init(_ id: String, in scope: TaskScope) {
    self.scope = scope
    self.id = id
  }
}

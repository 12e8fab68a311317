import PersonalOSReference

/// Starts tasks that read streams where no view can close them.
@MainActor
final class LeakyRegistry: TaskRegistry {
  private let right: any TaskRegistry

  init(_ right: any TaskRegistry) { self.right = right }

  var activeTasks: [TaskKey: Task<Void, Never>] { right.activeTasks }
  func open(_ scope: TaskScope) { right.open(scope) }
  func close(_ scope: TaskScope) { right.close(scope) }

  func register(id: String, in scope: TaskScope, task: Task<Void, Never>) -> EffectToken {
    right.register(id: "\(scope) \(id)", in: .app, task: task)
  }

  func start(
    id: String, in scope: TaskScope, _ operation: @escaping @Sendable (EffectToken) async -> Void
  ) -> Task<Void, Never> {
    right.start(id: "\(scope) \(id)", in: .app, operation)
  }

  func cancel(id: String, in scope: TaskScope) { right.cancel(id: id, in: scope) }
  func cancelAll() { right.cancelAll() }
}

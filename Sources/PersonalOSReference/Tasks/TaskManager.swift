import Observation

/// Keeps the tasks that views start, so that the tasks end with their views.
///
/// The manager lives on the main actor, where views appear, disappear and start requests. So each of its functions is
/// one step for all of them. It holds the tasks but not the objects that they work for, and a task holds the manager
/// only weakly.
@MainActor
@Observable
public final class TaskManager: TaskRegistry {
  private struct Entry {
    let task: Task<Void, Never>
    let token: EffectToken
  }

  private var entries: [TaskKey: Entry] = [:]
  private var openScopes: Set<TaskScope> = [.app]
  private let gate: EffectGate

  /// Creates a manager without tasks, in which only the app's scope is open.
  /// - Parameter gate: decides on the effects of the tasks. The manager revokes a task's token when it cancels the
  ///   task.
  public init(gate: EffectGate = EffectGate()) {
    self.gate = gate
  }

  public var activeTasks: [TaskKey: Task<Void, Never>] { entries.mapValues(\.task) }

  public func open(_ scope: TaskScope) {
    openScopes.insert(scope)
  }

  public func close(_ scope: TaskScope) {
    guard scope != .app else { return }
    openScopes.remove(scope)
    for key in entries.keys where key.scope == scope { cancel(key) }
  }

  @discardableResult
  public func register(
    id: String, in scope: TaskScope = .app, task: Task<Void, Never>
  ) -> EffectToken {
    let token = replace(TaskKey(id, in: scope))
    keep(task, token)
    Task { [weak self] in
      await task.value
      self?.finish(token)
    }
    return token
  }

  @discardableResult
  public func start(
    id: String, in scope: TaskScope = .app,
    _ operation: @escaping @Sendable (EffectToken) async -> Void
  ) -> Task<Void, Never> {
    let token = replace(TaskKey(id, in: scope))
    // The task runs on the main actor, like this function, so it cannot start before it is registered.
    let task = EffectPass.$current.withValue(EffectPass(token, of: gate)) {
      Task { [weak self] in
        await operation(token)
        self?.finish(token)
      }
    }
    keep(task, token)
    return task
  }

  public func cancel(id: String, in scope: TaskScope = .app) {
    cancel(TaskKey(id, in: scope))
  }

  public func cancelAll() {
    for key in entries.keys { cancel(key) }
  }

  /// Cancels the task that has the key, and makes a token for the new one.
  private func replace(_ key: TaskKey) -> EffectToken {
    cancel(key)
    return gate.admit(key)
  }

  private func keep(_ task: Task<Void, Never>, _ token: EffectToken) {
    entries[token.key] = Entry(task: task, token: token)
    if !openScopes.contains(token.key.scope) { cancel(token.key) }
  }

  private func cancel(_ key: TaskKey) {
    guard let entry = entries[key] else { return }
    // Revoke first, so that anything that the cancellation triggers comes too late for an effect.
    gate.revoke(entry.token)
    entry.task.cancel()
  }

  /// Ends the token, and removes its entry unless the entry already belongs to a newer task.
  private func finish(_ token: EffectToken) {
    gate.revoke(token)
    if entries[token.key]?.token == token { entries[token.key] = nil }
  }
}

import Observation

/// Keeps the tasks that views start, so that they end with them.
///
/// It lives on the main actor, where views appear, disappear and start requests, so each of its functions
/// is one step for all of them. It holds tasks, never what they run, and a task holds it only weakly.
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

  /// - Parameter gate: decides on the effects of the tasks; cancelling one here closes the gate to it.
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
    // On the main actor, like this function: it cannot start before it is registered.
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

  /// Cancels who had the key, and gives it to a newcomer.
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
    // The gate first: whatever the cancellation sets off at once is too late for an effect.
    gate.revoke(entry.token)
    entry.task.cancel()
  }

  /// The entry may be a newer task's by now.
  private func finish(_ token: EffectToken) {
    gate.revoke(token)
    if entries[token.key]?.token == token { entries[token.key] = nil }
  }
}

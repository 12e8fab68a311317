import PersonalOSReference

/// Another implementation of the registry, with one defect: what POS-74 to POS-76 must catch.
///
/// Written apart from the reference: it keeps its tasks in a list. Without a defect it holds them all.
@MainActor
final class DefectiveTaskManager: TaskRegistry {
  enum Defect: Sendable {
    // Disappearance.
    case cancelsOnlyTheLatest, cancelsEveryScope, detachesTheWork, letsLateTasksRun, cancelsScopesByPrefix
    // Table.
    case forgetsWhatItStarts, removesByKey, neverRemoves, leavesEndedTokensAlive
    // Replacement.
    case keepsTheOldRunning, refusesNewcomers, cancelsTheOldLater, cancelsByPrefix
    // The gate.
    case leavesTheGateOpen, startsWithoutAPass
  }

  private struct Row {
    let token: EffectToken
    let task: Task<Void, Never>
    var key: TaskKey { token.key }
  }

  private var rows: [Row] = []
  private var open: Set<TaskScope> = [.app]
  private let gate: EffectGate
  private let defect: Defect?

  init(_ gate: EffectGate, _ defect: Defect?) {
    self.gate = gate
    self.defect = defect
  }

  var activeTasks: [TaskKey: Task<Void, Never>] {
    var tasks: [TaskKey: Task<Void, Never>] = [:]
    for row in rows { tasks[row.key] = row.task }
    return tasks
  }

  func open(_ scope: TaskScope) { open.insert(scope) }

  func close(_ scope: TaskScope) {
    guard scope != .app else { return }
    open.remove(scope)
    let leaving = rows.filter { row in
      switch defect {
      case .cancelsEveryScope: true
      case .cancelsScopesByPrefix: row.key.scope.name.hasPrefix(scope.name)
      default: row.key.scope == scope
      }
    }
    for row in defect == .cancelsOnlyTheLatest ? leaving.suffix(1) : leaving[...] { cancel(row) }
  }

  func register(id: String, in scope: TaskScope, task: Task<Void, Never>) -> EffectToken {
    let token = makeRoom(for: TaskKey(id, in: scope))
    add(Row(token: token, task: task))
    Task {
      await task.value
      remove(token)
    }
    return token
  }

  func start(
    id: String, in scope: TaskScope, _ operation: @escaping @Sendable (EffectToken) async -> Void
  ) -> Task<Void, Never> {
    let key = TaskKey(id, in: scope)
    if defect == .refusesNewcomers, let row = rows.last(where: { $0.key == key }) { return row.task }
    let token = makeRoom(for: key)
    let pass = defect == .startsWithoutAPass ? nil : EffectPass(token, of: gate)
    let task = Task {
      await EffectPass.$current.withValue(pass) {
        if defect == .detachesTheWork {
          await Task.detached { await operation(token) }.value
        } else {
          await operation(token)
        }
      }
      remove(token)
    }
    if defect != .forgetsWhatItStarts { add(Row(token: token, task: task)) }
    return task
  }

  func cancel(id: String, in scope: TaskScope) {
    for row in rows where row.key == TaskKey(id, in: scope) { cancel(row) }
  }

  func cancelAll() {
    for row in rows { cancel(row) }
  }

  private func makeRoom(for key: TaskKey) -> EffectToken {
    let old = rows.filter { isReplaced($0, by: key) }
    switch defect {
    case .keepsTheOldRunning: break
    case .cancelsTheOldLater: Task { for row in old { cancel(row) } }
    default: for row in old { cancel(row) }
    }
    rows.removeAll { $0.key == key }
    return gate.admit(key)
  }

  private func isReplaced(_ row: Row, by key: TaskKey) -> Bool {
    guard defect == .cancelsByPrefix else { return row.key == key }
    return row.key.scope == key.scope && row.key.id.hasPrefix(key.id)
  }

  private func add(_ row: Row) {
    rows.append(row)
    if !open.contains(row.key.scope) && defect != .letsLateTasksRun { cancel(row) }
  }

  private func cancel(_ row: Row) {
    if defect != .leavesTheGateOpen { gate.revoke(row.token) }
    row.task.cancel()
  }

  private func remove(_ token: EffectToken) {
    if defect != .leavesEndedTokensAlive { gate.revoke(token) }
    switch defect {
    case .neverRemoves: return
    case .removesByKey: rows.removeAll { $0.key == token.key }
    default: rows.removeAll { $0.token == token }
    }
  }
}

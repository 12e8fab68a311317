import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A registry, the script's tasks, and a model of which of them are cancelled. All of it on the main actor,
/// so that an event and what the model makes of it are one step.
@MainActor
final class TaskDriver {
  struct Started {
    let key: TaskKey
    let task: Task<Void, Never>
    let probe: TaskProbe
    /// What the model says: whether it was cancelled before its work ended.
    var isCancelled: Bool
    /// The same of its child task.
    var childIsCancelled: Bool
  }

  /// What has been claimed of every state in between.
  typealias Claim = @MainActor @Sendable (TaskDriver) throws -> Void

  let registry: any TaskRegistry
  let gate = EffectGate()
  /// Oldest first.
  private(set) var started: [Started] = []
  /// What the answered requests show, by key: the number of the request among those started.
  private(set) var shown: [TaskKey: Int] = [:]
  private(set) var classes: Set<String> = []
  private var newest: [TaskKey: Int] = [:]
  private var openScopes: Set<TaskScope> = [.app]

  init(_ system: TaskSystem) {
    registry = system.makeRegistry(gate)
  }

  /// Runs the script, answers what it left open, and waits until all is over.
  func run(_ script: TaskScript, claiming claim: @escaping Claim) async throws {
    let lanes = script.lanes.map { lane in
      Task {
        for step in lane {
          for _ in 0..<step.waits { await Task.yield() }
          self.perform(step.event)
          try claim(self)
        }
      }
    }
    var failure: (any Error)?
    for lane in lanes {
      do { try await lane.value } catch { failure = failure ?? error }
    }
    let rest = script.answersNewestFirst ? started.reversed() : started
    for entry in rest {
      entry.probe.answer.give()
      // So that each has its answer before the next one gets its own.
      await entry.task.value
      do { try claim(self) } catch { failure = failure ?? error }
    }
    // Virtual time moves when nothing else can run: every task is over, and whatever waited for it.
    try await Task.sleep(for: .seconds(1))
    if let failure { throw failure }
    try claim(self)
  }

  // What the model knows.

  func isOpen(_ scope: TaskScope) -> Bool { openScopes.contains(scope) }

  /// The tasks that still work.
  var running: [Started] { started.filter { !$0.probe.hasEnded } }

  /// Of each key the number of the task that was registered last.
  var newestOfEachKey: [TaskKey: Int] { newest }

  // Events.

  private func perform(_ event: TaskScript.Event) {
    switch event {
    case .open(let scope):
      openScopes.insert(scope)
      registry.open(scope)
    case .close(let scope):
      openScopes.remove(scope)
      noteDisappearance(of: scope)
      expectCancelled { $0.key.scope == scope }
      registry.close(scope)
    case .start(let key, let work):
      let (number, probe) = admit(key, work)
      let task = registry.start(id: key.id, in: key.scope) { token in
        probe.note(token)
        await probe.run { await self.show(number) }
      }
      add(key, task, probe)
    case .register(let key, let work):
      let (_, probe) = admit(key, work)
      let task = Task.detached { await probe.run() }
      probe.note(registry.register(id: key.id, in: key.scope, task: task))
      add(key, task, probe)
    case .cancel(let key):
      if let number = newest[key], !started[number].probe.hasEnded {
        classes.insert("a task is cancelled by its id")
      }
      expectCancelled { entry in entry.key == key }
      registry.cancel(id: key.id, in: key.scope)
    case .cancelAll:
      expectCancelled { _ in true }
      registry.cancelAll()
    case .answer(let place):
      guard !started.isEmpty else { return }
      started[place % started.count].probe.answer.give()
    }
  }

  /// What the model makes of a newcomer: the one before it under its key is cancelled.
  private func admit(_ key: TaskKey, _ work: TaskScript.Work) -> (number: Int, TaskProbe) {
    if let old = newest[key], !started[old].probe.hasEnded { classes.insert("a running task is replaced") }
    expectCancelled { $0.key == key }
    return (started.count, TaskProbe(work))
  }

  private func add(_ key: TaskKey, _ task: Task<Void, Never>, _ probe: TaskProbe) {
    newest[key] = started.count
    let isLate = !openScopes.contains(key.scope)
    if isLate { classes.insert("a task is registered after its view has gone") }
    started.append(
      Started(key: key, task: task, probe: probe, isCancelled: isLate, childIsCancelled: isLate))
  }

  private func expectCancelled(where isIncluded: (Started) -> Bool) {
    for (number, entry) in started.enumerated() where isIncluded(entry) {
      if !entry.probe.hasEnded { started[number].isCancelled = true }
      if !entry.probe.childHasEnded { started[number].childIsCancelled = true }
    }
  }

  private func noteDisappearance(of scope: TaskScope) {
    let (gone, others) = (running.filter { $0.key.scope == scope }, running.filter { $0.key.scope != scope })
    if gone.count > 1 { classes.insert("a view disappears from several tasks") }
    if !gone.isEmpty && others.contains(where: { !$0.isCancelled }) { classes.insert("others go on") }
  }

  /// Who was cancelled shows nothing.
  private func show(_ number: Int) {
    if Task.isCancelled {
      classes.insert("an answer comes too late")
    } else {
      shown[started[number].key] = number
    }
  }
}

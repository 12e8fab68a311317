import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Requests of two views that run beside each other, and what cancels them.
@MainActor
final class RequestDriver {
  private struct Started {
    let key: TaskKey
    let task: Task<Void, Never>
    let log: RequestLog
    let isDetached: Bool
  }

  private(set) var classes: Set<String> = []
  private let registry: any TaskRegistry
  private let runner: any RequestRunner
  private let data: any DataAccess
  private let store: any Store
  private var started: [Started] = []

  init(_ system: PersonalOSSystem) async throws {
    store = try await system.openStore()
    data = system.dataAccess.openData(store)
    let gate = EffectGate()
    registry = system.tasks.makeRegistry(gate)
    runner = system.tasks.makeRunner(gate, data)
  }

  var logs: [RequestLog] { started.map(\.log) }

  func run(_ script: RequestScript) async throws {
    for view in Self.views { registry.open(view) }
    for (number, request) in script.requests.enumerated() {
      start(request, as: TaskKey("request \(number)", in: Self.views[number % 2]))
    }
    let cancelling = script.cancellations.map { cancellation in
      Task {
        for _ in 0..<cancellation.waits { await Task.yield() }
        self.cancel(cancellation.request, cancellation.manner, script.replacement)
      }
    }
    for task in cancelling { await task.value }
    var next = 0
    while next < started.count {
      await started[next].task.value
      next += 1
    }
  }

  /// What is left in the store, which is closed then.
  func end() async throws -> [Record] {
    let records = try await data.perform { try $0.live().scan(RequestLog.collection) }
    try await store.close()
    return records
  }

  private static let views = [TaskScope("view 1"), TaskScope("view 2")]

  private func start(_ request: RequestScript.Request, as key: TaskKey) {
    let log = RequestLog(request.plan, name: "\(key), \(started.count)")
    let runner = runner
    let task = registry.start(id: key.id, in: key.scope) { token in
      if request.isDetached {
        await Task.detached { await log.carryOut(with: runner, as: token) }.value
      } else {
        await log.carryOut(with: runner, as: token)
      }
    }
    started.append(Started(key: key, task: task, log: log, isDetached: request.isDetached))
  }

  private func cancel(_ place: Int, _ manner: RequestScript.Manner, _ replacement: RequestScript.Request) {
    let request = started[place % started.count]
    switch manner {
    case .byID:
      noteCancelled { $0.key == request.key }
      registry.cancel(id: request.key.id, in: request.key.scope)
    case .withItsView:
      noteCancelled { $0.key.scope == request.key.scope }
      registry.close(request.key.scope)
      registry.open(request.key.scope)
    case .withAllOthers:
      noteCancelled { _ in true }
      registry.cancelAll()
    case .byAnotherRequest:
      noteCancelled { $0.key == request.key }
      start(replacement, as: request.key)
    case .byItsTask:
      // Nobody tells the gate.
      noteCancelled { $0.task == request.task && !$0.isDetached }
      request.task.cancel()
    }
  }

  private func noteCancelled(where isIncluded: (Started) -> Bool) {
    for entry in started where isIncluded(entry) && !entry.log.wasCancelled {
      if entry.log.outcome != nil {
        classes.insert("a request is cancelled after its end")
        continue
      }
      let moment = entry.log.events.isEmpty ? "before its first effect" : "between its effects"
      classes.insert("a request is cancelled \(moment)")
      if entry.isDetached { classes.insert("a request is cancelled by the gate alone") }
      entry.log.note(.cancelled)
    }
  }
}

import PersonalOSReference
import PropertyTesting

// The other faults of the registry and of the runner are edits of the core: Properties/PersonalOS-Tasks.edits.

extension Fault<PersonalOSSystem> {
  // POS-74 and POS-75.

  static let tasksHaveAnotherGate = Fault("tasksHaveAnotherGate", "takes tokens from another gate than the app's") { system in
    let makeRegistry = system.tasks.makeRegistry
    system.tasks.makeRegistry = { _ in makeRegistry(EffectGate()) }
  }

  // POS-76.

  static let requestsAreCancelledAfterAWhile = Fault(
    "requestsAreCancelledAfterAWhile", "cancels all requests some time after the app has started") { system in
    let makeRegistry = system.tasks.makeRegistry
    system.tasks.makeRegistry = { gate in
      let registry = makeRegistry(gate)
      Task {
        for _ in 0..<8 { await Task.yield() }
        registry.cancelAll()
      }
      return registry
    }
  }
}

import ProcessIsolation
import PropertyTesting
import StorageContract

/// One property of one system, with the system's type erased: what the command line and `swift test` run.
public struct CatalogueEntry: Sendable {
  /// "CM-13".
  public let id: String
  public let title: String
  /// "CountMe".
  public let system: String
  public let requirements: [String]
  public let component: String
  public let needs: Set<PropertyNeed>
  /// Names of the faults that the property must catch.
  public let faults: [String]
  /// Those of them that end the process of the case, and therefore are always run in workers.
  public let faultsThatEndTheProcess: Set<String>

  /// How many cases of a cheap property one of this one's stands for.
  let weight: Int
  /// What its faults are switched on over, unless a backend is named; nil: memory.
  public let ownBackend: (@Sendable () -> any Backend)?

  private let runOn: @Sendable (Runner, any Backend, _ fault: String?) async -> PropertyResult
  private let replayOn:
    @Sendable (Runner, ReplayToken, any Backend, _ fault: String?) async -> PropertyResult

  /// - Parameter fixture: makes the reference system over a backend.
  init<System>(
    _ property: Property<System>, system: String, weight: Int = 1,
    ownBackend: (@Sendable () -> any Backend)? = nil,
    fixture: @escaping @Sendable (any Backend) -> Fixture<System>
  ) {
    id = property.id
    title = property.title
    self.system = system
    self.weight = weight
    self.ownBackend = ownBackend
    requirements = property.requirements
    component = property.component
    needs = property.needs
    faults = property.faults.map(\.name)
    faultsThatEndTheProcess = Set(property.faults.filter(\.endsProcess).map(\.name))
    let prepared: @Sendable (any Backend, String?) -> Fixture<System> = { backend, faultName in
      let reference = fixture(backend)
      let fault = property.faults.first { $0.name == faultName }
      return fault.map { reference.with($0) } ?? reference
    }
    runOn = { runner, backend, fault in await runner.run(property, on: prepared(backend, fault)) }
    replayOn = { runner, token, backend, fault in
      await runner.replay(token, of: property, on: prepared(backend, fault))
    }
  }

  /// Runs the property on the reference over `backend`.
  /// - Parameter fault: one of ``faults``, switched on; nil or another name: none.
  public func run(
    with runner: Runner, on backend: any Backend, fault: String? = nil
  ) async -> PropertyResult {
    await runOn(isolated(runner, fault), backend, fault)
  }

  /// Runs the one case of `token`.
  public func replay(
    _ token: ReplayToken, with runner: Runner, on backend: any Backend, fault: String? = nil
  ) async -> PropertyResult {
    await replayOn(isolated(runner, fault), token, backend, fault)
  }

  /// Whether `result`, of a run with `fault` switched on, shows that the property catches it.
  public func isCaught(_ fault: String, by result: PropertyResult) -> Bool {
    if faultsThatEndTheProcess.contains(fault) {
      if case .crashed = result.verdict { return true }
      return false
    }
    return result.verdict.counterexample != nil
  }

  private func isolated(_ runner: Runner, _ fault: String?) -> Runner {
    var runner = runner
    runner.settings.cases = max(1, runner.settings.cases / weight)
    guard let fault, faultsThatEndTheProcess.contains(fault), runner.isolation == nil else { return runner }
    runner.isolation = .forked()
    return runner
  }
}

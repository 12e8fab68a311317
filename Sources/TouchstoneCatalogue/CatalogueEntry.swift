import DeterministicScheduling
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
  /// What is demanded, in words.
  public let says: String
  /// The numbers of what it covers.
  public let requirements: [String]
  public let component: String
  public let needs: Set<PropertyNeed>
  /// What the property must catch.
  public let faults: [FaultSummary]
  /// The names of the twins that some of the faults are defects of: see ``run(with:on:twin:)``.
  public let twins: [String]

  /// How many cases of a cheap property one of this one's stands for.
  let weight: Int
  /// What its faults are switched on over, unless a backend is named; nil: memory.
  public let ownBackend: (@Sendable () -> any Backend)?

  private let runOn: @Sendable (Runner, any Backend, Change) async throws -> PropertyResult
  private let partOn: @Sendable (Runner, any Backend, Change, @Sendable (Int) -> Bool) async throws -> CaseBlocks
  private let examplesOf: @Sendable (RunSettings, Int) throws -> [GeneratedExample]
  private let requiredShares: [String: Double]
  private let replayOn: @Sendable (Runner, ReplayToken, any Backend, Change) async throws -> PropertyResult

  /// What is changed of the reference.
  private enum Change { case nothing, fault(String), twin(String) }

  /// - Parameters:
  ///   - sharesThreads: whether a case needs the threads that all tasks share, because it is about what happens at the same time.
  ///   - fixture: makes the reference system over a backend.
  init<System>(
    _ property: Property<System>, system: String, weight: Int = 1,
    ownBackend: (@Sendable () -> any Backend)? = nil, sharesThreads: Bool = false,
    fixture: @escaping @Sendable (any Backend) -> Fixture<System>
  ) {
    id = property.id
    title = property.title
    self.system = system
    self.weight = weight
    self.ownBackend = ownBackend
    says = property.requirement.says
    requirements = property.requirement.covers
    component = property.requirement.component
    needs = property.needs
    faults = property.faults.map { FaultSummary(id: $0.id, fact: $0.fact, endsProcess: $0.endsProcess) }
    twins = property.twins.map(\.name)
    let prepared: @Sendable (any Backend, Change) throws -> Fixture<System> = { backend, change in
      switch change {
      case .nothing: return fixture(backend)
      case .fault(let name): return fixture(backend).with(try property.fault(name))
      case .twin(let name):
        guard let twin = property.twins.first(where: { $0.name == name }) else {
          throw UnknownName(what: "twin of \(property.id)", name: name, known: property.twins.map(\.name))
        }
        return fixture(backend).with(twin)
      }
    }
    // Cases under schedules have a thread anyway.
    let isDriven = SchedulingSupport.current.isComplete && !sharesThreads && !property.needs.contains(.concurrency)
    runOn = { runner, backend, change in await runner.driving(isDriven).run(property, on: try prepared(backend, change)) }
    partOn = { runner, backend, change, isWanted in
      await runner.driving(isDriven).runBlocks(of: property, on: try prepared(backend, change), where: isWanted)
    }
    examplesOf = { try property.examples($0, count: $1) }
    requiredShares = property.requiredShares
    replayOn = { runner, token, backend, change in
      await runner.driving(isDriven).replay(token, of: property, on: try prepared(backend, change))
    }
  }

  /// Whether another backend may make a difference.
  public var stores: Bool { needs.contains(.storage) }

  /// Runs the property on the reference core over `backend`.
  public func run(with runner: Runner, on backend: any Backend) async throws -> PropertyResult {
    try await runOn(weighted(runner), backend, .nothing)
  }

  /// Runs the property with one of ``faults`` switched on, named by its id or its sentence.
  /// - Throws: ``UnknownFault``.
  public func run(with runner: Runner, on backend: any Backend, fault: String) async throws -> PropertyResult {
    try await runOn(weighted(isolated(runner, fault)), backend, .fault(fault))
  }

  /// Runs those blocks of its cases whose number `isWanted`: see ``CaseBlocks``.
  /// - Throws: ``UnknownFault``.
  public func runBlocks(
    with runner: Runner, on backend: any Backend, fault: String? = nil, where isWanted: @Sendable @escaping (Int) -> Bool
  ) async throws -> CaseBlocks {
    guard let fault else { return try await partOn(weighted(runner), backend, .nothing, isWanted) }
    return try await partOn(weighted(isolated(runner, fault)), backend, .fault(fault), isWanted)
  }

  /// How many blocks its cases make.
  public func blockCount(_ settings: RunSettings) -> Int { weighted(Runner(settings: settings)).settings.blockCount }

  /// What its generator makes, without the property.
  /// - Throws: what the generator throws.
  public func examples(_ settings: RunSettings, count: Int) throws -> [GeneratedExample] { try examplesOf(settings, count) }

  /// All that makes its cases and their judgement what they are, but for the code: for telling whether two builds mean the same.
  public var signature: String {
    ([id, title, says, "\(weight)"] + requirements + faults.map(\.id)
      + requiredShares.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }).joined(separator: "\u{1F}")
  }

  /// Runs the property with one of ``twins``, without a defect, in the place of the reference's own part: it must hold.
  /// - Throws: ``UnknownName``.
  public func run(with runner: Runner, on backend: any Backend, twin: String) async throws -> PropertyResult {
    try await runOn(weighted(runner), backend, .twin(twin))
  }

  /// Runs the one case of `token`, with a fault switched on if one is named.
  /// - Throws: ``UnknownFault``.
  public func replay(
    _ token: ReplayToken, with runner: Runner, on backend: any Backend, fault: String? = nil
  ) async throws -> PropertyResult {
    guard let fault else { return try await replayOn(runner, token, backend, .nothing) }
    return try await replayOn(isolated(runner, fault), token, backend, .fault(fault))
  }

  /// Whether `result`, of a run with `fault` switched on, shows that the property catches it.
  public func isCaught(_ fault: FaultSummary, by result: PropertyResult) -> Bool {
    guard fault.endsProcess else { return result.verdict.counterexample != nil }
    if case .crashed = result.verdict { return true }
    return false
  }

  /// The fault with that id, or with that sentence; nil if the property has none.
  public func fault(named name: String) -> FaultSummary? {
    faults.first { $0.id == name } ?? faults.first { $0.fact == name }
  }

  private func weighted(_ runner: Runner) -> Runner {
    var runner = runner
    runner.settings.cases = max(1, runner.settings.cases / weight)
    return runner
  }

  private func isolated(_ runner: Runner, _ fault: String) -> Runner {
    guard self.fault(named: fault)?.endsProcess == true, runner.isolation == nil else { return runner }
    var runner = runner
    runner.isolation = .forked()
    return runner
  }
}

extension Runner {
  /// This runner, with a thread for each worker that runs all tasks of its cases: faster, since no thread waits for another to wake.
  fileprivate func driving(_ isDriven: Bool) -> Runner {
    guard isDriven else { return self }
    var runner = self
    runner.settings.driver = { body in
      // The body throws nothing.
      try? runOnThisThread(stepsAfterwards: 1_000, body)
    }
    return runner
  }
}

/// A fault of a property, for those that run it by name.
public struct FaultSummary: Sendable, Hashable {
  /// Unique among the faults of its property.
  public let id: String
  /// A third-person fact.
  public let fact: String
  /// Whether it ends the process of the case, and therefore always runs in a worker.
  public let endsProcess: Bool
}

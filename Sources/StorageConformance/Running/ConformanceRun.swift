import ProcessStorage
import PropertyTesting
import StorageContract

/// Tests a backend against the laws. It skips each law, or runs it as a property.
public struct ConformanceRun: Sendable {
  /// The laws to run, in this order.
  public var laws: [StorageLaw]
  /// The settings for a cheap law. A law of weight 10 has a tenth of the cases.
  public var settings: RunSettings
  /// The limits of the laws that grow stores.
  public var sizes: SizeBudget
  /// The place where the run saves counterexamples and finds those to try first; nil: the run saves none.
  public var regressions: RegressionStore?
  /// How to isolate cases; nil: they run in this process, and a crash ends it. It does not apply to laws whose stores
  /// live in their own processes, to be killed.
  public var isolation: Isolation?
  /// How long one case may take in this process before the run gives up; nil: any time.
  public var patience: Duration?

  /// The time for all laws together; nil: as long as they need. Cheap laws come first, and each gets its part of what is left: as
  /// many cases as fit into that, and at least one. A last case and its shrinking may take longer.
  public var budget: Duration?
  /// The ids of laws to leave out.
  public var leftOut: Set<String> = []
  /// The ids of laws that may fail without ending the run; nil: every law may. The first other law that does not hold ends the run.
  public var goesOnAfter: Set<String>?

  /// A run of, by default, all laws in this process.
  public init(
    laws: [StorageLaw] = StorageLaws.all, settings: RunSettings = RunSettings(), sizes: SizeBudget = .standard,
    regressions: RegressionStore? = nil, isolation: Isolation? = nil, patience: Duration? = nil
  ) {
    self.sizes = sizes
    self.isolation = isolation
    self.patience = patience
    self.laws = laws
    self.settings = settings
    self.regressions = regressions
  }

  /// Runs all laws, one after the other, the cheap ones first.
  /// - Parameter progress: called before and after each law.
  /// - Throws: ``/StorageContract/StoreError`` if no store can be opened.
  public func report(
    over backend: any Backend, willRun: (StorageLaw) -> Void = { _ in }, didRun: (ConformanceReport.Row) -> Void = { _ in }
  ) async throws -> ConformanceReport {
    let capabilities = try await Self.capabilities(of: backend)
    let start = ContinuousClock.now
    var rows: [ConformanceReport.Row] = []
    var end: String?
    for (number, law) in laws.sorted(by: { ($0.cost, $0.id) < ($1.cost, $1.id) }).enumerated() {
      willRun(law)
      let left = budget.map { $0 - (.now - start) }
      if let budget, let left, left <= .zero, end == nil { end = "the budget of \(budget / .seconds(1)) s was over" }
      let row: ConformanceReport.Row
      if leftOut.contains(law.id) {
        row = ConformanceReport.Row(law: law, outcome: .skipped(reason: "you left it out"))
      } else if let reason = law.reasonToSkip(capabilities) {
        row = ConformanceReport.Row(law: law, outcome: .skipped(reason: reason))
      } else if let end {
        row = ConformanceReport.Row(law: law, outcome: .notTried(reason: end))
      } else {
        row = await self.row(of: law, over: backend, capabilities, within: left.map { $0 / (laws.count - number) })
        if row.hangs { end = "\(law.id) hangs" }
        if let goesOnAfter, !row.isHeld, row.result != nil, !goesOnAfter.contains(law.id) { end = "\(law.id) did not hold" }
      }
      didRun(row)
      rows.append(row)
    }
    rows.sort { $0.law.id < $1.law.id }
    return ConformanceReport(backend: backend.name, capabilities: capabilities, settings: settings, rows: rows)
  }

  /// One law in its time. A case of a law of sizes over a slow store could take hours: sizes grow eightfold, as long as a case of the next
  /// fits into the time, even where the cost grows with the square.
  private func row(
    of law: StorageLaw, over backend: any Backend, _ capabilities: StoreCapabilities, within time: Duration?
  ) async -> ConformanceReport.Row {
    var run = limited(to: time)
    guard law.group == .scale, let time else { return await run.row(of: law, over: backend, capabilities) }
    let start = ContinuousClock.now
    var records = min(32, sizes.records)
    while true {
      run.sizes = SizeBudget(records: records)
      let left = max(time - (.now - start), .milliseconds(1))
      run.settings.atMost = records == sizes.records ? left : min(left, time / 4)
      let began = ContinuousClock.now
      let row = await run.row(of: law, over: backend, capabilities)
      let perCase = (ContinuousClock.now - began) / max(1, row.result?.cases ?? 1)
      if !row.isHeld || records == sizes.records || perCase * 64 > time { return row }
      records = min(records * 8, sizes.records)
    }
  }

  /// The same with so much time for the cases of a law, and as much again for what follows a failure.
  private func limited(to time: Duration?) -> ConformanceRun {
    guard let time else { return self }
    var limited = self
    limited.settings.atMost = time
    limited.settings.shrinkTime = min(settings.shrinkTime, max(time, .seconds(3)))
    return limited
  }

  /// Runs one law.
  /// - Parameter fault: a fault of the law to switch on.
  public func row(
    of law: StorageLaw, over backend: any Backend, _ capabilities: StoreCapabilities,
    fault: Fault<LawSubject>? = nil
  ) async -> ConformanceReport.Row {
    if let reason = law.reasonToSkip(capabilities) {
      return ConformanceReport.Row(law: law, outcome: .skipped(reason: reason))
    }
    if let reason = law.reasonNotToExamine(backend) {
      return ConformanceReport.Row(law: law, outcome: .notExamined(reason: reason))
    }
    var settings = settings
    settings.cases = max(1, settings.cases / law.weight)
    let lateAnswers = (backend as? ProcessBackend)?.lateAnswers
    if let lateAnswers {
      // The caller's own watch would end the laws that follow, too.
      let own = settings.watch == nil ? RunWatch() : nil
      settings.watch = settings.watch ?? own
      lateAnswers.begin { own?.stopAfterThisCase() }
    }
    let isolation = self.isolation(of: law)
    let runner = Runner(settings: settings, regressions: regressions, isolation: isolation)
    // Cases in workers have a time limit of their own, and are not seen from here.
    let clock = isolation == nil && patience != nil ? CaseClock() : nil
    let good = law.fixture(over: backend, sizes: sizes, clock: clock)
    let fixture = fault.map { good.with($0) } ?? good
    guard let clock, let patience else {
      var result = await runner.run(law.property, on: fixture)
      if let reason = lateAnswers?.complaint, result.verdict.foundNothingWrong {
        result = PropertyResult(of: law.property, on: fixture, errored: reason, settings: settings)
      }
      return ConformanceReport.Row(law: law, ran: result, sizes: sizes)
    }
    if let result = await bounded(by: patience, clock, { await runner.run(law.property, on: fixture) }) {
      return ConformanceReport.Row(law: law, ran: result, sizes: sizes)
    }
    let reason = """
      a case did not end within \(patience / .seconds(1)) s: the store hangs. \
      TOUCHSTONE_ISOLATE=10 runs each case in its own process, with a limit of 10 s, and shows the case that hangs
      """
    return ConformanceReport.Row(
      law: law, outcome: .ran(PropertyResult(of: law.property, on: fixture, errored: reason, settings: settings)),
      hangs: true)
  }

  /// Runs the case of `token` again.
  /// - Throws: ``/StorageContract/StoreError`` if no store can be opened; ``LawSelectionError`` if the token belongs to no law.
  public func replay(_ token: ReplayToken, over backend: any Backend) async throws -> ConformanceReport {
    guard let law = StorageLaws.all.first(where: { $0.id == token.propertyID }) else {
      throw LawSelectionError(reason: "the token belongs to \(token.propertyID), which is not a storage law")
    }
    let runner = Runner(settings: settings, isolation: isolation(of: law))
    let result = await runner.replay(token, of: law.property, on: law.fixture(over: backend, sizes: sizes))
    let row = ConformanceReport.Row(law: law, outcome: .ran(result), sizes: sizes)
    return ConformanceReport(
      backend: backend.name, capabilities: try await Self.capabilities(of: backend), settings: settings, rows: [row])
  }

  private func isolation(of law: StorageLaw) -> Isolation? {
    law.needs.contains(where: \.isInAnotherProcess) ? nil : isolation
  }

  /// What the backend's stores declare.
  /// - Throws: ``/StorageContract/StoreError`` if no store can be opened.
  public static func capabilities(of backend: any Backend) async throws -> StoreCapabilities {
    try await DeclaredCapabilities(of: backend).value()
  }
}

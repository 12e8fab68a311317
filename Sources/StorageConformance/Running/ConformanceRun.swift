import PropertyTesting
import StorageContract

/// Holds a backend to the laws: each of them is skipped, or run as a property.
public struct ConformanceRun: Sendable {
  /// The laws to try, in this order.
  public var laws: [StorageLaw]
  /// Of a cheap law; one of weight 10 has a tenth of the cases.
  public var settings: RunSettings
  /// How far the laws of sizes go.
  public var sizes: SizeBudget
  /// Where counterexamples are saved and tried first; nil: nowhere.
  public var regressions: RegressionStore?
  /// Where cases run; nil: in this process, where one that crashes ends it. Laws whose stores live in processes of
  /// their own, to be killed, have no need of it.
  public var isolation: Isolation?
  /// The longest that one case may take in this process before the run is given up; nil: any time.
  public var patience: Duration?

  /// A run of all laws, unless told, in this process.
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

  /// Tries all of the laws, one after the other.
  /// - Parameter progress: called before and after each law.
  /// - Throws: ``/StorageContract/StoreError`` where there can be no store at all.
  public func report(
    over backend: any Backend, willRun: (StorageLaw) -> Void = { _ in }, didRun: (ConformanceReport.Row) -> Void = { _ in }
  ) async throws -> ConformanceReport {
    let capabilities = try await Self.capabilities(of: backend)
    var rows: [ConformanceReport.Row] = []
    var hanging: String?
    for law in laws {
      willRun(law)
      let row: ConformanceReport.Row
      if let hanging {
        row = ConformanceReport.Row(law: law, outcome: .skipped(reason: "not tried after \(hanging), which hangs"))
      } else {
        row = await self.row(of: law, over: backend, capabilities)
        if row.hangs { hanging = law.id }
      }
      didRun(row)
      rows.append(row)
    }
    return ConformanceReport(backend: backend.name, capabilities: capabilities, settings: settings, rows: rows)
  }

  /// Tries one law.
  /// - Parameter fault: one of the law's own, switched on.
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
    let isolation = self.isolation(of: law)
    let runner = Runner(settings: settings, regressions: regressions, isolation: isolation)
    // Cases in workers have a time limit of their own, and are not seen from here.
    let clock = isolation == nil && patience != nil ? CaseClock() : nil
    let good = law.fixture(over: backend, sizes: sizes, clock: clock)
    let fixture = fault.map { good.with($0) } ?? good
    guard let clock, let patience else {
      return ConformanceReport.Row(law: law, ran: await runner.run(law.property, on: fixture), sizes: sizes)
    }
    if let result = await bounded(by: patience, clock, { await runner.run(law.property, on: fixture) }) {
      return ConformanceReport.Row(law: law, ran: result, sizes: sizes)
    }
    let reason = """
      a case has not ended within \(patience / .seconds(1)) s: the store hangs, or waits for what never comes. \
      TOUCHSTONE_ISOLATE=10 runs each case in a process of its own, with 10 s, and shows the one that hangs
      """
    return ConformanceReport.Row(
      law: law, outcome: .ran(PropertyResult(of: law.property, on: fixture, errored: reason, settings: settings)),
      hangs: true)
  }

  /// Runs the one case of `token` again.
  /// - Throws: ``/StorageContract/StoreError`` if no store can be opened; ``LawSelectionError`` if the token belongs to no law.
  public func replay(_ token: ReplayToken, over backend: any Backend) async throws -> ConformanceReport {
    guard let law = StorageLaws.all.first(where: { $0.id == token.propertyID }) else {
      throw LawSelectionError(reason: "the token is of \(token.propertyID), which is no law")
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
  /// - Throws: ``/StorageContract/StoreError`` where there can be no store.
  public static func capabilities(of backend: any Backend) async throws -> StoreCapabilities {
    try await DeclaredCapabilities(of: backend).value()
  }
}

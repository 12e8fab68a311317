import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// A run ends in its time, and says what it did not look at.
@Suite struct ConformanceBudgetTests {
  private func laws(_ ids: String) throws -> [StorageLaw] { try StorageLaws.selected(by: ids) }

  @Test func cheapLawsComeFirstAndTheReportIsInOrder() async throws {
    var run = ConformanceRun(laws: try laws("STO-60,STO-16,STO-07,STO-01"), settings: RunSettings(cases: 2, seed: 1))
    run.budget = .seconds(600)
    var ran: [String] = []
    let report = try await run.report(over: MemoryBackend()) { ran.append($0.id) }
    #expect(ran == ["STO-01", "STO-16", "STO-07", "STO-60"])
    #expect(report.rows.map(\.law.id) == ["STO-01", "STO-07", "STO-16", "STO-60"])
    #expect(report.isFull && report.shortened.isEmpty)
  }

  /// Each write takes five milliseconds, so that a hundred cases take longer than the part of a law.
  @Test func aLawWithoutTimeForAllCasesSaysSo() async throws {
    var hooks = StoreHooks()
    hooks.write = { store, body in
      try await Task.sleep(for: .milliseconds(5))
      try await store.write(body)
    }
    let slow = hooks
    let backend = PlacedBackend { _ in InterposedStore(try await MemoryLocation().open(), slow) }
    var run = ConformanceRun(laws: try laws("STO-01,STO-16"), settings: RunSettings(cases: 10_000, seed: 1))
    run.budget = .milliseconds(800)
    let report = try await run.report(over: backend)
    // The second law may come after the end on a busy machine, and then is not tried.
    #expect(report.shortened.first == "STO-01")
    #expect((report.rows[0].result?.cases ?? 0) < 10_000)
    #expect(ConformanceText().summary(report).contains("had no time for all cases: STO-01"))
    #expect(!ConformanceText().summary(report).contains("full score"))
    #expect(ConformanceText().line(report.rows[0]).hasSuffix(", out of time"))
    await backend.tearDown()
  }

  /// Each write takes four milliseconds, and a case at the whole size has hundreds.
  @Test func sizesGrowOnlyAsFarAsTheTimeLetsThem() async throws {
    let backend = PlacedBackend { _ in
      var hooks = StoreHooks()
      hooks.write = { store, body in
        try await Task.sleep(for: .milliseconds(4))
        try await store.write(body)
      }
      return InterposedStore(try await MemoryLocation().open(), hooks)
    }
    var run = ConformanceRun(laws: SizeLaws.all, settings: RunSettings(cases: 100, seed: 1))
    run.budget = .seconds(2)
    let row = try #require(try await run.report(over: backend).rows.first)
    #expect(row.isHeld && row.sizes.records < 2_048, "\(ConformanceText().line(row))")
    #expect(ConformanceText().line(row).contains("up to \(row.sizes.records) records"))
    await backend.tearDown()
  }

  @Test func whatTheTimeDidNotReachIsNotTried() async throws {
    var run = ConformanceRun(laws: try laws("STO-01,STO-16,STO-46"), settings: RunSettings(cases: 2, seed: 1))
    run.budget = .nanoseconds(1)
    let report = try await run.report(over: MemoryBackend())
    #expect(report.rows.map(\.word) == ["not tried", "not tried", "skipped"])
    #expect(report.score.notTried == 2 && report.score.demanded == 0 && !report.isFull)
    let summary = ConformanceText().summary(report)
    #expect(summary.contains("2 laws not tried: the budget of 1e-09 s was over"), "\(summary)")
    #expect(summary.contains("not all laws were tried"))
  }

  @Test func lawsMayBeLeftOutAndAFailureMayEndTheRun() async throws {
    let backend = PlacedBackend { _ in
      InterposedStore(try await MemoryLocation().open(), .writesThatThrow)
    }
    var run = ConformanceRun(laws: try laws("STO-01,STO-16,STO-17,STO-18"), settings: RunSettings(cases: 2, seed: 1, shrinks: false))
    run.leftOut = ["STO-01"]
    run.goesOnAfter = ["STO-16"]
    let report = try await run.report(over: backend)
    #expect(report.rows.map(\.word) == ["skipped", "errored", "errored", "not tried"])
    #expect(report.reasonsToSkip.map(\.reason).sorted() == ["not tried: STO-17 did not hold", "skipped: you left it out"])
    await backend.tearDown()
  }
}

extension StoreHooks {
  fileprivate static let writesThatThrow: StoreHooks = {
    var hooks = StoreHooks()
    hooks.write = { _, _ in throw StoreError.io(operation: "write", path: "x", reason: "never") }
    return hooks
  }()
}

import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// Failures that end alike are one cause, whichever laws have found them.
@Suite struct FailureCauseTests {
  @Test(arguments: [
    ("the record k0 is there, after closing and opening", ["close and open again"], "after a reopening, something is missing"),
    ("after reopening, collections: expected [c], got []", ["close and open again"], "after a reopening, something is missing"),
    (
      "collections: expected [], got [c]", ["write: delete c/\"a\" → true"],
      "after a delete, something is there that should not be"
    ),
    (
      "scan of c, after the commit: expected [], got [\"k\": 0]", ["put \"k\"", "delete \"k\" in c"],
      "after a delete, something is there that should not be"
    ),
    (
      "scan c: expected [\"a\" at version 1 {n text \"a\\0b\"}], got [\"a\" at version 1 {n text \"ab\"}]",
      ["write: put c/\"a\" {n text \"a\\0b\"} → version 1"], "another text"
    ),
    (
      "collections: expected [], got [c]", ["write: put c/\"a\" {} → version 1; then throw"],
      "after a rollback, something is there that should not be"
    ),
    (
      "values are stored, but: Could not get (the store): OSError: page 17 is full.", ["put k0"],
      "an error: OSError: page # is full."
    ),
    ("count from \"a\": expected 0, got 1", ["delete \"a\""], "in a read with bounds, something is there that should not be"),
    (
      "dump: expected \"c\\n    n text \\\"a\\\"\", got \"c\\n    n text \\\"b\\\"\"", ["write: insert c/\"a\""], "another text"
    ),
    ("winners: [\"client 1\", \"client 3\"]", [], "winners"),
    ("write skew by phantom: T1 did “count” and did not see T2", [], "write skew by phantom"),
    ("G2, which serializable excludes, in 11 transactions\nT1: append 1", [], "G2, which serializable excludes, in # transactions"),
  ])
  func differences(_ message: String, _ trace: [String], _ difference: String) {
    #expect(FailureCause.difference(message, after: trace) == difference)
  }

  /// A store that brings deleted records back, under the laws of operations.
  @Test func oneDefectIsOneCause() async throws {
    let laws = OperationLaws.all
    let backend = PlacedBackend { _ in
      let store = try await MemoryLocation().open()
      var hooks = StoreHooks()
      hooks.hookCalls { calls in calls.delete = { transaction, key, collection in try transaction.get(key, in: collection) != nil } }
      return InterposedStore(store, hooks)
    }
    let report = try await ConformanceRun(laws: laws, settings: RunSettings(cases: 100, seed: 3)).report(over: backend)
    await backend.tearDown()
    let causes = report.causes()
    #expect(causes.reduce(0) { $0 + $1.laws.count } == report.score.notHeld && report.score.notHeld >= 4)
    #expect((causes.first?.laws.count ?? 0) * 4 >= report.score.notHeld * 3, "\(causes)")
    #expect(causes.first?.says == "after a delete, something is there that should not be")
    let failure = ConformanceFailure(report: report, expected: .none, isolateSeconds: nil).description
    #expect(failure.contains("\(report.score.notHeld) laws do not hold. Their least histories end in \(causes.count) way"), "\(failure)")
    #expect(failure.contains("\n  1  after a delete, something is there that should not be: STO-"), "\(failure)")
  }
}

import Foundation
import PropertyTesting
import TouchstoneCatalogue

/// What `touchstone verify` prints last.
struct VerifySummary {
  let run: PlannedRun
  let results: [CellResult]
  /// How many results are missing because the run was stopped.
  let notRun: Int

  /// Names what did not hold once more. The reports are far above by then, and what is kept of a log in continuous integration may be
  /// its last lines alone.
  func repeatFailures() {
    let failures = results.filter { !$0.result.verdict.isHeld }
    if !failures.isEmpty { Terminal.print("\nNot held:") }
    for failure in failures {
      Terminal.print(failure.head)
      let context = FailureReport.Context.commandLine(failure.spec, fault: run.fault, run.isolation)
      if let found = failure.result.verdict.counterexample, let line = context.replayLines(found.token).first {
        Terminal.print("  replay   \(line)")
      } else if let reason = failure.record.reason {
        Terminal.print("  reason   \(reason)")
      }
    }
  }

  func printTotals(elapsed: Duration) {
    let held = results.count { $0.result.verdict.isHeld }
    let cases = results.reduce(0) { $0 + $1.result.cases }
    let seconds = String(format: "%.1f", elapsed / .seconds(1))
    let verdict =
      notRun > 0
      ? Terminal.red("stopped: \(notRun) of \(notRun + results.count) were not run")
      : held == results.count
      ? Terminal.green("all held") : Terminal.red("\(results.count - held) not held")
    let parts = [true, false].compactMap { share(thatStore: $0) }
    Terminal.print("\(parts.joined(separator: "; ")); \(verdict); \(counted(cases, "case", "cases")) in \(seconds) s")
    for limit in Set(results.flatMap(\.result.limits)).sorted() {
      let properties = Set(results.filter { $0.result.limits.contains(limit) }.map(\.entry.id)).count
      Terminal.print("  of \(counted(properties, "property", "properties")): \(limit)")
    }
  }

  /// "45 properties that store, over 3 backends: 135 of 135 held"; nil if there are none.
  private func share(thatStore: Bool) -> String? {
    let results = results.filter { $0.entry.stores == thatStore }
    let properties = Set(results.map(\.entry.id)).count
    guard properties > 0 else { return nil }
    let backends = Set(results.map(\.spec)).count
    let held = results.count { $0.result.verdict.isHeld }
    let subject =
      thatStore
      ? counted(properties, "property that stores", "properties that store")
      : counted(properties, "property that stores nothing", "properties that store nothing")
    let over = backends == 1 && !thatStore ? "" : ", over \(counted(backends, "backend", "backends"))"
    return "\(subject)\(over): \(held) of \(results.count) held"
  }
}

func counted(_ number: Int, _ one: String, _ many: String) -> String {
  "\(number) \(number == 1 ? one : many)"
}

import PropertyTesting
import RunReports
import TouchstoneCatalogue

/// One property over one backend.
struct CellResult {
  let entry: CatalogueEntry
  let spec: BackendSpec
  let result: PropertyResult
  let seconds: Double

  var record: PropertyRecord { PropertyRecord(result, system: entry.system, backend: spec.kind.rawValue) }

  /// One line: of a failure no more than that it is one. Its report would look up the places of its trace.
  var head: String {
    let mark = result.verdict.isHeld ? Terminal.green("✔") : Terminal.red("✘")
    let head = "✔ \(entry.id) \(entry.title)"
    let gap = String(repeating: " ", count: max(2, 66 - head.count))
    let discarded = result.discarded > 0 ? ", \(result.discarded) discarded" : ""
    let limit = result.onlyClaim.map { ", which show only \($0)" } ?? ""
    return mark + head.dropFirst() + gap
      + spec.kind.rawValue.padding(toLength: max(8, spec.kind.rawValue.count + 1), withPad: " ", startingAt: 0)
      + "\(result.verdict.name)  \(result.proof ?? counted(result.cases, "case", "cases"))\(discarded)\(limit)"
  }

  /// One line where it held, the full report where it did not.
  func line(fault: String?, _ isolation: IsolationOptions) -> String {
    var text = result.verdict.isHeld ? head : FailureReport(result, context: .commandLine(spec, fault: fault, isolation)).text
    for regression in result.regressions where regression.result == .fixed && result.verdict.isHeld {
      text += "\n  fixed    saved counterexample passes now: \(regression.token)"
    }
    // A report has them already.
    if result.verdict.isHeld { for line in result.knownFailureLines { text += "\n  \(line)" } }
    return text
  }
}

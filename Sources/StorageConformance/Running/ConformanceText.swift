import PropertyTesting

/// A conformance report as people read it.
public struct ConformanceText: Sendable {
  private let context: FailureReport.Context

  /// - Parameter context: the replay lines of failures, and whether to use colour.
  public init(_ context: FailureReport.Context = FailureReport.Context()) {
    self.context = context
  }

  /// One line if the law holds or is skipped; the full report of the failure if it does not hold.
  public func line(_ row: ConformanceReport.Row) -> String {
    let head = "\(row.law.id) \(row.law.title)"
    let gap = String(repeating: " ", count: max(2, 79 - head.count))
    switch row.outcome {
    case .skipped(let reason):
      return "- \(head)\(gap)skipped: \(reason)"
    case .notExamined(let reason):
      return "? \(head)\(gap)not examined: \(reason)"
    case .notTried(let reason):
      return "? \(head)\(gap)not tried: \(reason)"
    case .ran(let result) where result.verdict.isHeld && !row.isHeld:
      return "\(red("✘")) \(head)\(gap)not examined: none of \(result.cases) cases reached “\(row.law.examines ?? "")”"
    case .ran(let result) where result.verdict.isHeld:
      let fixed = result.regressions.filter { $0.result == .fixed }
        .map { "\n  fixed    saved counterexample passes now: \($0.token)" }.joined()
      return "\(green("✔")) \(head)\(gap)held, \(result.cases) \(result.cases == 1 ? "case" : "cases")\(reach(row))\(result.isOutOfTime ? ", out of time" : "")\(fixed)"
    case .ran(let result):
      return FailureReport(result, context: context).text
    }
  }

  /// The score by group, the reasons for skipped laws, and the sum.
  /// - Parameter expected: the laws that are known to fail.
  public func summary(_ report: ConformanceReport, expecting expected: ExpectedFailures = .none) -> String {
    let declared = "declares \(report.capabilities.summary)"
    var lines = ["", "score of \(report.backend)"] + declared.wrapped(at: 96).map { "  " + $0 }
    for (group, score) in report.groups {
      lines.append("  \(group.rawValue.padding(toAtLeast: 16))\(score.description)")
    }
    for (reason, laws) in report.reasonsToSkip {
      lines.append("  \(laws == 1 ? "1 law" : "\(laws) laws") \(reason)")
    }
    let shortened = report.shortened
    if !shortened.isEmpty {
      lines += "had no time for all cases: \(shortened.joined(separator: ", "))".wrapped(at: 96).map { "  " + $0 }
    }
    let known = expected.met(in: report)
    if !known.isEmpty {
      lines.append("  \(known.joined(separator: ", ")) \(known.count == 1 ? "does" : "do") not hold, as expected")
    }
    let score = report.score
    let full =
      if !shortened.isEmpty { "no law broken in the cases that there was time for" } else if score.notExamined == 0 {
        "full score for all it declares"
      } else { "full score for all that was examined" }
    let verdict =
      report.isFull
      ? green(full) : red(score.notHeld > 0 ? "\(score.notHeld) of \(score.demanded) laws not held" : "not all laws were tried")
    lines.append("\(score.description): \(verdict); \(report.cases) cases")
    if let hint = report.whereToBegin(besides: expected.ids) { lines.append(hint) }
    return lines.joined(separator: "\n")
  }

  /// The whole report: every law's line by group, then the summary.
  public func whole(_ report: ConformanceReport) -> String {
    var lines: [String] = []
    for group in LawGroup.allCases {
      let rows = report.rows.filter { $0.law.group == group }
      if rows.isEmpty { continue }
      lines.append(group.rawValue)
      lines += rows.map(line)
    }
    return (lines + [summary(report)]).joined(separator: "\n")
  }

  /// How far the law looked, if that is not every case to its end.
  private func reach(_ row: ConformanceReport.Row) -> String {
    if row.law.id == SizeLaws.growing.id { return ", up to \(row.sizes.records) records" }
    return row.law.examines == nil ? "" : ", \(row.examined) examined"
  }

  private func green(_ text: String) -> String { context.isColored ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
  private func red(_ text: String) -> String { context.isColored ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
}

extension String {
  func padding(toAtLeast length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}

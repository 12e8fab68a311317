import Foundation
import PropertyTesting

/// One property over its backends: the requirement, what each backend came to, and what the cases were like.
struct PropertySection {
  private let rows: [(row: PropertyRecord, seconds: Double?)]
  private let failuresBefore: Int

  /// With pictures; later ones are told briefly, so that a page on which everything is red can be opened.
  private static let mostFailuresInFull = 40

  /// - Parameters:
  ///   - rows: of one property, at least one.
  ///   - failuresBefore: how many failures the page has shown before.
  init(_ rows: [(row: PropertyRecord, seconds: Double?)], failuresBefore: Int) {
    self.rows = rows
    self.failuresBefore = failuresBefore
  }

  var html: String {
    guard let first = rows.first?.row else { return "" }
    let isBroken = rows.contains { !$0.row.isHeld && !$0.row.isSkipped }
    let worst = rows.map(\.row).first { !$0.isHeld && !$0.isSkipped } ?? first
    let backends = rows.filter { !$0.row.backend.isEmpty }.map { "\($0.row.sign) \($0.row.backend)" }.joined(separator: "  ")
    var meta = first.requirements.isEmpty ? [] : ["requirements " + first.requirements.joined(separator: " ")]
    if !first.place.isEmpty { meta.append(first.place) }
    return "<details class=\"p\"\(isBroken ? " open" : "")><summary><span class=\"\(worst.tone)\">\(worst.sign)</span> <b>\(escaped(first.id))</b> "
      + "\(escaped(first.title))<span class=\"meta\">\(escaped(backends.isEmpty ? amount : "\(backends) · \(amount)"))</span></summary>"
      + "<p class=\"says\">\(escaped(first.says))</p>"
      + (meta.isEmpty ? "" : "<p class=\"meta\">\(escaped(meta.joined(separator: " · ")))</p>")
      + cells + distributions + "</details>"
  }

  private var amount: String {
    let cases = rows.reduce(0) { $0 + $1.row.cases }
    let seconds = rows.compactMap(\.seconds)
    return "\(cases) \(cases == 1 ? "case" : "cases")" + (seconds.isEmpty ? "" : String(format: ", %.2f s", seconds.reduce(0, +)))
  }

  private var cells: String {
    var failures = failuresBefore
    return rows.map { row, seconds -> String in
      // What was checked in place is over nothing.
      var words = (row.backend.isEmpty ? "" : "over \(row.backend): ") + row.verdict
      words += row.proven ? ", proven: all \(row.cases) cases" : row.isSkipped ? "" : ", \(row.cases) \(row.cases == 1 ? "case" : "cases")"
      if let onlyClaim = row.onlyClaim { words += ", which show only \(onlyClaim)" }
      if row.discarded > 0 { words += ", \(row.discarded) discarded" }
      for limit in row.limits ?? [] { words += "; \(limit)" }
      if let seconds { words += String(format: ", %.2f s", seconds) }
      var html = "<div class=\"cell\" id=\"\(row.anchor)\"><span class=\"\(row.tone)\">\(row.sign)</span> \(escaped(words))"
      if let reason = row.reason { html += "<p class=\"claim\">\(escaped(cut(reason, to: 4_000)))</p>" }
      for known in row.knownFailures ?? [] { html += "<p class=\"meta\">\(escaped("\(known)"))</p>" }
      if let found = row.counterexample {
        html += FoundSection(found, isBrief: failures >= Self.mostFailuresInFull).html
        failures += 1
      }
      for (number, other) in row.others.enumerated() {
        html += "<h4>Another failure of the same run, \(number + 1) of \(row.others.count)</h4>" + FoundSection(other, isBrief: true).html
      }
      if let report = row.report {
        html += "<details class=\"behind\"><summary>The report as a terminal shows it</summary><pre>\(escaped(cut(report, to: 12_000)))</pre></details>"
      }
      if let test = row.swiftTest {
        html += "<details class=\"behind\"><summary>The case as a test to paste</summary><pre>\(escaped(cut(test, to: 12_000)))</pre></details>"
      }
      return html + "</div>"
    }.joined()
  }

  /// What the cases were like, once for all backends over which it was the same.
  private var distributions: String {
    var groups: [(row: PropertyRecord, backends: [String])] = []
    for (row, _) in rows where !row.isSkipped {
      if let place = groups.firstIndex(where: { $0.row.hasSameCases(as: row) }) {
        groups[place].backends.append(row.backend)
      } else {
        groups.append((row, [row.backend]))
      }
    }
    return groups.map { row, backends in
      let html = BarTables(row).html + StepCharts(row).html
      return html.isEmpty ? "" : "<div class=\"cell\">" + (groups.count > 1 ? "<h3>over \(escaped(backends.joined(separator: ", ")))</h3>" : "") + html + "</div>"
    }.joined()
  }
}

extension PropertyRecord {
  fileprivate func hasSameCases(as other: PropertyRecord) -> Bool {
    phases == other.phases && classes == other.classes && shares == other.shares && tables == other.tables
      && targets == other.targets && coverage == other.coverage && cases == other.cases
  }
}

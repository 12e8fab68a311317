import Foundation
import PropertyTesting

/// A ``LawReport`` as text.
struct LawTable {
  let report: LawReport

  init(_ report: LawReport) { self.report = report }

  /// The first line, and all that a check that passed has to say.
  var headline: String {
    let checked = report.rows.filter { if case .waived = $0.outcome { false } else { true } }
    let leftOut = report.rows.compactMap { row in if case .waived = row.outcome { "“\(row.statement)”" } else { nil } }
    let waived = report.waivers.map(\.name) + leftOut
    let end = waived.isEmpty ? "" : "; waived: " + waived.joined(separator: ", ")
    let topics = list(topics(of: checked))
    let laws = checked.count == 1 ? "1 law" : "\(checked.count) laws"
    guard report.holds else {
      let broken = report.failures.count
      return "✘ \(report.subject): \(broken) of \(laws) of \(topics) \(broken == 1 ? "does" : "do") not hold\(end)"
    }
    let cases = checked.reduce(0) { if case .held(let result) = $1.outcome { $0 + result.cases } else { $0 } }
    return "✔ \(report.subject): \(laws) of \(topics) \(checked.count == 1 ? "holds" : "hold") in \(cases) cases\(end)"
  }

  /// The headline, a line for each law, and the reasons of the waivers.
  var text: String {
    let width = topics(of: report.rows).map(\.count).max() ?? 0
    let room = report.rows.map(\.statement.count).max() ?? 0
    var lines = [headline]
    var last: String?
    for row in report.rows {
      let topic = row.topic == last ? "" : row.topic
      last = row.topic
      lines.append("  \(padded(topic, width))  \(mark(row)) \(padded(row.statement, room))  \(words(row))")
    }
    for waiver in report.waivers { lines.append("  waived    \(waiver.name): \(waiver.reason)") }
    return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
  }

  private func mark(_ row: LawReport.Row) -> String {
    switch row.outcome {
    case .held: "✔"
    case .broken: "✘"
    case .waived: "–"
    }
  }

  private func words(_ row: LawReport.Row) -> String {
    switch row.outcome {
    case .held(let result): result.extent
    case .waived(let reason): "waived: \(reason)"
    case .broken(let failure):
      if case .found(let index) = failure.result.verdict.counterexample?.origin {
        "\(failure.result.verdict.name) at case \(index + 1)"
      } else {
        failure.result.verdict.name
      }
    }
  }

  private func topics(of rows: [LawReport.Row]) -> [String] {
    var seen: Set<String> = []
    return rows.map(\.topic).filter { seen.insert($0).inserted }
  }

  private func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "no protocol" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  private func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
}

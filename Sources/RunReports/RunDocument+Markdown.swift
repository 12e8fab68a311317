import Foundation

extension RunDocument {
  /// A summary for the page of a CI job: the failures, and a line for each system.
  ///
  /// GitHub shows at most one mebibyte. The summary cuts reports to stay far below that.
  public var markdown: String {
    if let faults { return Self.markdown(faults, headline) }
    var lines = ["### \(results.allSatisfy { $0.isHeld || $0.isSkipped } ? "✔" : "✘") \(headline)", ""]
    let time = times.map { String(format: ", %.1f s", $0.total) } ?? ""
    lines += [
      "seed `\(seed)`, \(cases) cases each" + (fault.map { ", with the fault \(Self.code($0))" } ?? "") + time, "",
      "| system | backend | held | not held | cases |", "|---|---|---|---|---|",
    ]
    for system in systems {
      for backend in backends {
        let rows = results.filter { $0.system == system && $0.backend == backend }
        guard !rows.isEmpty else { continue }
        let held = rows.count(where: \.isHeld)
        let skipped = rows.count(where: \.isSkipped)
        lines.append(
          "| \(Self.cell(system)) | \(Self.cell(backend)) | \(held)\(skipped == 0 ? "" : ", \(skipped) skipped") | "
            + "\(rows.count - held - skipped) | \(rows.reduce(0) { $0 + $1.cases }) |")
      }
    }
    let failed = results.filter { !$0.isHeld && !$0.isSkipped }
    for row in failed.prefix(Self.mostReports) {
      lines += [
        "", "<details><summary>✘ <b>\(escaped(row.id))</b> \(escaped(row.title)) (\(escaped(row.backend))): \(escaped(row.verdict))</summary>",
        "", Self.block(cut(row.report ?? row.reason ?? "", to: 8_000)), "", "</details>",
      ]
    }
    if failed.count > Self.mostReports { lines += ["", "… and \(failed.count - Self.mostReports) more that did not hold"] }
    let known = results.flatMap { row in (row.knownFailures ?? []).map { "- \(Self.cell("\(row.id): \($0)"))" } }
    if !known.isEmpty { lines += [""] + known }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let mostReports = 30

  /// In the order of the results.
  var systems: [String] { results.map(\.system).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
  var backends: [String] { results.map(\.backend).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

  private static func markdown(_ faults: [FaultRecord], _ headline: String) -> String {
    var lines = ["### \(faults.allSatisfy(\.caught) ? "✔" : "✘") \(headline)"]
    let survivors = faults.filter { !$0.caught }
    if !survivors.isEmpty {
      lines += ["", "| property | fault | over | caught from |", "|---|---|---|---|"]
      lines += survivors.map {
        "| \(cell($0.property)) | \(cell($0.fact)) | \(cell($0.backend)) | \($0.caughtFrom) of \($0.seeds) seeds |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ text: String) -> String {
    escaped(text).replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "\n", with: " ")
  }

  private static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// Fenced with more backquotes than the text has in a row.
  private static func block(_ text: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)text\n\(text)\n\(fence)"
  }
}

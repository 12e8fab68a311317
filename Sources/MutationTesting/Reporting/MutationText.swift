import Foundation

extension MutationReport {
  /// Survivors as small diffs, tables by folder and by operator, and the score.
  public var text: String {
    var parts = (survivors + refusedEdits).map { Self.text(of: $0) }
    parts += equivalent.stale(in: outcome.sources).map {
      "listed as equivalent, but no longer in the sources (line \($0.line)):\n\(Self.text(of: $0))"
    }
    parts += refuted.map {
      "listed as equivalent (line \($0.entry.line)), but killed by \(Self.names($0.result.killedBy)):\n\($0.result.mutation.diff)"
    }
    parts.append(table("folder", byFolder))
    parts.append(table("operator", byOperator))
    parts.append(summary)
    return parts.joined(separator: "\n\n")
  }

  public var summary: String {
    let count = { (status: MutantResult.Status) in counted.count { $0.status == status } }
    var parts = [
      "\(count(.killed)) killed", "\(count(.crashed)) crashed", "\(count(.timedOut)) timed out",
      "\(count(.survived)) survived",
      "\(count(.notCovered)) not covered",
    ]
    if !listed.isEmpty { parts.append("\(listed.count) listed as equivalent") }
    if count(.refused) > 0 { parts.append("\(count(.refused)) refused by the compiler") }
    if outcome.open > 0 { parts.append("\(outcome.open) not judged yet") }
    return "\(Self.text(of: score)): \(parts.joined(separator: ", "))"
  }

  static func text(of score: MutationScore) -> String {
    guard let percent = score.percent else { return "no mutant counts" }
    return "\(score.killed) of \(score.counted) killed, \(String(format: "%.1f", percent)) %"
  }

  static func text(of result: MutantResult) -> String {
    let mutation = result.mutation
    let words: [MutantResult.Status: String] = [.survived: "survived", .refused: "refused by the compiler"]
    let head = "\(words[result.status] ?? "not covered")  \(mutation.kind.rawValue)  \(mutation.file):\(mutation.line):\(mutation.column)"
    if let note = result.note { return "\(head)\n\(mutation.diff)\n\(note)" }
    let reach = result.reachedBy.isEmpty ? "no test reaches it" : "reached by \(names(result.reachedBy))"
    return "\(head)\n\(mutation.diff)\n\(reach)"
  }

  private static func text(of entry: EquivalentMutants.Entry) -> String {
    (["\(entry.file) \(entry.place)"] + entry.before.map { "- \($0)" } + entry.after.map { "+ \($0)" }).joined(
      separator: "\n")
  }

  /// The first few: the cheapest ones.
  static func names(_ tests: [String]) -> String {
    let shown = tests.prefix(5).map { $0.isEmpty ? "the tests" : $0 }.joined(separator: ", ")
    return tests.count > 5 ? "\(shown) and \(tests.count - 5) more" : shown
  }

  private func table(_ title: String, _ rows: [(name: String, score: MutationScore)]) -> String {
    let width = max(title.count, rows.map(\.name.count).max() ?? 0)
    let pad = { (text: String) in text + String(repeating: " ", count: width - text.count) }
    let lines = rows.map { row in
      let share = String(format: "%5.1f %%", row.score.percent ?? 0)
      return "\(pad(row.name))  \(share)  \(row.score.killed) of \(row.score.counted)"
    }
    return (["\(pad(title))  killed"] + lines).joined(separator: "\n")
  }
}

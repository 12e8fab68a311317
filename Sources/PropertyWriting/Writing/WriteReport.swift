import Foundation

/// What the command prints at its end.
struct WriteReport {
  let text: String
  let isHeld: Bool

  init(_ subject: SubjectPackage, _ outcome: WriteRun.Outcome) {
    let sorted = outcome.properties.sorted { $0.id < $1.id }
    let results = outcome.results.results
    func found(_ property: WrittenProperty) -> RunResults.Result? { results[property.id] }
    let demands = sorted.filter { found($0)?.isDemand ?? false }
    let fresh = sorted.filter { $0.makesSomethingNew(found($0)) }
    let alone = sorted.filter { found($0)?.verdict == RunResults.passedAlone }
    let others = Set((fresh + alone + demands).map(\.id))
    let failed = sorted.filter { !["held", "gave up"].contains(found($0)?.verdict ?? "held") && !others.contains($0.id) }
    let unexamined = sorted.filter { found($0)?.verdict == "gave up" }
    var lines = failed.flatMap { property in found(property).map { Self.failure(property, $0) } ?? [] }
    if !demands.isEmpty {
      lines.append("Demands that the code makes by a precondition, and the documentation does not state:")
      for property in demands {
        let about = property.proposal.about.first
        lines.append("  \(about?.typedTitle ?? property.id): \(Self.claim(found(property)))")
        if let place = about?.place, !place.isEmpty { lines.append("    code     \(place)") }
        lines += Self.values(found(property)).map { "  \($0)" }
      }
      lines.append("")
    }
    if !unexamined.isEmpty {
      lines.append("Without enough cases, because their values are hardly ever accepted: \(unexamined.map(\.id).joined(separator: ", "))")
      lines.append("")
    }
    if !fresh.isEmpty {
      lines.append("Another answer each time, as of what makes something new: \(fresh.map(\.id).joined(separator: ", "))")
      lines.append("")
    }
    if !alone.isEmpty {
      lines.append("Without a result in the run, and passed alone: \(alone.map(\.id).joined(separator: ", "))")
      lines.append("")
    }
    let cut = sorted.filter { found($0)?.isCutShort ?? false }
    if !cut.isEmpty {
      lines.append("Held in fewer cases, because the time was over (TOUCHSTONE_BUDGET): \(cut.map(\.id).joined(separator: ", "))")
      lines.append("")
    }
    let refused = sorted.filter { property in
      guard property.proposal.usesTrial, let result = found(property), result.verdict == "held" else { return false }
      return result.classes?[Proposal.labelOfAccepted] ?? 0 == 0
    }
    if !refused.isEmpty {
      lines.append("Held, and refused every value: \(refused.map(\.id).joined(separator: ", "))")
      lines.append("")
    }
    for kind in Proposal.Kind.allCases {
      let written = outcome.properties.count { $0.proposal.kind == kind }
      guard written > 0 else { continue }
      let bad = failed.count { $0.proposal.kind == kind }
      lines.append(
        "  \(kind.rawValue.padding(toLength: 34, withPad: " ", startingAt: 0)) \(written) written"
          + (bad > 0 ? ", \(bad) did not hold" : ""))
    }
    if !outcome.rejected.isEmpty {
      let titles = outcome.rejected.flatMap { $0.proposal.about.map(\.typedTitle) }
      lines.append("  no generator uses these, because they end the process for some values: \(titles.sorted().joined(separator: ", "))")
    }
    if !outcome.unknownStrikes.isEmpty {
      lines.append("  \(StruckList.fileName) names what is not proposed: \(outcome.unknownStrikes.joined(separator: ", "))")
    }
    for (property, words) in outcome.refused { lines.append("  does not compile: \(property.id): \(words)") }
    if !outcome.withoutProperty.isEmpty {
      lines.append("  types without a property: \(outcome.withoutProperty.joined(separator: ", "))")
    }
    if !outcome.leftOut.isEmpty { lines.append("  \(outcome.leftOut.count) declarations are left out: \(Self.leftOutFile) says why") }
    if !failed.isEmpty {
      lines.append("  all cases in full: \(subject.report)/run.html")
      lines.append("  one again: \(subject.test.joined(separator: " ")) --filter \(failed[0].suite)/\(failed[0].test)")
    }
    let held = results.values.count { $0.verdict == "held" }
    lines.append(
      "\(subject.folder): \(outcome.properties.count + outcome.refused.count) properties, \(outcome.properties.count) compile, "
        + "\(outcome.struck.count) struck; "
        + (results.isEmpty
          ? "not run"
          : "\(held) held, \(failed.count) did not hold, \(demands.count) met a demand, \(unexamined.count) without enough cases"))
    text = lines.joined(separator: "\n")
    isHeld = failed.isEmpty
  }

  static let leftOutFile = "left-out.txt"

  private static func failure(_ property: WrittenProperty, _ result: RunResults.Result) -> [String] {
    let code = property.proposal.about.map(\.place).filter { !$0.isEmpty }.prefix(2).map { "  code     \($0)" }
    let report = (result.report ?? result.reason ?? "").split(separator: "\n").map(String.init)
    // The first failure of the report, and of it the case.
    let first = report.dropFirst().prefix { !$0.contains("another failure") }
    let told =
      result.verdict == "ended its process"
      ? Array(report)
      : first.filter { line in
        ["claim ", "given ", "drawn ", "trace "].contains { line.hasPrefix("  \($0)") }
      }
    let law =
      result.isEnded && !result.hasValues
      ? ["  before   there were values: making one ended the process"]
      : report.first { $0.contains("✘ check") && $0.contains(", ") }.map {
        ["  law      \($0.split(separator: ",", maxSplits: 1).last ?? "")"]
      } ?? []
    // The declaration's own words, which may say that it is meant so.
    let comment = (property.proposal.about.first?.comment ?? "").split(separator: "\n").prefix(3).joined(separator: " ")
    let says = comment.isEmpty ? [] : ["  says     \(comment.prefix(300))\(comment.count > 300 ? "…" : "")"]
    let cause = "  perhaps  state that outlives a call, or the order of hash tables (SWIFT_DETERMINISTIC_HASHING=1 fixes it)"
    let hint = result.verdict == "flaky" ? [cause] : []
    return ["✘ \(property.id): \(result.verdict)", "  why      \(property.proposal.because)"] + code + says + law
      + told.prefix(12).map(Self.cut) + hint + [""]
  }

  private static func cut(_ line: String) -> String { line.count > 1_000 ? line.prefix(1_000) + "…" : line }

  /// The lines of the report that show the values.
  private static func values(_ result: RunResults.Result?) -> [String] {
    (result?.report ?? "").split(separator: "\n").filter { $0.hasPrefix("  given ") || $0.hasPrefix("  drawn ") }.prefix(4)
      .map { cut(String($0)) }
  }

  private static func claim(_ result: RunResults.Result?) -> String {
    let line = (result?.report ?? "").split(separator: "\n").first { $0.hasPrefix("  claim ") } ?? ""
    let words = line.range(of: "Precondition failed").map { String(line[$0.upperBound...]) } ?? String(line)
    return words.trimmingCharacters(in: CharacterSet(charactersIn: ": "))
  }
}

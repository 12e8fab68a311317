import Foundation

/// What the command prints at its end.
struct WriteReport {
  /// What did not hold, a line each of many.
  let failures: [String]
  let text: String
  let isHeld: Bool

  init(_ subject: SubjectPackage, _ outcome: WriteRun.Outcome) {
    let sorted = outcome.properties.sorted { $0.id < $1.id }
    let results = outcome.results.results
    func found(_ property: WrittenProperty) -> RunResults.Result? { results[property.id] }
    // What is documented to make do with any value demands none.
    let demands = sorted.filter { (found($0)?.isDemand ?? false) && !$0.proposal.about.contains(where: \.isDocumentedToClamp) }
    let fresh = sorted.filter { $0.makesSomethingNew(found($0)) }
    let alone = sorted.filter { found($0)?.verdict == RunResults.passedAlone }
    let ends = sorted.filter { $0.proposal.kind == .ends && found($0)?.isEnded ?? false }
    let others = Set((fresh + alone + demands + ends).map(\.id))
    let failed = sorted.filter { !["held", "gave up"].contains(found($0)?.verdict ?? "held") && !others.contains($0.id) }
    let unexamined = sorted.filter { found($0)?.verdict == "gave up" }
    let groups = FailureGroup.groups(of: failed.compactMap { property in found(property).map { (property, $0) } })
    let standalone = StandaloneLine(outcome.apis)
    failures = groups.flatMap { Self.failure($0, standalone) }
    var lines = failures
    func list(_ title: String, _ properties: [WrittenProperty]) {
      if !properties.isEmpty { lines += ["\(title): \(properties.map(\.id).joined(separator: ", "))", ""] }
    }
    func listWithValues(_ title: String, _ properties: [WrittenProperty]) {
      guard !properties.isEmpty else { return }
      lines.append("\(title):")
      for property in properties {
        let about = property.proposal.about.first
        lines.append("◦ \(about?.typedTitle ?? property.id): \(Self.claim(found(property)))")
        if let place = about?.place, !place.isEmpty { lines.append("  code     \(place)") }
        lines += Self.values(found(property))
      }
      lines.append("")
    }
    listWithValues("Demands that the code makes by a precondition, and the documentation does not state", demands)
    listWithValues("Ended by numbers near the ends of their types, and not counted as not held", ends)
    list("Without enough cases, because their values are hardly ever accepted", unexamined)
    list("Another answer each time, as of what makes something new", fresh)
    list("Without a result in the run, and passed alone", alone)
    list("Held in fewer cases, because the time was over (TOUCHSTONE_BUDGET)", sorted.filter { found($0)?.isCutShort ?? false })
    let held = sorted.filter { found($0)?.verdict == "held" }
    list("Held, and refused every value", held.filter { $0.proposal.usesTrial && found($0)?.classes?[Proposal.labelOfAccepted] ?? 0 == 0 })
    list(
      "Held, and says little, because there is one value",
      held.filter { property in
        let isOneCase = found(property).map { $0.proven ?? false && $0.cases <= 1 } ?? false
        return outcome.ofOneValue.contains(property.id) || isOneCase
      })
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
      lines.append("  generators leave out the values for which these end the process: \(titles.sorted().joined(separator: ", "))")
    }
    if !outcome.unknownStrikes.isEmpty {
      lines.append("  \(StruckList.fileName) names what is not proposed: \(outcome.unknownStrikes.joined(separator: ", "))")
    }
    for (property, words) in outcome.refused { lines.append("  does not compile: \(property.id): \(words)") }
    lines += outcome.withoutProperty.map { "  without a property: \($0.name): \($0.reason)" }
    if !outcome.leftOut.isEmpty { lines.append("  \(outcome.leftOut.count) declarations are left out: \(Self.leftOutFile) says why") }
    if !failed.isEmpty {
      lines.append("  all cases in full: \(subject.report)/run.html")
      lines.append("  one again: \(subject.test.joined(separator: " ")) --filter \(failed[0].suite)/\(failed[0].test)")
    }
    let causes = groups.count < failed.count ? " by \(groups.count) causes" : ""
    lines.append(
      "\(subject.folder): \(outcome.properties.count + outcome.refused.count) properties, \(outcome.properties.count) compile, "
        + "\(outcome.struck.count) struck; "
        + (results.isEmpty
          ? "not run"
          : "\(held.count) held, \(failed.count) did not hold\(causes), \(demands.count) met a demand, "
            + "\(unexamined.count) without enough cases"))
    text = lines.joined(separator: "\n")
    isHeld = failed.isEmpty
  }

  static let leftOutFile = "left-out.txt"

  /// The first failure of a cause as it is, and the names of the others.
  private static func failure(_ group: FailureGroup, _ standalone: StandaloneLine) -> [String] {
    guard let (property, result) = group.failures.first else { return [] }
    let line = group.failures.lazy.compactMap { standalone.code(of: $0.property.proposal, $0.result) }.first
    let also = group.failures.dropFirst().map { "  also     \($0.property.id): \($0.result.verdict)" }
    return failure(property, result) + (line.map { ["  alone    \($0)"] } ?? []) + also + [""]
  }

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
      + told.prefix(12).map(Self.cut) + hint
  }

  private static func cut(_ line: String) -> String { line.count > 1_000 ? line.prefix(1_000) + "…" : line }

  /// The lines of the report that show the values.
  private static func values(_ result: RunResults.Result?) -> [String] {
    (result?.report ?? "").split(separator: "\n").filter { $0.hasPrefix("  given ") || $0.hasPrefix("  drawn ") }.prefix(4)
      .map { cut(String($0)) }
  }

  private static func claim(_ result: RunResults.Result?) -> String {
    let line = result?.claim ?? ""
    let words = line.range(of: "Precondition failed").map { String(line[$0.upperBound...]) } ?? line
    return words.trimmingCharacters(in: CharacterSet(charactersIn: ": "))
  }
}

import PropertyTesting
import ReplicaContract

/// The results of a replica under the laws.
public struct ReplicaReport: Sendable {
  /// One law and what came of it.
  public struct Row: Sendable {
    /// The law.
    public let law: ReplicaLaw
    /// The result; nil: the law was skipped.
    public let result: PropertyResult?
    /// Why the law was skipped, or could see nothing; nil: it ran.
    public let reasonToSkip: String?

    init(_ law: ReplicaLaw, skippedFor reason: String) {
      (self.law, result, reasonToSkip) = (law, nil, reason)
    }

    init(_ law: ReplicaLaw, _ result: PropertyResult) {
      self.law = law
      let isUnseen = result.verdict.isHeld && result.cases >= 10 && result.classes[law.examines ?? ""] == nil
      reasonToSkip = isUnseen ? law.cannotSee : nil
      self.result = reasonToSkip == nil ? result : nil
    }

    /// Whether every case passed, and one of ten or more came to what the law examines.
    public var isHeld: Bool { (result?.verdict.isHeld ?? false) && !hasNotLooked }
    /// How many cases came to what the law examines.
    public var examined: Int { result.map { result in law.examines.map { result.classes[$0] ?? 0 } ?? result.cases } ?? 0 }
    /// Many cases, and none came to what the law is about.
    var hasNotLooked: Bool { result.map { $0.cases >= 10 && examined == 0 } ?? false }
  }

  /// The replica's name.
  public let name: String
  /// What it declares.
  public let capabilities: ReplicaCapabilities
  /// A row for each law, in their order.
  public internal(set) var rows: [Row] = []
  /// The line that runs a token's case again.
  private let replay: @Sendable (String) -> String

  init(name: String, capabilities: ReplicaCapabilities, replay: @escaping @Sendable (String) -> String) {
    self.name = name
    self.capabilities = capabilities
    self.replay = replay
  }

  /// How a test runs a token's case again.
  public static let replayInTest: @Sendable (String) -> String = { "TOUCHSTONE_REPLAY=\($0) swift test" }

  /// How many laws held, did not hold, and were skipped.
  public var score: (held: Int, notHeld: Int, skipped: Int) {
    let held = rows.count(where: \.isHeld)
    let skipped = rows.count { $0.result == nil }
    return (held, rows.count - held - skipped, skipped)
  }

  /// Whether every law that applied held, and at least one applied.
  public var isFull: Bool { score.notHeld == 0 && score.held > 0 }

  /// The score by topic, as it is printed: held of those that applied, and why others were skipped.
  public var summary: String {
    var lines = ["score of \(name)"] + "declares \(capabilities.summary)".wrapped(at: 96).map { "  " + $0 }
    for group in ReplicaLawGroup.allCases {
      let members = rows.filter { $0.law.group == group && $0.result != nil }
      if members.isEmpty { continue }
      lines.append("  \(group.rawValue.padded(to: 14))\(members.count(where: \.isHeld)) of \(members.count) held")
    }
    for reason in Set(rows.compactMap(\.reasonToSkip)).sorted() {
      lines.append("  skipped \(rows.filter { $0.reasonToSkip == reason }.map(\.law.id).joined(separator: ", ")): \(reason)")
    }
    let cases = rows.reduce(0) { $0 + ($1.result?.cases ?? 0) }
    let skipped = score.skipped == 0 ? "" : ", \(score.skipped) skipped"
    lines.append("\(score.held) of \(score.held + score.notHeld) laws held in \(cases) cases\(skipped)")
    for (history, ids) in histories where ids.count > 1 {
      lines += "one history breaks \(ids.joined(separator: ", ")): \(history)".wrapped(at: 96)
    }
    if let first = rows.first(where: { $0.result != nil && !$0.isHeld }), score.notHeld > 2 {
      lines.append("start with \(first.law.id): later laws often fail for the same reason")
    }
    return lines.joined(separator: "\n")
  }

  /// The least histories, each with the laws that it breaks.
  private var histories: [(history: String, ids: [String])] {
    var found: [(history: String, ids: [String])] = []
    for row in rows {
      guard let history = row.result?.verdict.counterexample?.value else { continue }
      if let known = found.firstIndex(where: { $0.history == history }) {
        found[known].ids.append(row.law.id)
      } else {
        found.append((history, [row.law.id]))
      }
    }
    return found
  }

  /// A line for each law that held, and the report of each that did not, then the score.
  public var text: String {
    (rows.map { text(of: $0) } + ["", summary]).joined(separator: "\n")
  }

  func text(of row: Row) -> String {
    let head = "\(row.law.id) \(row.law.title)"
    guard let result = row.result else { return "- \(head): skipped, \(row.reasonToSkip ?? "")" }
    let context = FailureReport.Context { [replay] in [replay("\($0)")] }
    if !result.verdict.isHeld { return FailureReport(result, context: context).text }
    let cases = "\(result.cases) cases" + (row.law.examines == nil ? "" : ", \(row.examined) examined")
    if row.isHeld { return "✔ \(head): held, \(cases)" }
    return "✘ \(head): not examined, none of \(result.cases) cases came to “\(row.law.examines ?? "")”"
  }
}

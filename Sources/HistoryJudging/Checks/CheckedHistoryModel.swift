/// A model that a check of its own decides, without a search for an order.
struct CheckedHistoryModel: HistoryModel {
  let name: String
  var aliases: [String] = []
  let summary: String
  /// What the check holds a history to, in a word.
  let consistency: String
  /// A stricter reading, if there is one: the same history as calls of an object.
  var strict: (any HistoryModel)?
  let check: @Sendable (History) throws -> HistoryCheck

  var consistencies: [String] { [consistency] + (strict?.consistencies ?? []) }

  func judge(_ history: History, consistency: String, limits: JudgingLimits) throws -> Judgement {
    if let strict, consistency != self.consistency { return try strict.judge(history, consistency: consistency, limits: limits) }
    let check = try check(history)
    let verdict: Judgement.Verdict = check.anomalies.contains(where: \.isForbidden) ? .invalid : check.undecided == nil ? .valid : .unknown
    return Judgement(
      verdict, model: name, consistency: consistency, lookedAt: history.summary + check.lookedAt.map { ", \($0)" }.joined(),
      anomalies: check.anomalies, undecided: verdict == .unknown ? check.undecided : nil)
  }
}

/// What a check found.
struct HistoryCheck {
  /// What was looked at beside the calls: "3 reads".
  var lookedAt: [String] = []
  var anomalies: [HistoryAnomaly] = []
  /// Why the history says nothing, if it does not.
  var undecided: String?

  /// Notes an anomaly if there are examples of it. The story names the first `shown`.
  mutating func note(
    _ name: String, _ examples: [(story: String, calls: [HistoryOperation])], shown: Int = 3, isForbidden: Bool = true
  ) {
    guard !examples.isEmpty else { return }
    var story = examples.prefix(shown).map(\.story)
    if examples.count > shown { story.append("… and \(examples.count - shown) more") }
    anomalies.append(
      HistoryAnomaly(name, count: examples.count, story: story, operations: examples.first?.calls ?? [], isForbidden: isForbidden))
  }
}

extension HistoryOperation {
  /// "process 3's read (lines 4 and 9)".
  var told: String {
    let place = line == 0 ? "" : completionLine == 0 ? " (line \(line))" : " (lines \(line) and \(completionLine))"
    return "process \(process)'s \(function.isEmpty ? "call" : function)\(place)"
  }

  func error(_ what: String, in history: History, hint: String) -> HistoryError {
    HistoryError(file: history.name, line: outcome == .ok && completionLine > 0 ? completionLine : line, what: what, hint: hint)
  }
}

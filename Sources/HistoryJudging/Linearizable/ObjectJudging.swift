/// The verdict on the parts of a history of objects, as they are judged one after the other.
struct ObjectJudging {
  private(set) var judgement: Judgement
  private let deadline: ContinuousClock.Instant?
  /// How many placements are left.
  private var budget: Int
  private var undecidedParts = 0

  init(_ judgement: Judgement, _ limits: JudgingLimits) {
    self.judgement = judgement
    budget = limits.placements
    deadline = limits.time.map { ContinuousClock.now + $0 }
  }

  /// Whether an order that keeps to the times explains the calls, as far as a hundredth of the placements tell.
  mutating func isLinearizable<Object: SequentialObject>(
    _ object: ObjectHistory<Object>, _ shortcut: (ObjectHistory<Object>) -> ObjectHistory<Object>.Finding?
  ) -> Bool {
    let inTime = ObjectHistory(object: object.object, calls: object.calls)
    var share = min(budget, 200_000)
    if case .linearizable = shortcut(inTime) ?? inTime.decide(&share, deadline: deadline) { return true }
    return false
  }

  /// Judges the calls of one object.
  /// - Parameters:
  ///   - found: what is known without a search.
  ///   - operations: for each call, how it was recorded.
  ///   - place: which object it is, for the story.
  mutating func judge<Object: SequentialObject>(
    _ object: ObjectHistory<Object>, _ found: ObjectHistory<Object>.Finding?, operations: [HistoryOperation], place: String
  ) {
    let tried = budget
    switch found ?? object.decide(&budget, deadline: deadline) {
    case .linearizable: return
    case .undecided(let explained, let completions):
      undecidedParts += 1
      if judgement.verdict == .valid {
        judgement.verdict = .unknown
        judgement.undecided =
          "\(counted(tried - budget, "placement", "placements")) tried for the \(counted(object.calls.count, "call", "calls"))\(place): "
          + "the longest order explains \(explained) of \(counted(completions, "completion", "completions")). A greater limit, fewer open "
          + "calls at a time, or values that are written once would decide it."
      }
      if undecidedParts == 2 { judgement.undecided? += " More keys are undecided." }
    case .refused(let refusal):
      judgement.verdict = .invalid
      judgement.undecided = nil
      judgement.anomalies = [RefusalStory(object.least(refusal), of: object, operations: operations).anomaly(place: place)]
    }
  }

  /// Judges the calls of all objects by guarantees for sessions.
  mutating func judge(_ sessions: Sessions, _ guarantees: SessionGuarantees, operations: [HistoryOperation]) {
    if let why = sessions.undecided(operations) {
      judgement.verdict = .unknown
      judgement.undecided = why
      return
    }
    if sessions.unclear > 0 {
      judgement.lookedAt += "; what \(counted(sessions.unclear, "failed comparison", "failed comparisons")) saw was not looked at"
    }
    if let garbage = sessions.garbage {
      let rule = "nobody had begun to write what it saw"
      judgement.verdict = .invalid
      judgement.anomalies = [
        RefusalStory("garbage-read", [operations[garbage]], others: operations.count - 1, rule: rule).anomaly(place: "")
      ]
      return
    }
    // The least that is broken is told.
    let parts = guarantees == .all ? SessionGuarantees.named.dropFirst() + SessionGuarantees.named.prefix(1) : SessionGuarantees.named[...]
    for (name, part, rule) in parts where guarantees.isSuperset(of: part) && (guarantees == .all || part == guarantees) {
      guard let core = sessions.contradiction(of: part) else { continue }
      judgement.verdict = .invalid
      let story = RefusalStory(
        "not-\(name)", core.map { operations[$0] }.sorted { $0.invoked < $1.invoked }, others: operations.count - core.count, rule: rule)
      judgement.anomalies = [story.anomaly(place: "")]
      return
    }
  }
}

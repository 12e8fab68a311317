import PropertyTesting

/// What a judge says of a history.
public struct Judgement: Sendable {
  /// Three verdicts: what could not be decided is neither right nor wrong.
  public enum Verdict: String, Sendable {
    /// Nothing contradicts the model and the consistency.
    case valid
    /// Something does: see ``Judgement/anomalies``.
    case invalid
    /// The limits ended the search: see ``Judgement/undecided``.
    case unknown
  }

  /// The verdict.
  public var verdict: Verdict
  /// The model's name, such as `list-append`.
  public var model: String
  /// The consistency that was asked for, such as `strict-serializable`.
  public var consistency: String
  /// What was looked at, for whoever reads "valid": "4 transactions of 1 process over 4 keys".
  public var lookedAt: String
  /// What is wrong: each kind of mistake once, the gravest first.
  public var anomalies: [HistoryAnomaly]
  /// The consistency models that the history rules out, the weakest first.
  public var excluded: [String]
  /// The strongest consistency models that remain. Empty: none remains, or the model does not compare them.
  public var strongest: [String]
  /// For ``Verdict/unknown``: what was tried, and what would decide it.
  public var undecided: String?

  /// A judgement.
  public init(
    _ verdict: Verdict, model: String, consistency: String, lookedAt: String, anomalies: [HistoryAnomaly] = [],
    excluded: [String] = [], strongest: [String] = [], undecided: String? = nil
  ) {
    self.verdict = verdict
    self.model = model
    self.consistency = consistency
    self.lookedAt = lookedAt
    self.anomalies = anomalies
    self.excluded = excluded
    self.strongest = strongest
    self.undecided = undecided
  }
}

/// A mistake of a history, with its story.
public struct HistoryAnomaly: Sendable {
  /// The name in the field: `G1c`, `lost-update`, `not-linearizable`.
  public var name: String
  /// How often it was found; 1 if the judge stops at the first.
  public var count: Int
  /// The smallest example, told in words, a sentence a line.
  public var story: [String]
  /// The calls of the example, for a drawing.
  public var lanes: HistoryLanes?
  /// For a cycle of transactions: what would have to come before what, with the reason. Empty: it is no cycle.
  public var cycle: [TraceFigure.Edge]
  /// The calls of the example, as they stand in the history.
  public var operations: [HistoryOperation]
  /// Whether it contradicts the consistency that was asked for. Otherwise it is a remark.
  public var isForbidden: Bool

  /// An anomaly.
  public init(
    _ name: String, count: Int = 1, story: [String], lanes: HistoryLanes? = nil, cycle: [TraceFigure.Edge] = [],
    operations: [HistoryOperation] = [], isForbidden: Bool = true
  ) {
    self.name = name
    self.count = count
    self.story = story
    self.lanes = lanes
    self.cycle = cycle
    self.operations = operations
    self.isForbidden = isForbidden
  }
}

/// Leaves calls out of a history while it stays wrong in the same way.
struct HistoryReduction {
  private let model: any HistoryModel
  let history: History
  let consistency: String
  let limits: JudgingLimits
  /// The anomaly that the reduced history must show first.
  private let anomaly: HistoryAnomaly
  /// What it may show beside it: nothing that the whole history does not.
  private let allowed: Set<String>
  /// How many calls may still be judged; each history counts twenty more.
  private var budget = 2_000_000

  /// Nil: the history is not wrong.
  init?(_ history: History, _ judgement: Judgement, by model: any HistoryModel, _ limits: JudgingLimits) {
    let forbidden = judgement.anomalies.filter(\.isForbidden)
    guard judgement.verdict == .invalid, let first = forbidden.first else { return nil }
    (self.model, self.history, self.limits) = (model, history, limits)
    consistency = judgement.consistency
    anomaly = first
    allowed = Set(forbidden.map(\.name))
  }

  /// The calls of the example that the judgement tells.
  var example: [HistoryOperation] { anomaly.operations }

  /// Whether these calls are wrong as the whole history is.
  mutating func isSame(_ operations: [HistoryOperation]) -> Bool {
    budget -= operations.count + 20
    let reduced = History(operations, of: history)
    guard !operations.isEmpty, let judgement = try? model.judge(reduced, consistency: consistency, limits: limits) else { return false }
    let names = judgement.anomalies.filter(\.isForbidden).map(\.name)
    return judgement.verdict == .invalid && names.first == anomaly.name && allowed.isSuperset(of: names)
  }

  /// Leaves out items, many at first and then one by one, while what is made of the rest stays wrong: delta debugging (Zeller and
  /// Hildebrandt, 2002) without its complements.
  mutating func fewest<Item>(_ items: [Item], _ operations: ([Item]) -> [HistoryOperation]) -> [Item] {
    var items = items
    var chunk = max(1, items.count / 2)
    while budget > 0 {
      var isSmaller = false
      var place = 0
      while place < items.count, budget > 0 {
        var fewer = items
        fewer.removeSubrange(place..<min(place + chunk, items.count))
        if isSame(operations(fewer)) {
          items = fewer
          isSmaller = true
        } else {
          place += chunk
        }
      }
      if chunk == 1, !isSmaller { break }
      chunk = max(1, chunk / 2)
    }
    return items
  }
}

extension HistoryModel {
  /// The calls that matter for the first forbidden anomaly of a judgement, as a history that is wrong in the same way: its judgement is
  /// invalid, names this anomaly first, and none that the judgement of the whole history does not name.
  ///
  /// What a call that is left out wrote is left out of the lists and sets that others read, and so are reads of its registers: whoever
  /// could explain the whole history could explain the rest. The search for fewer calls is bounded: where it ends early, more calls
  /// are left than need be.
  /// - Parameter judgement: what this model said of `history`.
  /// - Returns: nil if the judgement is not ``Judgement/Verdict/invalid``.
  public func reduced(_ history: History, _ judgement: Judgement, limits: JudgingLimits = JudgingLimits()) -> History? {
    guard var reduction = HistoryReduction(history, judgement, by: self, limits) else { return nil }
    let calls = (self as? any ReducingHistoryModel)?.fewestCalls(&reduction) ?? reduction.fewestCalls { $0 }
    return History(calls, of: history)
  }
}

/// A model that knows more of what can be left out.
protocol ReducingHistoryModel: HistoryModel {
  /// - Returns: calls that are wrong as the whole history is.
  func fewestCalls(_ reduction: inout HistoryReduction) -> [HistoryOperation]
}

extension HistoryReduction {
  /// The fewest calls, from the judgement's example on, or else from the whole history.
  /// - Parameter projected: takes what calls that are not there did out of the others.
  mutating func fewestCalls(_ projected: ([HistoryOperation]) -> [HistoryOperation]) -> [HistoryOperation] {
    fewestCalls(from: [example], projected)
  }

  /// - Parameter candidates: calls to begin with, the fewest first.
  mutating func fewestCalls(
    from candidates: [[HistoryOperation]], _ projected: ([HistoryOperation]) -> [HistoryOperation]
  ) -> [HistoryOperation] {
    for calls in candidates where isSame(projected(calls)) { return projected(fewest(calls, projected)) }
    return projected(fewest(history.operations, projected))
  }
}

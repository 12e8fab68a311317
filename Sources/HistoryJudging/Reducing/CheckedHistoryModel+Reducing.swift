extension CheckedHistoryModel: ReducingHistoryModel {
  func fewestCalls(_ reduction: inout HistoryReduction) -> [HistoryOperation] {
    if reduction.consistency != consistency, let strict = strict as? any ReducingHistoryModel { return strict.fewestCalls(&reduction) }
    let history = reduction.history
    let added = Set(history.operations.filter { $0.function == "add" }.map(\.argument))
    return reduction.fewestCalls { calls in
      let kept = Set(calls.filter { $0.function == "add" }.map(\.argument))
      return calls.map { $0.without(added.subtracting(kept)) }
    }
  }
}

extension HistoryOperation {
  /// A read of a set that did not find these values.
  fileprivate func without(_ values: Set<HistoryValue>) -> HistoryOperation {
    guard function == "read", !values.isEmpty else { return self }
    var copy = self
    switch result {
    case .list(let elements): copy.result = .list(elements.filter { !values.contains($0) })
    case .set(let elements): copy.result = .set(elements.subtracting(values))
    default: break
    }
    return copy
  }
}

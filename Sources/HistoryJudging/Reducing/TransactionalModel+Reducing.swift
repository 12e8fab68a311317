extension TransactionalModel: ReducingHistoryModel {
  func fewestCalls(_ reduction: inout HistoryReduction) -> [HistoryOperation] {
    let projection = TransactionProjection(reduction.history, flavor)
    let example = reduction.example
    let latest = example.map(\.completed).max() ?? Int.max
    let calls = reduction.fewestCalls(
      from: [example, example + projection.witnesses(of: example), reduction.history.operations.filter { $0.invoked <= latest }],
      projection.projected)
    // The same with reads and writes in place of transactions.
    let steps = calls.enumerated().flatMap { place, call in call.value.steps.indices.map { (call: place, step: $0) } }
    let fewest = reduction.fewest(steps) { projection.projected(calls, keeping: $0) }
    return projection.projected(calls, keeping: fewest)
  }
}

/// Takes out of transactions what those that are left out wrote.
struct TransactionProjection {
  private let history: History
  private let flavor: TransactionLog.Flavor
  private let written: Set<Write>

  private struct Write: Hashable {
    var key: HistoryValue
    var value: HistoryValue

    init(_ key: HistoryValue, _ value: HistoryValue) { (self.key, self.value) = (key, value) }

    /// Nil for a read.
    init?(_ step: TransactionStep) {
      switch step {
      case .append(let key, let value), .write(let key, let value): self.init(key, value)
      case .read, .scan: return nil
      }
    }
  }

  init(_ history: History, _ flavor: TransactionLog.Flavor) {
    self.history = history
    self.flavor = flavor
    written = Self.writes(of: history.operations)
  }

  private static func writes(of calls: [HistoryOperation]) -> Set<Write> {
    Set(calls.lazy.flatMap { $0.value.steps.compactMap { Write($0) } })
  }

  /// These transactions; their reads have the values that they wrote, and those that nobody wrote.
  func projected(_ calls: [HistoryOperation]) -> [HistoryOperation] {
    let kept = Self.writes(of: calls)
    return calls.compactMap { call in
      func isThere(_ key: HistoryValue, _ value: HistoryValue) -> Bool {
        kept.contains(Write(key, value)) || !written.contains(Write(key, value))
      }
      let steps = call.value.steps.flatMap { step -> [TransactionStep] in
        guard call.outcome == .ok else { return [step] }
        switch step {
        case .append, .write: return [step]
        case .read(let key, let value):
          guard flavor == .listAppend else { return value.isNull || isThere(key, value) ? [step] : [] }
          return [.read(key: key, .list((value.elements ?? []).filter { isThere(key, $0) }))]
        case .scan(let keys, let value):
          let found = value.found ?? []
          guard flavor == .listAppend else {
            // Of a register, what is left is not what the scan would have found.
            let left = found.filter { isThere($0.key, $0.value) }
            return left.count == found.count ? [step] : left.map { .read(key: $0.key, $0.value) }
          }
          let left = found.map { key, value in (key, (value.elements ?? []).filter { isThere(key, $0) }) }
          return [.scan(keys: keys, .list(left.filter { !$0.1.isEmpty }.map { .list([$0.0, .list($0.1)]) }))]
        }
      }
      return steps.isEmpty ? nil : call.with(steps)
    }
  }

  /// The transactions with these reads and writes alone.
  func projected(_ calls: [HistoryOperation], keeping steps: [(call: Int, step: Int)]) -> [HistoryOperation] {
    let kept = Dictionary(grouping: steps, by: \.call)
    return projected(
      kept.keys.sorted().map { place in
        let all = calls[place].value.steps
        return calls[place].with((kept[place] ?? []).map { all[$0.step] })
      })
  }

  /// Who read the longest list of each key: only it may show the order of what was appended.
  func witnesses(of calls: [HistoryOperation]) -> [HistoryOperation] {
    let keys = Set(Self.writes(of: calls).map(\.key))
    let positions = Set(calls.map(\.invoked))
    var longest: [HistoryValue: (count: Int, call: Int)] = [:]
    for (place, call) in history.operations.enumerated() where call.outcome == .ok && !positions.contains(call.invoked) {
      for case .read(let key, let value) in call.value.steps where keys.contains(key) {
        let count = value.elements?.count ?? (value.isNull ? 0 : 1)
        if count > longest[key]?.count ?? 0 { longest[key] = (count, place) }
      }
    }
    return Set(longest.values.map(\.call)).sorted().map { history.operations[$0] }
  }
}

extension HistoryOperation {
  /// The transaction with these steps.
  fileprivate func with(_ steps: [TransactionStep]) -> HistoryOperation {
    var copy = self
    copy.argument = HistoryValue(
      steps.map { step in
        switch step {
        case .append, .write: return step
        case .read(let key, _): return .read(key: key, .null)
        case .scan(let keys, _): return .scan(keys: keys, .null)
        }
      })
    copy.result = outcome == .ok ? HistoryValue(steps) : .null
    return copy
  }
}

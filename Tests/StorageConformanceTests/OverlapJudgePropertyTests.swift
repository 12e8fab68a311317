import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

@Suite struct OverlapJudgePropertyTests {
  /// What truly serial executions give, at times that do not overlap.
  private static func serialHistory(_ plans: [OverlapPlan]) -> OverlapHistory {
    var state = Dictionary(uniqueKeysWithValues: OverlapScript.firstValues.map { ($0.key, $0.value) })
    let first = OverlapScript.firstValues.map { OverlapObservation.put($0.key, $0.value) }
    var transactions = [
      OverlapTransaction(name: "T0", observations: first, outcome: .committed, began: -2, ended: -1)
    ]
    for (number, plan) in plans.enumerated() {
      let before = state
      var observations: [OverlapObservation] = []
      for (place, operation) in plan.operations.enumerated() {
        let value = Int64((number + 1) * 10 + place + 1)
        switch operation {
        case .get(let key): observations.append(.get(key, state[key]))
        case .scan(let range): observations.append(.scan(range, OverlapTransaction.scan(state, range)))
        case .count(let range): observations.append(.count(range, state.keys.count(where: range.contains)))
        case .put(let key):
          state[key] = value
          observations.append(.put(key, value))
        case .update(let key):
          observations.append(.get(key, state[key]))
          state[key] = value
          observations.append(.put(key, value))
        case .delete(let key): observations.append(.delete(key, found: state.removeValue(forKey: key) != nil))
        case .page(let range, let limit):
          observations.append(.page(range, limit, Array(OverlapTransaction.scan(state, range).prefix(limit))))
        case .collections: observations.append(.collections(.apart, OverlapTransaction.collections(state, .apart)))
        case .insert(let key):
          observations.append(.insert(key, state[key] == nil ? value : nil))
          state[key] = state[key] ?? value
        case .compareAndSet(let key):
          let isAsAtFirst = state[key] != nil && state[key] == OverlapScript.firstValue(of: key)
          observations.append(.compareAndSet(key, isAsAtFirst ? value : nil))
          if isAsAtFirst { state[key] = value }
        }
      }
      if plan.ending == .rollback { state = before }
      transactions.append(
        OverlapTransaction(
          name: "T\(number + 1)", observations: observations,
          outcome: plan.ending == .commit ? .committed : .rolledBack, began: number * 2, ended: number * 2 + 1))
    }
    transactions.append(
      OverlapTransaction(
        name: "last",
        observations: [
          .scan(.all, OverlapTransaction.scan(state, .all)), .get(OverlapScript.schemaVersion, state[OverlapScript.schemaVersion]),
        ], outcome: .committed, began: 90, ended: 91))
    return OverlapHistory(transactions: transactions)
  }

  @Test func serialExecutionsAreAccepted() throws {
    let settings = RunSettings(cases: 1_000, seed: 1)
    try check("the judge has nothing to say", forAll: .anything, settings: settings) { plans in
      var history = Self.serialHistory(plans)
      for isolation in StoreCapabilities.Isolation.allCases {
        try expect("\(isolation)", OverlapJudge(history).anomaly(excludedBy: isolation), equals: nil)
      }
      // All at the same time, it is still so: fewer orders are excluded.
      for number in history.transactions.indices.dropFirst().dropLast() {
        history.transactions[number].began = 0
        history.transactions[number].ended = 80
      }
      try expect("overlapping", OverlapJudge(history).anomaly(excludedBy: .strictSerializable), equals: nil)
    }
  }

  /// Of transactions that came one after the other in real time, no read can be another one.
  @Test func anAlteredReadIsNamed() throws {
    let altered = Generator { source -> OverlapHistory in
      var history = Self.serialHistory(try source(.anything))
      let places = history.transactions.indices.dropFirst().flatMap { number in
        history.transactions[number].observations.indices.map { (number, $0) }
      }
      // The last read is there at any rate.
      let readings = places.filter { number, place in
        history.transactions[number].outcome == .committed
          && OverlapKeys.all.contains { history.transactions[number].observations[place].reads($0) }
      }
      let (number, place) = readings[try source(.int(in: 0...(readings.count - 1)))]
      let other: Int64? = try source(.element(of: [nil, 1, 2, 11, 12, 21, 22, 31, 77]))
      history.transactions[number].observations[place].alter(to: other)
      return history
    }
    try check("the judge finds it", forAll: altered, settings: RunSettings(cases: 1_000, seed: 1)) { history in
      let isSo = OverlapOrders(history.transactions).serialOrder(inRealTime: true) != nil
      var state: [String: Int64] = [:]
      let replays = history.transactions.filter { $0.outcome == .committed }.allSatisfy { $0.replay(over: &state) }
      try expect("the order of real time is the only one", isSo, equals: replays)
      let anomaly = OverlapJudge(history).anomaly(excludedBy: .strictSerializable)
      try expect("named, unless the read is what it was", anomaly != nil, equals: !replays)
    }
  }

  /// Random histories, most of them wrong: the searches say what trying every order says.
  @Test func searchesAgreeWithTryingEverything() throws {
    try check("orders", forAll: .overlapHistory, settings: RunSettings(cases: 600, seed: 1)) { history, trial in
      let transactions = history.transactions
      let orders = OverlapOrders(transactions)
      let all = Self.permutations(Array(transactions.indices))
      func explains(_ order: [Int]) -> Bool {
        var state: [String: Int64] = [:]
        return order.allSatisfy { transactions[$0].isAborted || transactions[$0].replay(over: &state) }
      }
      func isInRealTime(_ order: [Int]) -> Bool {
        order.indices.allSatisfy { place in
          order[(place + 1)...].allSatisfy { later in
            (transactions[later].ended ?? .max) >= transactions[order[place]].began
          }
        }
      }
      let isSerializable = all.contains(where: explains)
      let isStrict = all.contains { isInRealTime($0) && explains($0) }
      try expect("serializable", orders.serialOrder(inRealTime: false) != nil, equals: isSerializable)
      try expect("strictly", orders.serialOrder(inRealTime: true) != nil, equals: isStrict)
      let isSnapshot = orders.snapshotOrder() != nil
      let seesOneState = orders.snapshotOrder(.init(overlappingWrites: true)) != nil
      try expect("a serial order is one of snapshots", isSnapshot || !isSerializable)
      try expect("snapshots see one state", seesOneState || !isSnapshot)
      let kind = OverlapJudge(history).anomaly(excludedBy: .strictSerializable)?.kind
      try expect("named where it is not strict, and only there", kind == nil, equals: isStrict)
      trial.label(kind?.rawValue ?? "none")
    }
  }

  private static func permutations(_ elements: [Int]) -> [[Int]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.flatMap { element in
      permutations(elements.filter { $0 != element }).map { [element] + $0 }
    }
  }
}

private enum OverlapKeys {
  static let all = OverlapScript.keys
}

extension OverlapObservation {
  fileprivate mutating func alter(to value: Int64?) {
    switch self {
    case .get(let key, _): self = .get(key, value)
    case .scan(let range, var entries):
      if let value, !entries.isEmpty { entries[0].value = value } else { entries = Array(entries.dropLast()) }
      self = .scan(range, entries)
    case .count(let range, let count): self = .count(range, value == nil ? count : count + 1)
    case .delete(let key, let found): self = .delete(key, found: value == nil ? found : !found)
    case .page(let range, let limit, var entries):
      if let value, !entries.isEmpty { entries[0].value = value } else { entries = Array(entries.dropLast()) }
      self = .page(range, limit, entries)
    case .collections(let layout, let names): self = .collections(layout, Array(names.dropLast()))
    case .put, .insert, .compareAndSet: break
    }
  }
}

extension Generator where Value == OverlapHistory {
  /// Three transactions over two keys that have read anything that one of them wrote, at any times.
  static let overlapHistory = Generator { source in
    let first = OverlapTransaction(
      name: "T0", observations: [.put("x", 1), .put("y", 2)], outcome: .committed, began: -2, ended: -1)
    let written: [String: [Int64?]] = [
      "x": [1, 1, 1, 11, 21, 31, nil], "y": [2, 2, 2, 12, 22, 32, nil],
    ]
    let others = try (1...3).map { number -> OverlapTransaction in
      var observations = try source.array(
        of: Generator<OverlapObservation> { source in
          let key = try source(.element(of: ["x", "y"]))
          return .get(key, try source(.element(of: written[key] ?? [])))
        }, count: try source(.int(in: 1...2)))
      for (key, value) in [("x", number * 10 + 1), ("y", number * 10 + 2)] where try source(.bool) {
        observations.append(.put(key, Int64(value)))
      }
      let began = try source(.int(in: 0...6))
      return OverlapTransaction(
        name: "T\(number)", observations: observations, outcome: .committed, began: began,
        ended: began + (try source(.int(in: 1...6))))
    }
    return OverlapHistory(transactions: [first] + others)
  }
}

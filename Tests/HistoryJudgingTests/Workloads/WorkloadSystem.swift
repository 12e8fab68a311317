import HistoryJudging

/// What each workload works on, in memory, right or wrong.
actor WorkloadSystem {
  private let model: String
  private let isBroken: Bool
  private var lists: [HistoryValue: [HistoryValue]] = [:]
  private var values: [HistoryValue] = []
  private var turn = 0
  private var balances: [HistoryValue: Int] = [.int(0): 10, .int(1): 10, .int(2): 10]

  init(_ model: String, isBroken: Bool = false) {
    self.model = model
    self.isBroken = isBroken
  }

  func perform(_ call: Workload.Call) throws -> HistoryValue {
    switch model {
    case "bank": return try bank(call)
    case "set", "queue": return try container(call)
    default:
      turn += 1
      return HistoryValue(call.value.steps.map { transact($0, turn) })
    }
  }

  /// Wrong: in every second transaction, reads of even keys see the version before the last, and in the others those of odd keys.
  private func transact(_ step: TransactionStep, _ turn: Int) -> TransactionStep {
    switch step {
    case .scan(let keys, _):
      return .scan(keys: keys, .map(lists.mapValues { model == "list-append" ? .list($0) : $0.last ?? .null }))
    case .append(let key, let value), .write(let key, let value):
      lists[key, default: []].append(value)
      return step
    case .read(let key, _):
      var list = lists[key, default: []]
      if isBroken, key.int.map({ ($0 + turn) % 2 == 0 }) == true { list = list.dropLast() }
      return .read(key: key, model == "list-append" ? .list(list) : list.last ?? .null)
    }
  }

  /// Wrong: a transfer of 3 arrives as 2.
  private func bank(_ call: Workload.Call) throws -> HistoryValue {
    guard call.function == "transfer" else { return .map(balances.mapValues { .int($0) }) }
    guard let from = call.value["from"], let to = call.value["to"], let amount = call.value["amount"]?.int,
      let balance = balances[from], balance >= amount
    else { throw CallFailed("declined") }
    balances[from] = balance - amount
    balances[to, default: 0] += isBroken && amount == 3 ? 2 : amount
    return call.value
  }

  /// Wrong: a set that loses each fifth value; a queue that gives out what came last, once it holds three.
  private func container(_ call: Workload.Call) throws -> HistoryValue {
    switch call.function {
    case "read": return .list(values)
    case "dequeue":
      if isBroken, values.count > 2 { return values.removeLast() }
      return values.isEmpty ? .null : values.removeFirst()
    default:
      if !isBroken || model == "queue" || call.value.int.map({ $0 % 5 != 0 }) == true { values.append(call.value) }
      return call.value
    }
  }
}

/// A bank: money moves between accounts, and all balances are read at once. After Jepsen's checker `bank`.
enum BankCheck {
  private static let strict = ObjectModel<BankObject>(
    name: "bank", summary: "", keys: .never, object: { BankObject(name: $0.names) },
    read: { call in
      switch call.function {
      case "transfer":
        if call.isFailed { return nil }
        guard let from = call.argument["from"], let to = call.argument["to"], let amount = call.argument["amount"] else {
          throw call.error("a transfer of \(call.argument)", hint: "a transfer is {:from account, :to account, :amount n}")
        }
        return .transfer(from: call.number(from), to: call.number(to), amount: try call.integer(amount))
      case "read":
        guard call.isOK else { return nil }
        guard case .map(let entries) = call.result else {
          throw call.error("a read returned \(call.result)", hint: "a read returns a map of accounts and balances")
        }
        let balances = try entries.map { (call.number($0.key), try call.integer($0.value)) }
        return .read(Dictionary(uniqueKeysWithValues: balances))
      default: throw call.unknownFunction("transfer and read")
      }
    })

  /// Every read has the same accounts, the same total, and no debts.
  static let totals = CheckedHistoryModel(
    name: "bank", summary: "transfer {:from a :to b :amount n}, read → {account balance …}", consistency: "snapshot-reads",
    strict: strict
  ) { history in
    var reads: [(call: HistoryOperation, balances: [HistoryValue: Int])] = []
    for operation in history.operations {
      switch operation.function {
      case "transfer": continue
      case "read":
        guard operation.outcome == .ok else { continue }
        guard case .map(let entries) = operation.result else {
          throw operation.error("a read returned \(operation.result)", in: history, hint: "a read returns a map of accounts and balances")
        }
        reads.append((operation, try entries.mapValues { balance in
          guard let amount = balance.int else {
            throw operation.error("a balance of \(balance)", in: history, hint: "a balance is a whole number")
          }
          return amount
        }))
      default:
        throw operation.error("the function \(operation.function)", in: history, hint: "the functions of this model are transfer and read")
      }
    }
    var check = HistoryCheck(lookedAt: [counted(reads.count, "read", "reads")])
    guard let first = reads.first else {
      check.undecided = "Nobody read the balances: one read at least would say something."
      return check
    }
    let total = sum(first.balances)
    check.lookedAt.append("a total of \(total)")
    let accounts = Set(first.balances.keys)
    check.note(
      "wrong-total",
      reads.filter { sum($0.balances) != total }.map {
        ("\($0.call.told) has \(sum($0.balances)) in all, but the first read, \(first.call.told), has \(total)", [first.call, $0.call])
      })
    check.note(
      "wrong-accounts",
      reads.filter { Set($0.balances.keys) != accounts }.map {
        ("\($0.call.told) has other accounts than the first read, \(first.call.told)", [first.call, $0.call])
      })
    check.note(
      "negative-value",
      reads.compactMap { read in
        guard let debt = read.balances.filter({ $0.value < 0 }).min(by: { $0.value < $1.value }) else { return nil }
        return ("\(read.call.told) has \(debt.value) in account \(debt.key)", [read.call])
      })
    return check
  }

  private static func sum(_ balances: [HistoryValue: Int]) -> Int128 { balances.values.reduce(0) { $0 + Int128($1) } }
}

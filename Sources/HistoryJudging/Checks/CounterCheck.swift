/// A counter: amounts are added, and the sum is read. After Jepsen's checker `counter`.
enum CounterCheck {
  private static let strict = ObjectModel<CounterObject>(
    name: "counter", summary: "", keys: .detected, object: { _ in CounterObject() },
    read: { call in
      switch call.function {
      case "add": return call.isFailed ? nil : .add(try call.integer(call.argument))
      case "add-and-get":
        if call.isFailed { return nil }
        let amount = try call.integer(call.argument)
        return call.isOK ? .addAndGet(amount, try call.integer(call.result)) : .add(amount)
      case "read": return call.isOK ? .read(try call.integer(call.result)) : nil
      default: throw call.unknownFunction("add, add-and-get and read")
      }
    })

  /// A read lies between the sum of what was surely added before it began and of what may have been added before it ended.
  static let bounds = CheckedHistoryModel(
    name: "counter", summary: "add n, read → n: reads lie within what may have been added", consistency: "bounds", strict: strict
  ) { history in
    // What raises a bound, by position: surely in from its completion on, and perhaps from its invocation on.
    var sure = Steps()
    var possible = Steps()
    var lowering = Steps()
    var surelyLowering = Steps()
    var reads: [(call: HistoryOperation, value: Int)] = []
    for operation in history.operations where operation.outcome != .fail {
      switch operation.function {
      case "add":
        guard let amount = operation.argument.int else {
          throw operation.error("an add of \(operation.argument)", in: history, hint: "what is added is a whole number")
        }
        let completed = operation.outcome == .ok ? operation.completed : nil
        if amount >= 0 {
          possible.add(amount, at: operation.invoked)
          if let completed { sure.add(amount, at: completed) }
        } else {
          lowering.add(amount, at: operation.invoked)
          if let completed { surelyLowering.add(amount, at: completed) }
        }
      case "read":
        guard operation.outcome == .ok else { continue }
        guard let value = operation.result.int else {
          throw operation.error("a read returned \(operation.result)", in: history, hint: "a read returns a whole number")
        }
        reads.append((operation, value))
      default:
        throw operation.error("the function \(operation.function)", in: history, hint: "the functions of this model are add and read")
      }
    }
    sure.close()
    possible.close()
    lowering.close()
    surelyLowering.close()
    var check = HistoryCheck(lookedAt: [counted(reads.count, "read", "reads")])
    check.note(
      "out-of-bounds",
      reads.compactMap { read in
        let (start, end) = (read.call.invoked, read.call.completed)
        let least = sure.sum(before: start) + lowering.sum(before: end)
        let most = possible.sum(before: end) + surelyLowering.sum(before: start)
        if least <= Int128(read.value) && Int128(read.value) <= most { return nil }
        return ("\(read.call.told) returned \(read.value); by then the sum was at least \(least) and at most \(most)", [read.call])
      })
    return check
  }

  /// A sum that changes at positions.
  private struct Steps {
    private var steps: [(position: Int, sum: Int128)] = []

    mutating func add(_ amount: Int, at position: Int) { steps.append((position, Int128(amount))) }

    mutating func close() {
      steps.sort { $0.position < $1.position }
      var sum: Int128 = 0
      for index in steps.indices {
        sum += steps[index].sum
        steps[index].sum = sum
      }
    }

    /// What was added at positions before this one.
    func sum(before position: Int) -> Int128 {
      var (low, high) = (0, steps.count)
      while low < high {
        let middle = (low + high) / 2
        if steps[middle].position < position { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? 0 : steps[low - 1].sum
    }
  }
}

/// Sets: values are added, and all of them are read. After Jepsen's checkers `set` and `set-full`.
enum SetChecks {
  static let all: [any HistoryModel] = [finalRead, full]

  /// As calls of an object.
  private static let strict = ObjectModel<SetObject>(
    name: "set", summary: "", keys: .detected, object: { SetObject(name: $0.names) },
    read: { call in
      switch call.function {
      case "add": return call.isFailed ? nil : .add(call.number(call.argument))
      case "remove": return call.isFailed ? nil : .remove(call.number(call.argument))
      case "contains":
        guard call.isOK else { return nil }
        guard case .bool(let answer) = call.result else {
          throw call.error("contains → \(call.result)", hint: "the answer is true or false")
        }
        return .contains(call.number(call.argument), answer)
      case "read":
        guard call.isOK else { return nil }
        guard let members = call.result.members else { throw call.error("read → \(call.result)", hint: "a read returns a list or a set") }
        return .read(Set(members.map(call.number)))
      default: throw call.unknownFunction("add, remove, contains and read")
      }
    }, shortcut: { $0.decideByLevels() },
    sessionView: { _, operation in
      switch operation {
      case .add(let value): SessionView(writes: value)
      case .remove: SessionView(isAmbiguous: true)
      case .contains(let value, let isThere): SessionView(reads: .one(value, isThere))
      case .read(let values): SessionView(reads: .all(values))
      }
    })

  /// The last read has every value whose add was acknowledged, and none that nobody added.
  static let finalRead = CheckedHistoryModel(
    name: "set", summary: "add v, read → [v …]: the last read has all acknowledged values", consistency: "final-read", strict: strict
  ) { history in
    let (adds, reads) = try parts(history)
    var check = HistoryCheck(lookedAt: [counted(adds.count, "add", "adds"), counted(reads.count, "read", "reads")])
    guard let last = reads.max(by: { $0.call.completed < $1.call.completed }) else {
      check.undecided = "Nobody read the set: a read after the last add would decide it."
      return check
    }
    let values = Set(last.values)
    let attempted = Set(adds.map(\.argument))
    check.note(
      "lost",
      adds.filter { $0.outcome == .ok && !values.contains($0.argument) }.map {
        ("\($0.told) of \($0.argument) was acknowledged, but \(last.call.told), the last, does not have it", [$0, last.call])
      })
    check.note(
      "unexpected",
      values.subtracting(attempted).map(\.description).sorted().map {
        ("\(last.call.told), the last, has \($0), which nobody added", [last.call])
      })
    return check
  }

  /// Each value, once known, is in the last reads; reads may lag behind.
  static let full = CheckedHistoryModel(
    name: "set-full", summary: "add v, read → [v …]: no value that was known is missing for good", consistency: "eventual", strict: strict
  ) { history in
    let (adds, reads) = try parts(history)
    var check = HistoryCheck(lookedAt: [counted(adds.count, "add", "adds"), counted(reads.count, "read", "reads")])
    // When a value was first known to be in the set: its add was acknowledged, or a read that has it completed.
    var known: [HistoryValue: Int] = [:]
    for add in adds where add.outcome == .ok { known[add.argument] = min(known[add.argument] ?? Int.max, add.completed) }
    // Reads by their invocations: the last one that lacks a value, and the last one that has it.
    var duplicates: [(story: String, calls: [HistoryOperation])] = []
    var positions: [HistoryValue: Int] = [:]
    for (position, read) in reads.enumerated() {
      var once: Set<HistoryValue> = []
      for value in read.values {
        if !once.insert(value).inserted { duplicates.append(("\(read.call.told) has \(value) more than once", [read.call])) }
        positions[value] = position
        known[value] = min(known[value] ?? Int.max, read.call.completed)
      }
    }
    var lost: [(story: String, calls: [HistoryOperation])] = []
    var stable = 0
    var told: Set<HistoryValue> = []
    for add in adds where told.insert(add.argument).inserted {
      let present = positions[add.argument]
      if present != nil && present == reads.count - 1 { stable += 1 }
      // The last read lacks the value, and began after the value was known.
      guard let last = reads.last, present != reads.count - 1, let since = known[add.argument], since < last.call.invoked else { continue }
      let before = present.map { "it was last in \(reads[$0].call.told)" } ?? "no read has it"
      lost.append(("\(add.told) of \(add.argument) was known, but \(last.call.told), the last, lacks it; \(before)", [add, last.call]))
    }
    check.note("lost", lost)
    check.note("duplicates", duplicates)
    if stable == 0 && check.anomalies.isEmpty { check.undecided = "No read shows any value: a read after the last add would decide it." }
    return check
  }

  /// The adds, and the reads with their values, both by invocation.
  private static func parts(
    _ history: History
  ) throws -> (adds: [HistoryOperation], reads: [(call: HistoryOperation, values: [HistoryValue])]) {
    var adds: [HistoryOperation] = []
    var reads: [(call: HistoryOperation, values: [HistoryValue])] = []
    for operation in history.operations {
      switch operation.function {
      case "add": adds.append(operation)
      case "read":
        guard operation.outcome == .ok else { continue }
        guard let values = operation.result.members else {
          throw operation.error("a read returned \(operation.result)", in: history, hint: "a read returns a list or a set of values")
        }
        reads.append((operation, values))
      default:
        throw operation.error("the function \(operation.function)", in: history, hint: "the functions of this model are add and read")
      }
    }
    return (adds, reads)
  }
}

/// Long forks: two reads that disagree on which of two writes came first, which parallel snapshot isolation allows and snapshot isolation
/// does not (Sovran et al., SOSP 2011). After Jepsen's checker `long-fork`: every key is written once, alone.
enum LongForkCheck {
  private struct Read {
    let call: HistoryOperation
    /// The keys that this read found written.
    let written: Set<HistoryValue>
  }

  static let forks = CheckedHistoryModel(
    name: "long-fork", summary: "write [[w k 1]], read [[r k v] …] of a group of keys", consistency: "snapshot-isolation"
  ) { history in
    var writers: [HistoryValue: HistoryOperation] = [:]
    var groups: [Set<HistoryValue>: [Read]] = [:]
    var count = 0
    for operation in history.operations where operation.outcome != .fail {
      let accesses = try accesses(operation, history)
      if accesses.contains(where: \.writes) {
        guard let key = accesses.first?.key, accesses.count == 1 else {
          throw operation.error("a write of several keys, or with reads", in: history, hint: "a call writes one key, or reads a group")
        }
        if let other = writers.updateValue(operation, forKey: key) {
          throw operation.error("key \(key) is written again, after line \(other.line)", in: history, hint: "every key is written once")
        }
      } else if operation.outcome == .ok {
        count += 1
        let written = Set(accesses.filter { !$0.value.isNull }.map(\.key))
        groups[Set(accesses.map(\.key)), default: []].append(Read(call: operation, written: written))
      }
    }
    var forks: [(story: String, calls: [HistoryOperation])] = []
    for reads in groups.values {
      // All reads of a group stand in one chain, if they agree.
      let chain = reads.sorted { ($0.written.count, $0.call.invoked) < ($1.written.count, $1.call.invoked) }
      for (less, more) in zip(chain, chain.dropFirst()) where !less.written.isSubset(of: more.written) {
        let one = less.written.subtracting(more.written).map(\.description).min() ?? ""
        let other = more.written.subtracting(less.written).map(\.description).min() ?? ""
        forks.append(
          ("\(less.call.told) saw the write of \(one) and not of \(other); \(more.call.told) the other way round", [less.call, more.call]))
      }
    }
    forks.sort { $0.story < $1.story }
    var check = HistoryCheck(lookedAt: [counted(count, "read", "reads"), counted(groups.count, "group of keys", "groups of keys")])
    check.note("long-fork", forks)
    return check
  }

  private struct Access {
    let key: HistoryValue
    let writes: Bool
    let value: HistoryValue
  }

  private static func accesses(_ operation: HistoryOperation, _ history: History) throws -> [Access] {
    try (operation.value.elements ?? []).map { part in
      guard let fields = part.elements, fields.count == 3, let what = fields[0].word, ["r", "w"].contains(what) else {
        throw operation.error("\(part) in \(operation.function)", in: history, hint: "each part is [r key value] or [w key value]")
      }
      return Access(key: fields[1], writes: what == "w", value: fields[2])
    }
  }
}

import StorageContract

/// Says of a history what an isolation excludes. Pure: it knows no store.
///
/// The anomalies are looked for from the crudest on, and the first one found is named: reads that can be told wrong one
/// by one, then whether any order of snapshots and commits explains all reads (or it is read skew; or a missing write,
/// where only the first and the last transaction are out of place), with no two that overlap and write the same (or it
/// is a lost update), then whether a serial order does (or it is write skew), and one
/// that agrees with real time (or it is a stale order). Each of these demands is the one before and more, so that
/// nothing that is excluded is left without a name.
///
/// What aborted transactions have read is not judged: a store that validates when it commits may let a doomed
/// transaction see what it likes.
struct OverlapJudge {
  private let transactions: [OverlapTransaction]

  init(_ history: OverlapHistory) {
    transactions = history.transactions
  }

  /// The first anomaly that the isolation excludes; nil where there is none.
  func anomaly(excludedBy isolation: StoreCapabilities.Isolation) -> OverlapAnomaly? {
    if let anomaly = wrongRead ?? circularFlow { return anomaly }
    let orders = OverlapOrders(transactions)
    guard orders.snapshotOrder(.init(overlappingWrites: true)) != nil else {
      if let anomaly = abortedDelete { return anomaly }
      let free = OverlapOrders(transactions, pinsEnds: false)
      let explainer = OverlapExplainer(transactions)
      return free.snapshotOrder(.init(overlappingWrites: true)) == nil ? explainer.readSkew : explainer.missingWrite
    }
    guard let snapshots = orders.snapshotOrder() else { return OverlapExplainer(transactions).lostUpdate }
    if isolation == .snapshot { return nil }
    guard let order = orders.serialOrder(inRealTime: false) else {
      return OverlapExplainer(transactions).writeSkew(in: snapshots)
    }
    if isolation == .serializable || orders.serialOrder(inRealTime: true) != nil { return nil }
    return OverlapExplainer(transactions).staleOrder(order)
  }

  private struct Write {
    let transaction: Int
    let key: String
    /// Whether the transaction wrote that key again, and what.
    var replacement: String?
  }

  /// By the number written.
  private var writes: [Int64: Write] {
    var writes: [Int64: Write] = [:]
    for (number, transaction) in transactions.enumerated() {
      var latest: [String: Int64] = [:]
      for observation in transaction.observations {
        guard let key = observation.written else { continue }
        if let previous = latest.removeValue(forKey: key) {
          writes[previous]?.replacement =
            observation.writtenValue.map { "replaced by \($0)" } ?? "deleted"
        }
        guard let value = observation.writtenValue else { continue }
        latest[key] = value
        writes[value] = Write(transaction: number, key: key)
      }
    }
    return writes
  }

  /// A read that no order of committed transactions can explain, whatever the other reads are.
  private var wrongRead: OverlapAnomaly? {
    let writes = writes
    for (number, reader) in transactions.enumerated() where reader.outcome == .committed {
      /// What it has written itself so far; nil: deleted.
      var own: [String: Int64?] = [:]
      for observation in reader.observations {
        if let anomaly = unseenOwnWrite(of: reader, observation, own) { return anomaly }
        for entry in observation.entries {
          guard own[entry.key] == nil else { continue }
          guard let write = writes[entry.value], write.key == entry.key else {
            return OverlapAnomaly(
              kind: .thinAirRead, explanation: "\(reader.name) read \(entry), which no transaction wrote there")
          }
          let writer = transactions[write.transaction]
          guard write.transaction != number else { continue }
          if writer.isAborted {
            return OverlapAnomaly(
              kind: .abortedRead,
              explanation: "\(reader.name) read \(entry), which \(writer.name) had written; but \(writer.name) was "
                + "rolled back")
          }
          if let replacement = write.replacement {
            return OverlapAnomaly(
              kind: .intermediateRead,
              explanation: "\(reader.name) read \(entry), which \(writer.name) itself has \(replacement) before it "
                + "committed")
          }
        }
        if let key = observation.written { own[key] = .some(observation.writtenValue) }
        if case .delete(let key, found: false) = observation { own[key] = .some(nil) }
      }
    }
    return nil
  }

  private func unseenOwnWrite(
    of reader: OverlapTransaction, _ observation: OverlapObservation, _ own: [String: Int64?]
  ) -> OverlapAnomaly? {
    for (key, written) in own.sorted(by: { $0.key < $1.key }) where observation.reads(key) {
      let seen: Int64?
      switch observation {
      case .get(_, let value): seen = value
      case .scan(_, let entries): seen = entries.first { $0.key == key }?.value
      case .page(_, let limit, let entries):
        seen = entries.first { $0.key == key }?.value
        // The limit may have left it out.
        if seen == nil, entries.count == limit, entries.last.map({ $0.key < key }) ?? true { continue }
      case .delete(_, let found) where found != (written != nil): seen = nil
      case .insert(_, let value) where (value == nil) != (written != nil): seen = nil
      case .compareAndSet(_, .some): seen = nil
      case .delete, .insert, .compareAndSet, .collections, .count, .put: continue
      }
      if seen == written, !observation.isConditional { continue }
      let did = written.map { "wrote \(key) = \($0)" } ?? "deleted \(key)"
      return OverlapAnomaly(
        kind: .unseenOwnWrite,
        explanation: "\(reader.name) \(did), and then its “\(observation)” does not show it")
    }
    return nil
  }

  /// A delete names no value that a read would show: it was kept if what was read has an order with it, and none without.
  private var abortedDelete: OverlapAnomaly? {
    for (number, transaction) in transactions.enumerated() where transaction.isAborted {
      let deletes = transaction.observations.filter { if case .delete(_, found: true) = $0 { true } else { false } }
      guard !deletes.isEmpty else { continue }
      var changed = transactions
      changed[number].observations = deletes
      changed[number].outcome = .unknown(reason: "its deletes may have been kept")
      guard OverlapOrders(changed).snapshotOrder(.init(overlappingWrites: true)) != nil else { continue }
      let keys = deletes.compactMap(\.written).joined(separator: " and ")
      return OverlapAnomaly(
        kind: .abortedDelete,
        explanation: "\(transaction.name) deleted \(keys) and was rolled back; but what others read can be explained only with that delete")
    }
    return nil
  }

  /// Committed transactions that have read from each other, in a circle.
  private var circularFlow: OverlapAnomaly? {
    let writes = writes
    var sources: [Int: Set<Int>] = [:]
    for (number, reader) in transactions.enumerated() where reader.outcome == .committed {
      let read = reader.observations.flatMap(\.entries).compactMap { writes[$0.value]?.transaction }
      sources[number] = Set(read).subtracting([number])
    }
    guard let circle = shortestCircle(sources) else { return nil }
    let names = circle.map { transactions[$0].name }
    let steps = zip(names, names.dropFirst() + names.prefix(1)).map { "\($0) read what \($1) wrote" }
    return OverlapAnomaly(
      kind: .circularFlow, explanation: steps.joined(separator: ", ") + ": no one of them can be first")
  }
}

extension OverlapObservation {
  /// Whether it writes only over what it finds.
  fileprivate var isConditional: Bool {
    switch self {
    case .delete, .insert, .compareAndSet: true
    case .get, .scan, .count, .page, .collections, .put: false
    }
  }
}

/// The shortest way from a node back to itself; nil where there is none.
func shortestCircle(_ edges: [Int: Set<Int>]) -> [Int]? {
  var best: [Int]?
  for start in edges.keys.sorted() {
    var paths = [[start]]
    var seen: Set<Int> = []
    search: while !paths.isEmpty {
      let path = paths.removeFirst()
      for next in (edges[path[path.count - 1]] ?? []).sorted() {
        if next == start {
          if path.count < best?.count ?? .max { best = path }
          break search
        }
        if seen.insert(next).inserted { paths.append(path + [next]) }
      }
    }
  }
  return best
}

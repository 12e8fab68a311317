import PropertyTesting

/// Finds the words for an anomaly that a search for orders has shown: which transactions, which records.
struct OverlapExplainer {
  private let transactions: [OverlapTransaction]
  private let orders: OverlapOrders

  init(_ transactions: [OverlapTransaction]) {
    self.transactions = transactions
    orders = OverlapOrders(transactions)
  }

  private func name(_ number: Int) -> String { transactions[number].name }

  private func list(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// What it read from others, each read once.
  private func readings(of number: Int) -> [String] {
    var own: Set<String> = []
    var result: [String] = []
    for observation in transactions[number].observations {
      let text: String
      switch observation {
      case .get(OverlapScript.schemaVersion, nil): text = ""
      case .get(let key, let value) where !own.contains(key): text = value.map { "\(key) = \($0)" } ?? "no \(key)"
      case .scan(let range, let entries):
        text = entries.isEmpty ? "nothing in \(range)" : "in \(range) just " + list(entries.map(\.description))
      case .count(let range, let count): text = "\(count) in \(range)"
      case .delete(let key, let found) where !own.contains(key): text = found ? "that there was \(key)" : "no \(key)"
      case .page(let range, let limit, let entries):
        text = "as the first \(limit) in \(range) \(list(entries.map(\.description)))"
      case .collections(_, let names): text = "the collections \(list(names))"
      case .insert(let key, let value) where !own.contains(key): text = value == nil ? "that there was \(key)" : "no \(key)"
      case .compareAndSet(let key, let value) where !own.contains(key):
        text = "that \(key) was \(value == nil ? "not " : "")as at first"
      case .get, .put, .delete, .insert, .compareAndSet: text = ""
      }
      if !text.isEmpty, !result.contains(text) { result.append(text) }
      if let key = observation.written { own.insert(key) }
    }
    return result
  }

  var readSkew: OverlapAnomaly {
    let readers = transactions.indices.filter { number in
      transactions[number].outcome == .committed
        && orders.snapshotOrder(.init(overlappingWrites: true, readsOf: number)) != nil
    }
    guard let reader = readers.first(where: { readings(of: $0).count > 1 }) ?? readers.first else {
      return OverlapAnomaly(
        kind: .readSkew, explanation: "what the transactions have read fits no order of committed states")
    }
    let seen = list(readings(of: reader))
    let explanation = "\(name(reader)) read \(seen), and that was never so at the same time in any committed state"
    let (words, circle) = fracture(of: reader)
    return OverlapAnomaly(kind: .readSkew, explanation: explanation + words, circle: circle)
  }

  /// The reason, if one other transaction explains it.
  private func fracture(of reader: Int) -> (words: String, circle: [TraceFigure.Edge]) {
    var first: [String: Int64?] = [:]
    for case .get(let key, let value) in transactions[reader].observations {
      if let earlier = first[key], earlier != value, !transactions[reader].writtenKeys.contains(key) {
        return (": \(key) changed between two reads", [])
      }
      first[key] = .some(value)
    }
    for (number, writer) in transactions.enumerated() where number != reader && !writer.isAborted {
      // What the first one wrote, others have replaced: it is their writes that tell.
      if writer.place == .first { continue }
      let written = writer.observations.compactMap { observation -> OverlapEntry? in
        guard let key = observation.written, let value = observation.writtenValue else { return nil }
        return OverlapEntry(key: key, value: value)
      }
      let seen = Set(transactions[reader].observations.flatMap(\.entries))
      guard let fresh = written.first(where: seen.contains) else { continue }
      let stale = written.first { entry in
        !seen.contains(entry) && transactions[reader].observations.contains { $0.reads(entry.key) }
      }
      guard let stale else { continue }
      return (
        ": of what \(writer.name) wrote at once it saw \(fresh) and not \(stale)",
        [
          TraceFigure.Edge(from: writer.name, to: name(reader), text: "\(name(reader)) saw \(fresh)"),
          TraceFigure.Edge(from: name(reader), to: writer.name, text: "\(name(reader)) did not see \(stale)"),
        ])
    }
    return ("", [])
  }

  var missingWrite: OverlapAnomaly {
    let readers = transactions.indices.filter { number in
      transactions[number].outcome == .committed
        && orders.snapshotOrder(.init(overlappingWrites: true, readsOf: number)) != nil
    }
    guard let reader = readers.last else {
      return OverlapAnomaly(
        kind: .missingWrite, explanation: "stores that were opened later do not show what was committed")
    }
    return OverlapAnomaly(
      kind: .missingWrite,
      explanation: "\(name(reader)) read \(list(readings(of: reader))), in a store that was opened when others had "
        + "committed and were closed, and that is not what they had left")
  }

  var lostUpdate: OverlapAnomaly {
    let committed = transactions.indices.filter { !transactions[$0].isAborted }
    for one in committed {
      for other in committed where other > one {
        guard orders.snapshotOrder(.init(overlapOf: [one, other])) != nil else { continue }
        return OverlapAnomaly(
          kind: .lostUpdate, explanation: lostUpdate(of: one, other),
          circle: [(one, other), (other, one)].map { from, to in
            TraceFigure.Edge(from: name(from), to: name(to), text: "\(name(from)) did not see what \(name(to)) wrote")
          })
      }
    }
    return OverlapAnomaly(
      kind: .lostUpdate, explanation: "transactions that wrote the same records have not seen each other's writes")
  }

  private func lostUpdate(of one: Int, _ other: Int) -> String {
    let keys = transactions[one].writtenKeys.intersection(transactions[other].writtenKeys).sorted()
    let pair = "\(name(one)) and \(name(other))"
    for key in keys {
      if let read = firstRead(key, of: one), read == firstRead(key, of: other) {
        return "\(pair) both read \(state(of: key, read)), both wrote \(key) and both committed: "
          + "one of the two writes is overwritten by a transaction that never saw it"
      }
    }
    for (reader, writer) in [(one, other), (other, one)] {
      for key in keys {
        guard let read = firstRead(key, of: reader), firstRead(key, of: writer) == nil else { continue }
        return "\(name(reader)) read \(state(of: key, read)) and wrote \(key), "
          + "\(name(writer)) wrote \(key) in between, and both committed: one of the two writes is overwritten by a "
          + "transaction that never saw it"
      }
    }
    return "\(pair) both wrote \(list(keys)) and both committed; but by what they read, each began before the other's "
      + "commit"
  }

  private func state(of key: String, _ value: Int64?) -> String {
    value.map { "\(key) = \($0)" } ?? "that there is no \(key)"
  }

  /// What the transaction read at the key before it wrote there. Nil: it did not read it.
  private func firstRead(_ key: String, of number: Int) -> Int64?? {
    for observation in transactions[number].observations {
      if observation.written == key { return nil }
      switch observation {
      case .get(key, let value): return .some(value)
      case .scan(let range, let entries) where range.contains(key):
        return .some(entries.first { $0.key == key }?.value)
      default: continue
      }
    }
    return nil
  }

  /// - Parameter snapshots: an order of snapshots and commits that explains what was read. In it there is a circle of
  ///   dependencies, or it would be a serial order.
  func writeSkew(in snapshots: [OverlapOrders.Moment]) -> OverlapAnomaly {
    let graph = OverlapDependencies(transactions, snapshots)
    guard let circle = shortestCircle(graph.edges) else {
      return OverlapAnomaly(
        kind: .writeSkew,
        explanation: "each transaction saw a state that was there; but no order of them explains all reads")
    }
    var isPhantom = false
    let pairs = Array(zip(circle, circle.dropFirst() + circle.prefix(1)))
    let steps = pairs.map { from, to -> String in
      if let (observation, key) = graph.missedRead(of: from, to) {
        if case .scan = observation { isPhantom = true }
        if case .count = observation { isPhantom = true }
        if case .page = observation { isPhantom = true }
        if case .collections = observation { isPhantom = true }
        return "\(name(from)) did “\(observation)” and did not see that \(name(to)) wrote \(key)"
      }
      return "\(name(to)) came after \(name(from)), which wrote what it saw or replaced"
    }
    return OverlapAnomaly(
      kind: isPhantom ? .phantom : .writeSkew,
      explanation: steps.joined(separator: "; ") + ": whichever of them is first, one would have seen it",
      circle: zip(pairs, steps).map { TraceFigure.Edge(from: name($0.0), to: name($0.1), text: $1) })
  }

  /// - Parameter order: a serial order, which does not agree with real time.
  func staleOrder(_ order: [Int]) -> OverlapAnomaly {
    var inversions: [(earlier: Int, later: Int)] = []
    for (place, later) in order.enumerated() {
      for earlier in order[(place + 1)...] {
        guard let ended = transactions[earlier].ended, ended < transactions[later].began else { continue }
        inversions.append((earlier, later))
      }
    }
    let telling = inversions.first { earlier, later in
      transactions[earlier].writtenKeys.contains { key in transactions[later].observations.contains { $0.reads(key) } }
    }
    guard let (earlier, later) = telling ?? inversions.first else {
      return OverlapAnomaly(kind: .staleRead, explanation: "no serial order agrees with real time")
    }
    return OverlapAnomaly(
      kind: .staleRead,
      explanation: "\(name(earlier)) had committed before \(name(later)) began; but \(name(later)) read "
        + "\(list(readings(of: later))), so that it can only come before \(name(earlier))",
      circle: [
        TraceFigure.Edge(from: name(earlier), to: name(later), text: "\(name(earlier)) had committed before \(name(later)) began"),
        TraceFigure.Edge(from: name(later), to: name(earlier), text: "\(name(later)) read \(list(readings(of: later)))"),
      ])
  }
}

/// Which transaction has to come before which, by an order of snapshots and commits: Adya's serialization graph.
struct OverlapDependencies {
  private(set) var edges: [Int: Set<Int>] = [:]
  private let transactions: [OverlapTransaction]
  private let snapshots: [OverlapOrders.Moment]

  init(_ transactions: [OverlapTransaction], _ snapshots: [OverlapOrders.Moment]) {
    self.transactions = transactions
    self.snapshots = snapshots
    let committed = snapshots.compactMap { if case .commit(let number) = $0 { number } else { nil } }
    for from in committed {
      for to in committed where from != to {
        if missedRead(of: from, to) != nil || isFollowed(from, by: to) { edges[from, default: []].insert(to) }
      }
    }
  }

  private func place(_ moment: OverlapOrders.Moment) -> Int { snapshots.firstIndex(of: moment) ?? snapshots.count }

  /// What `reader` read where `writer` wrote later, and the key. A scan that sees the change only in a record that
  /// was there is given as the get that it stands for.
  func missedRead(of reader: Int, _ writer: Int) -> (OverlapObservation, String)? {
    guard place(.snapshot(reader)) < place(.commit(writer)) else { return nil }
    var own: Set<String> = []
    for observation in transactions[reader].observations {
      defer { if let key = observation.written { own.insert(key) } }
      for key in transactions[writer].writtenKeys.sorted() where observation.reads(key) && !own.contains(key) {
        if case .scan(_, let entries) = observation, let entry = entries.first(where: { $0.key == key }) {
          return (.get(key, entry.value), key)
        }
        if case .page(_, _, let entries) = observation, let entry = entries.first(where: { $0.key == key }) {
          return (.get(key, entry.value), key)
        }
        return (observation, key)
      }
    }
    return nil
  }

  /// Whether `to` saw or replaced what `from` had written.
  private func isFollowed(_ from: Int, by to: Int) -> Bool {
    let keys = transactions[from].writtenKeys
    if place(.commit(from)) < place(.snapshot(to)) {
      return keys.contains { key in
        transactions[to].observations.contains { $0.reads(key) || $0.written == key }
      }
    }
    return place(.commit(from)) < place(.commit(to)) && !keys.isDisjoint(with: transactions[to].writtenKeys)
  }
}

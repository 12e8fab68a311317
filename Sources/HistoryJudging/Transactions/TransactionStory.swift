import PropertyTesting

/// Tells an anomaly as a story of transactions: what each did, and why each must come before the next.
struct TransactionStory {
  let analysis: TransactionAnalysis
  private var log: TransactionLog { analysis.inference.log }

  func anomaly(_ finding: TransactionAnalysis.Finding, isForbidden: Bool, operations: [HistoryOperation]) -> HistoryAnomaly {
    let names = self.names(finding.transactions)
    var story = finding.transactions.uniqued.sorted { log.transactions[$0].invoked < log.transactions[$1].invoked }.map { number in
      "\(names[number] ?? "") (process \(log.transactions[number].process), \(place(number))): \(text(number))"
    }
    if let sentence = finding.sentence {
      var told = sentence
      for (index, transaction) in finding.transactions.enumerated() {
        told = told.replacing("{\(index + 1)}", with: names[transaction] ?? "")
      }
      story.append(told)
    }
    let cycle = finding.cycle.map { edge($0, names) }
    story += cycle.map { "\($0.from) before \($0.to): \($0.text)." }
    if let first = finding.cycle.first {
      story.append("So \(names[first.source] ?? "") would come before itself: no order of these transactions gives what they read.")
    }
    return HistoryAnomaly(
      finding.name, count: finding.count, story: story, lanes: lanes(finding.transactions.uniqued, names), cycle: cycle,
      operations: operations, isForbidden: isForbidden)
  }

  /// T1, T2 … in the order of their invocations.
  private func names(_ transactions: [Int]) -> [Int: String] {
    let order = transactions.uniqued.sorted { log.transactions[$0].invoked < log.transactions[$1].invoked }
    return Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, "T\($0.offset + 1)") })
  }

  private func place(_ number: Int) -> String {
    let transaction = log.transactions[number]
    let line = transaction.line > 0 ? "line \(transaction.line)" : "entry \(transaction.invoked)"
    switch transaction.outcome {
    case .ok: return line
    case .fail: return line + ", failed"
    case .info: return line + ", outcome unknown"
    }
  }

  private func edge(_ step: CycleSearch.Step, _ names: [Int: String]) -> TraceFigure.Edge {
    let one = names[step.source] ?? ""
    let two = names[step.target] ?? ""
    let reason: String
    switch step.kind {
    case .process: reason = "process \(log.transactions[step.source].process) ran \(one) before \(two)"
    case .realtime:
      let start = line(log.transactions[step.target].line, step.target)
      reason = "\(one) was acknowledged (\(completion(step.source))) before \(two) began (\(start))"
    default: reason = step.edge.map { dependency($0, one, two) } ?? ""
    }
    return TraceFigure.Edge(from: one, to: two, text: reason)
  }

  private func completion(_ number: Int) -> String { line(log.transactions[number].completionLine, number) }
  private func line(_ line: Int, _ number: Int) -> String { line > 0 ? "line \(line)" : "entry \(log.transactions[number].invoked)" }

  private func dependency(_ edge: DependencyGraph.Edge, _ one: String, _ two: String) -> String {
    let key = analysis.inference.name(Int(edge.key))
    let value = log.writes[Int(edge.write)].value
    let isList = log.flavor == .listAppend
    let verb = isList ? "appended" : "wrote"
    let before = edge.before >= 0 ? "\(log.writes[Int(edge.before)].value)" : nil
    switch edge.kind {
    case .observed where edge.level == .realtime:
      return "\(two)'s \(value) of \(key) was read after \(one), which wrote \(before ?? "nothing"), was acknowledged"
    case .visible, .observed: return "\(two)'s \(value) of \(key) was read by one that saw \(one), which wrote \(before ?? "nothing")"
    case .cursor: return "\(one) read \(key) and appended \(before ?? "nothing") behind what it read, and \(two) appended \(value)"
    case .ww:
      return "\(one) \(verb) \(before ?? "nothing") to \(key), and \(two) \(verb) \(value) behind it"
    case .wr: return "\(two) read \(value) of \(key), which \(one) \(verb)"
    case .rw:
      let read = isList ? before.map { "\(key) up to \($0)" } ?? "\(key) = []" : "\(key) = \(before ?? "nil")"
      let time = edge.level == .realtime ? ", which began after \(before ?? "it") had been acknowledged" : ""
      return "\(one) read \(read), and not yet \(value), which \(two) \(verb)\(time)"
    case .predicate: return "\(one) scanned a range and did not find \(key), to which \(two) \(verb) \(value)"
    case .process, .realtime: return ""
    }
  }

  private static let absence = "scan without "

  /// What a transaction did.
  func text(_ number: Int) -> String {
    let actions = log.actions[log.transactions[number].actions].map { action in
      let key = analysis.inference.name(action.key)
      switch action.kind {
      case .write:
        let value = log.writes[action.number].value
        return log.flavor == .listAppend ? "append \(value) to \(key)" : "write \(key) = \(value)"
      case .unknownRead: return "read \(key) = ?"
      case .absentRead: return Self.absence + key
      case .scan: return ""
      case .branchRead: return "read \(key) = \(TransactionLog.listText(log.branches[action.number].list))"
      case .read:
        if log.flavor == .listAppend { return "read \(key) = \(TransactionLog.listText(log.longest[action.key].prefix(action.number)))" }
        return "read \(key) = \(action.number < 0 ? "nil" : "\(log.readValues[action.number])")"
      }
    }
    if actions.isEmpty { return "nothing" }
    let absent = actions.filter { $0.hasPrefix(Self.absence) }
    // Of keys that are not there, three stand for all.
    let shown = actions.filter { action in !absent.dropFirst(3).contains(action) }
    return shown.joined(separator: ", ") + (absent.count > 3 ? " and \(absent.count - 3) more" : "")
  }

  private func lanes(_ transactions: [Int], _ names: [Int: String]) -> HistoryLanes? {
    guard transactions.count > 1 else { return nil }
    let times = transactions.flatMap { [log.transactions[$0].invoked, log.transactions[$0].completed] }
    let end = (times.filter { $0 != Int.max }.max() ?? 0) + 1
    return HistoryLanes(
      transactions.map { number in
        let transaction = log.transactions[number]
        let outcome: String = transaction.outcome == .ok ? "ok" : transaction.outcome == .fail ? "failed" : "?"
        return HistoryLanes.Call(
          client: "process \(transaction.process)", text: "\(names[number] ?? "") \(text(number))", outcome: outcome,
          called: transaction.invoked, returned: transaction.completed == Int.max ? end : transaction.completed)
      }, width: 140)
  }
}

extension Array where Element: Hashable {
  /// Each element once, where it stands first.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

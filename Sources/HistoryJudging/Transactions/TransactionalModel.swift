/// List-append and rw-register: transactions of reads and writes, each of which says which write it saw.
///
/// The time and memory grow with the number of reads and writes; the lists that were read are not kept. If there are cycles, the least is
/// searched for breadth first, with a limit.
struct TransactionalModel: HistoryModel {
  let flavor: TransactionLog.Flavor

  var name: String { flavor == .listAppend ? "list-append" : "rw-register" }
  var aliases: [String] { flavor == .listAppend ? ["append", "elle-list-append"] : ["elle-rw-register"] }
  var summary: String {
    flavor == .listAppend
      ? "transactions of appends, reads and scans of lists: [[:append k v] [:r k [v …]] [:scan [k k] {k [v …]}]]"
      : "transactions of writes, reads and scans: [[:w k v] [:r k v] [:scan [k k] {k v}]]"
  }

  let consistencies: [String] = TransactionConsistency.all.reversed().map(\.name)

  func judge(_ history: History, consistency: String, limits: JudgingLimits) throws -> Judgement {
    var log = TransactionLog(flavor, file: history.name)
    for operation in history.operations { try log.add(operation) }
    log.resolveScans()
    return judgement(log, consistency, limits) { transactions in
      let wanted = Set(transactions)
      return history.operations.enumerated().filter { wanted.contains($0.offset) }.map(\.element)
    }
  }

  func judge(_ source: HistorySource, consistency: String, limits: JudgingLimits) throws -> Judgement {
    var log = TransactionLog(flavor, file: source.name)
    try source.forEachOperation { try log.add($0) }
    log.resolveScans()
    // The calls of the examples are read again: there are few of them.
    return judgement(log, consistency, limits) { transactions in
      let wanted = Set(transactions.map { log.transactions[$0].invoked })
      var found: [HistoryOperation] = []
      // It was read once without an error.
      _ = try? source.forEachOperation { if wanted.contains($0.invoked) { found.append($0) } }
      return found.sorted { $0.invoked < $1.invoked }
    }
  }

  private func judgement(
    _ log: TransactionLog, _ consistency: String, _ limits: JudgingLimits, operations: ([Int]) -> [HistoryOperation]
  ) -> Judgement {
    let wanted = TransactionConsistency.named(consistency) ?? TransactionConsistency(base: .serializable, level: .realtime)
    var analysis = TransactionAnalysis(log)
    let isSearched = searchOrders(wanted, limits, &analysis)
    let story = TransactionStory(analysis: analysis)
    let excluded = analysis.excluded
    let remaining = TransactionConsistency.all.filter { !excluded.contains($0) }
    let strongest = remaining.filter { model in !remaining.contains { $0 != model && $0.implies(model) } }
    let shown = analysis.findings.filter { analysis.isTold($0, wanted) }
    let examples = operations(shown.flatMap(\.transactions))
    let anomalies = shown.map { finding in
      let lines = Set(finding.transactions.map { log.transactions[$0].invoked })
      return story.anomaly(
        finding, isForbidden: wanted.forbids(finding), operations: examples.filter { lines.contains($0.invoked) })
    }
    let isWrong = excluded.contains(wanted)
    let unfinished = analysis.unfinished.filter { wanted.forbids($0) }
    let isOpen = !isWrong && !unfinished.isEmpty
    return Judgement(
      isWrong ? .invalid : isOpen ? .unknown : .valid, model: name, consistency: wanted.name,
      lookedAt: lookedAt(log, analysis) + (isWrong ? "" : triedOrders(isSearched)),
      anomalies: anomalies, excluded: excluded.map(\.name), strongest: strongest.map(\.name),
      undecided: isOpen ? undecided(unfinished, analysis) : nil)
  }

  /// Looks for an order of the versions, where no cycle says that there is none.
  /// - Returns: whether all orders were tried that can matter.
  private func searchOrders(_ wanted: TransactionConsistency, _ limits: JudgingLimits, _ analysis: inout TransactionAnalysis) -> Bool {
    if analysis.searchVersionOrders(limit: min(200_000, limits.placements)) { return true }
    if analysis.excluded.contains(wanted) { return true }
    let log = analysis.inference.log
    guard flavor == .register, wanted.base == .serializable, log.transactions.count <= 5_000 else { return !analysis.isOpen(wanted) }
    guard let found = RegisterOrders(log, wanted.level).search(limit: min(200_000, limits.placements)) else { return false }
    if !found.hasOrder { analysis.addNoOrder(found.contradiction, stuck: found.stuck, level: wanted.level) }
    return true
  }

  private func triedOrders(_ all: Bool) -> String {
    all ? flavor == .register ? "; every order of versions was tried" : "" : "; not every order of versions was tried"
  }

  private func lookedAt(_ log: TransactionLog, _ analysis: TransactionAnalysis) -> String {
    let reads = log.actions.count { $0.kind == .read || $0.kind == .branchRead }
    let processes = Set(log.transactions.map(\.process)).count
    let scans = log.scans.isEmpty ? "" : " (\(counted(log.scans.count, "scan", "scans")))"
    return "\(counted(log.transactions.count, "transaction", "transactions")) of \(counted(processes, "process", "processes")), "
      + "\(counted(reads, "read", "reads"))\(scans) and \(counted(log.writes.count, "write", "writes")) of "
      + "\(counted(log.keys.count, "key", "keys")), \(counted(analysis.graph.edges.count, "dependency", "dependencies"))"
  }

  private func undecided(_ unfinished: [String], _ analysis: TransactionAnalysis) -> String {
    "The search for \(unfinished.joined(separator: ", ")) ended early: \(analysis.entangled) transactions lie on cycles of "
      + "dependencies, and not all were followed. A shorter history, or one of fewer keys, would decide it."
  }
}

extension HistoryModels {
  /// Models of transactions: each call is a list of reads and writes that belong together.
  static let transactional: [any HistoryModel] = [TransactionalModel(flavor: .listAppend), TransactionalModel(flavor: .register)]
}

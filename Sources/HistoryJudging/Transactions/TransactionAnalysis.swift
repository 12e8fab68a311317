/// Everything that is wrong with a history of transactions.
struct TransactionAnalysis {
  /// One kind of anomaly: its least example, and what the example is made of.
  struct Finding {
    /// Without a suffix: `G-single`.
    var kind: String
    /// The orders of time that it needs.
    var level: DependencyGraph.Level
    var count = 1
    /// The transactions, in the order in which the sentence or the cycle names them.
    var transactions: [Int]
    var sentence: String?
    var cycle: [CycleSearch.Step] = []

    var name: String { kind + level.suffix }
  }

  let inference: DependencyInference
  let graph: DependencyGraph
  private(set) var findings: [Finding] = []
  /// Kinds of cycles for which the search ended early.
  private(set) var unfinished: [String] = []
  /// How many transactions lie on cycles.
  private(set) var entangled = 0

  init(_ log: TransactionLog) {
    inference = DependencyInference(log)
    graph = DependencyGraph(log, isNode: inference.isCommitted, edges: inference.edges)
    for mistake in log.mistakes { add(mistake.name, [mistake.transaction], mistake.sentence.replacing("{T}", with: "{1}")) }
    for mistake in inference.mistakes { add(mistake.name, mistake.transactions, mistake.sentence) }
    findCycles()
  }

  private mutating func add(_ kind: String, _ transactions: [Int], _ sentence: String) {
    if let index = findings.firstIndex(where: { $0.kind == kind }) {
      findings[index].count += 1
    } else {
      findings.append(Finding(kind: kind, level: .plain, transactions: transactions, sentence: sentence))
    }
  }

  /// No order of these transactions gives what they read, though no cycle shows it.
  mutating func addNoOrder(_ transactions: [Int], stuck: Int, level: DependencyGraph.Level) {
    let shown = transactions.count > 8 ? [stuck] : [stuck] + transactions.filter { $0 != stuck }
    let sentence =
      "\(counted(transactions.count, "transaction", "transactions")) up to the end of {1}: every order was tried, and {1} fits none of them."
    findings.append(Finding(kind: "no-order", level: level, transactions: shown, sentence: sentence))
  }

  private mutating func findCycles() {
    let dependencies: EdgeKinds = [.ww, .wr, .rw]
    // Whatever order of time is asked for, real time has all its cycles.
    let all = StrongComponents(graph, kinds: dependencies, level: .realtime, nodes: graph.byInvocation)
    guard !all.cycles.isEmpty else { return }
    entangled = all.cycles.reduce(0) { $0 + $1.count }
    var search = CycleSearch(graph)
    for level in DependencyGraph.Level.allCases {
      var cycles: [[Int]] = []
      for part in all.cycles {
        cycles += level == .realtime ? [part] : StrongComponents(graph, kinds: dependencies, level: level, nodes: part).cycles
      }
      for part in cycles { find(level, part, &search) }
    }
    nameSkew()
  }

  /// Each kind at the first level that has it.
  private mutating func find(_ level: DependencyGraph.Level, _ part: [Int], _ search: inout CycleSearch) {
    let ww = StrongComponents(graph, kinds: .ww, level: level, nodes: part)
    for part in ww.cycles { look("G0", .init(first: .ww, others: .ww, level: level), part, &search) }
    let read = StrongComponents(graph, kinds: [.ww, .wr], level: level, nodes: part)
    for part in read.cycles { look("G1c", .init(first: .wr, others: [.ww, .wr], level: level), part, &search) }
    look("fractured-read", .init(first: .rw, others: .wr, level: .plain, longest: 2), part, &search)
    look("G-causal", .init(first: .rw, others: .wr, level: level), part, &search)
    look("G-single", .init(first: .rw, others: [.ww, .wr], level: level), part, &search, rank: read.numbers)
    look(
      "G-nonadjacent", .init(first: .rw, others: [.ww, .wr, .rw], level: level, needsSecond: true, nonadjacent: true), part, &search)
    look("G2-item", .init(first: .rw, others: [.ww, .wr, .rw], level: level, needsSecond: true), part, &search)
  }

  private mutating func look(
    _ kind: String, _ shape: CycleSearch.Shape, _ nodes: [Int], _ search: inout CycleSearch, rank: [Int]? = nil
  ) {
    let earlier = findings.firstIndex { $0.kind == kind }
    // What is there without orders of time is not told again with them.
    if let earlier, findings[earlier].level < shape.level || findings[earlier].cycle.count == 2 { return }
    search.budget = 40_000_000
    let cycle = search.least(shape, in: nodes, rank: rank)
    if search.budget <= 0, !unfinished.contains(kind) { unfinished.append(kind) }
    guard let cycle else { return }
    if kind == "G2-item", !Self.hasAdjacent(cycle) { return }
    let finding = Finding(kind: kind, level: shape.level, transactions: cycle.map(\.source), cycle: cycle)
    guard let earlier else {
      findings.append(finding)
      return
    }
    if cycle.count < findings[earlier].cycle.count { findings[earlier] = finding }
  }

  private static func hasAdjacent(_ cycle: [CycleSearch.Step]) -> Bool {
    cycle.indices.contains { cycle[$0].kind == .rw && cycle[($0 + 1) % cycle.count].kind == .rw }
  }

  /// Write skew is the smallest G2-item: two transactions, each of which misses what the other wrote to another key.
  private mutating func nameSkew() {
    guard var skew = findings.first(where: { $0.kind == "G2-item" && $0.cycle.count == 2 }) else { return }
    let keys = skew.cycle.map { $0.edge >= 0 ? graph.edges[$0.edge].key : -1 }
    guard keys[0] != keys[1], skew.cycle.allSatisfy({ $0.kind == .rw }) else { return }
    skew.kind = "write-skew"
    findings.append(skew)
  }
}

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
    /// The weakest model that it contradicts; nil: as ``TransactionConsistency/Base/forbidden`` says for its kind.
    var weakest: TransactionConsistency.Base?

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
    for mistake in inference.mistakes { add(mistake.name, mistake.transactions, mistake.sentence, count: mistake.count) }
    findCycles()
  }

  private mutating func add(_ kind: String, _ transactions: [Int], _ sentence: String, count: Int = 1) {
    if let index = findings.firstIndex(where: { $0.kind == kind }) {
      findings[index].count += count
    } else {
      findings.append(Finding(kind: kind, level: .plain, count: count, transactions: transactions, sentence: sentence))
    }
  }

  /// No order of these transactions gives what they read, though no cycle shows it.
  /// - Parameter stuck: the one that was to be placed.
  mutating func addNoOrder(_ transactions: [Int], stuck: Int, level: DependencyGraph.Level) {
    let shown = transactions.count > 8 ? [stuck] : [stuck] + transactions.filter { $0 != stuck }
    let count = counted(transactions.count, "transaction", "transactions")
    let sentence = "\(count) up to the end of {1}: every order was tried, and {1} fits none of them."
    let weakest = inference.log.scans.isEmpty ? TransactionConsistency.Base.repeatableRead : .serializable
    findings.append(Finding(kind: "no-order", level: level, transactions: shown, sentence: sentence, weakest: weakest))
  }

  /// No order of the versions satisfies a consistency model.
  mutating func addNoOrder(_ transactions: [Int], of model: TransactionConsistency) {
    let names = transactions.indices.map { "{\($0 + 1)}" }.joined(separator: ", ")
    let sentence = "\(names): every order of the versions was tried, and none is \(model.name)."
    let level = model.base == .causal ? max(model.level, .process) : model.level
    findings.append(Finding(kind: "no-order", level: level, transactions: transactions, sentence: sentence, weakest: model.base))
  }

  private mutating func findCycles() {
    // Whatever order of time is asked for, real time has all its cycles.
    let all = StrongComponents(graph, kinds: .all, level: .realtime, nodes: graph.byInvocation)
    guard !all.cycles.isEmpty else { return }
    entangled = all.cycles.reduce(0) { $0 + $1.count }
    var search = CycleSearch(graph)
    for level in DependencyGraph.Level.allCases {
      var cycles: [[Int]] = []
      for part in all.cycles {
        cycles += level == .realtime ? [part] : StrongComponents(graph, kinds: .all, level: level, nodes: part).cycles
      }
      for part in cycles { find(level, part, &search) }
    }
    nameSkew()
  }

  /// Each kind at the first level that has it.
  private mutating func find(_ level: DependencyGraph.Level, _ part: [Int], _ search: inout CycleSearch) {
    // Registers show an order of writes only by what was read, which says nothing where dirty reads are allowed.
    if inference.log.flavor == .listAppend {
      let ww = StrongComponents(graph, kinds: .ww, level: level, nodes: part)
      for part in ww.cycles { look("G0", .init(first: .ww, others: .ww, level: level), part, &search) }
    }
    let dirty = StrongComponents(graph, kinds: [.ww, .wr], level: level, nodes: part)
    for part in dirty.cycles { look("G1c", .init(first: .wr, others: [.ww, .wr], level: level), part, &search) }
    // Snapshot isolation leaves none of these parts, though thousands of transactions may lie on other cycles.
    for part in StrongComponents(graph, kinds: .items, level: level, nodes: part, nonadjacent: true).cycles {
      look("fractured-read", .init(first: .rw, others: .wr, level: level, overtakes: true, longest: 2), part, &search)
      look("fractured-read", .init(first: .visible, others: [.wr, .visible], level: level), part, &search)
      // At first a transaction sees what is before it in time.
      if level > .plain { look("OTV", .init(first: .rw, others: [], level: level, overtakes: true, longest: 2), part, &search) }
      look("OTV", .init(first: .observed, others: [.wr, .observed], level: level), part, &search)
      look("G-causal", .init(first: .rw, others: .wr, level: level, overtakes: true), part, &search)
      let read = StrongComponents(graph, kinds: .dependencies, level: level, nodes: part)
      look("G-single", .init(first: .rw, others: .dependencies, level: level), part, &search, rank: read.numbers)
      look("G-nonadjacent", .init(first: .rw, others: .items, level: level, needsSecond: true, nonadjacent: true), part, &search)
    }
    look("G2-item", .init(first: .rw, others: .items, level: level, adjacent: true), part, &search)
    if !inference.log.scans.isEmpty { findByPredicate(level, part, &search) }
  }

  /// The same with edges by predicate, as Adya's G2 has them beyond G2-item: told where items alone have no such cycle.
  private mutating func findByPredicate(_ level: DependencyGraph.Level, _ part: [Int], _ search: inout CycleSearch) {
    func isNew(_ kind: String) -> Bool { !findings.contains { $0.kind == kind && $0.level <= level } }
    func shape(
      _ others: EdgeKinds, overtakes: Bool = false, longest: Int = Int.max, second: Bool = false, adjacent: Bool = false
    ) -> CycleSearch.Shape {
      .init(
        first: .rw, others: others, level: level, needsSecond: second, nonadjacent: second, adjacent: adjacent, overtakes: overtakes,
        predicates: true, longest: longest)
    }
    for part in StrongComponents(graph, kinds: .all, level: level, nodes: part, nonadjacent: true).cycles {
      if isNew("fractured-read") { look("fractured-read-predicate", shape(.wr, overtakes: true, longest: 2), part, &search) }
      if level > .plain, isNew("OTV") { look("OTV-predicate", shape([], overtakes: true, longest: 2), part, &search) }
      if isNew("G-causal") { look("G-causal-predicate", shape(.wr, overtakes: true), part, &search) }
      if isNew("G-single") {
        let read = StrongComponents(graph, kinds: .dependencies, level: level, nodes: part)
        look("G-single-predicate", shape(.dependencies), part, &search, rank: read.numbers)
      }
      if isNew("G-nonadjacent") { look("G-nonadjacent-predicate", shape(.all, second: true), part, &search) }
    }
    if isNew("G2-item") { look("G2", shape(.all, adjacent: true), part, &search) }
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
    let finding = Finding(kind: kind, level: shape.level, transactions: cycle.map(\.source), cycle: cycle)
    guard let earlier else {
      findings.append(finding)
      return
    }
    if cycle.count < findings[earlier].cycle.count { findings[earlier] = finding }
  }

  /// Write skew is the smallest G2-item: two transactions, each of which misses what the other wrote to another key.
  private mutating func nameSkew() {
    guard var skew = findings.first(where: { $0.kind == "G2-item" && $0.cycle.count == 2 }) else { return }
    let keys = skew.cycle.map { $0.edge?.key ?? -1 }
    guard keys[0] != keys[1], skew.cycle.allSatisfy({ $0.kind == .rw }) else { return }
    skew.kind = "write-skew"
    findings.append(skew)
  }
}

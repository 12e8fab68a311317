import RandomShare
import Testing

@testable import HistoryJudging

/// Stores that are broken by design: the judge names what they do, and tells it by the least cycle.
@Suite struct BrokenStoreTests {
  /// A store, who works with it, and what comes of it.
  struct Witness: Sendable, CustomTestStringConvertible {
    var name: String
    /// A model that the history still has.
    var keeps: String
    var defect: BrokenStore.Defect
    var processes = 4
    var transactions = 60
    var failing = false
    var request: @Sendable (Int, inout SplitMix) -> [BrokenStore.Request]

    var testDescription: String { name }
    /// Who asks for others is told other names.
    var consistency: String {
      name.hasPrefix("fractured") ? "strong-read-atomic" : name.hasPrefix("OTV") ? "strong-monotonic-atomic-view" : "strict-serializable"
    }
  }

  private static func one(of choices: [BrokenStore.Request]...) -> @Sendable (Int, inout SplitMix) -> [BrokenStore.Request] {
    { _, random in choices[Int.random(in: choices.indices, using: &random)] }
  }

  /// By process.
  private static func role(_ roles: [[BrokenStore.Request]]...) -> @Sendable (Int, inout SplitMix) -> [BrokenStore.Request] {
    { process, random in
      let choices = roles[process % roles.count]
      return choices[Int.random(in: choices.indices, using: &random)]
    }
  }

  static let all: [Witness] = [
    Witness(name: "G0", keeps: "", defect: .writesInPlace, request: one(of: [.append(0), .append(1)])),
    Witness(
      name: "G0-process", keeps: "serializable", defect: .writesLateInAnyOrder, request: one(of: [.append(0)])),
    Witness(name: "G0-realtime", keeps: "strong-session-serializable", defect: .writesLate, request: one(of: [.append(0)])),
    Witness(
      name: "G1a", keeps: "read-uncommitted", defect: .showsUncommitted, failing: true,
      request: one(of: [.append(0), .append(1)], [.read(0)])),
    Witness(
      name: "dirty-update", keeps: "read-uncommitted", defect: .forgetsToUndo, failing: true,
      request: one(of: [.append(0), .append(1)], [.read(0)])),
    Witness(
      name: "G1b", keeps: "read-uncommitted", defect: .showsUncommitted, request: one(of: [.append(0), .append(0)], [.read(0)])),
    Witness(
      name: "G1c", keeps: "read-uncommitted", defect: .showsUncommitted,
      request: one(of: [.append(0), .read(1)], [.append(1), .read(0)])),
    Witness(
      name: "G1c-process", keeps: "serializable", defect: .readsLateInAnyOrder, request: one(of: [.append(0)], [.read(0)])),
    Witness(
      name: "G1c-realtime", keeps: "strong-session-serializable", defect: .readsLate, request: role([[.append(0)]], [[.read(0)]])),
    Witness(
      name: "future-read", keeps: "read-uncommitted", defect: .writesFirst, request: one(of: [.read(0), .append(0)])),
    Witness(
      name: "garbage-read", keeps: "", defect: .inventsValues, request: one(of: [.append(0)], [.read(0)])),
    Witness(
      name: "duplicate-elements", keeps: "", defect: .commitsTwice, request: one(of: [.append(0)], [.read(0)])),
    Witness(
      name: "incompatible-order", keeps: "read-uncommitted", defect: .disagreesOnOrder, request: one(of: [.append(0)], [.read(0)])),
    Witness(
      name: "OTV", keeps: "read-committed", defect: .commitsByKey, request: one(of: [.append(0), .append(1)], [.read(0), .read(1)])),
    Witness(
      name: "OTV-process", keeps: "serializable", defect: .readsAnyPast, request: one(of: [.append(0)], [.read(0)])),
    Witness(
      name: "OTV-realtime", keeps: "strong-session-serializable", defect: .readsThePast,
      request: role([[.append(0)]], [[.read(0)]])),
    Witness(
      name: "OTV-predicate", keeps: "repeatable-read", defect: .commitsByKey,
      request: one(of: [.insert(0), .insert(1000)], [.scan(0...999), .scan(1000...2000)])),
    Witness(
      name: "internal", keeps: "cursor-stability", defect: .hidesOwnWrites, request: one(of: [.append(0), .read(0)], [.append(1)])),
    Witness(
      name: "fractured-read", keeps: "read-committed", defect: .commitsByKey,
      request: one(of: [.append(0), .append(1)], [.read(0), .read(1)])),
    Witness(
      name: "fractured-read-process", keeps: "serializable", defect: .readsAnyPast, request: one(of: [.append(0)], [.read(0)])),
    Witness(
      name: "fractured-read-realtime", keeps: "strong-session-serializable", defect: .readsThePast,
      request: role([[.append(0)]], [[.read(0)]])),
    Witness(
      name: "lost-update", keeps: "strong-causal", defect: .losesUpdates, request: one(of: [.read(0), .append(0)])),
    Witness(
      name: "G-single", keeps: "read-committed", defect: .readsCommitted,
      request: one(of: [.append(0), .append(1)], [.read(0), .read(1)])),
    Witness(
      name: "G-single-process", keeps: "serializable", defect: .readsAnyPast,
      request: one(of: [.append(0)], [.append(1)], [.read(0), .read(1)])),
    Witness(
      name: "G-single-realtime", keeps: "strong-session-serializable", defect: .readsThePast,
      request: role([[.append(0)], [.append(1)]], [[.read(0), .read(1)]])),
    Witness(
      name: "G-nonadjacent", keeps: "parallel-snapshot-isolation", defect: .replicates,
      request: role([[.append(0)], [.read(0), .read(1)]], [[.append(1)], [.read(0), .read(1)]])),
    Witness(
      name: "G-nonadjacent-process", keeps: "serializable", defect: .replicates,
      request: role([[.append(0)], [.read(1)]], [[.append(1)], [.read(0)]])),
    Witness(
      name: "G-nonadjacent-realtime", keeps: "strong-session-serializable", defect: .replicates,
      request: role([[.append(0)]], [[.append(1)]], [[.read(1)]], [[.read(1), .read(0)]])),
    Witness(
      name: "G2-item", keeps: "strong-snapshot-isolation", defect: .checksWritesOnly,
      request: one(of: [.read(0), .append(1)], [.read(1), .append(2)], [.read(2), .append(0)])),
    Witness(
      name: "G2-item-process", keeps: "strong-session-snapshot-isolation", defect: .checksWritesOnly,
      request: role([[.read(1), .append(0)]], [[.append(1)], [.read(0)]])),
    Witness(
      name: "G2-item-realtime", keeps: "strong-snapshot-isolation", defect: .checksWritesOnly, processes: 3,
      request: role([[.read(1), .append(0)]], [[.append(1)]], [[.read(0)]])),
    Witness(
      name: "internal-predicate", keeps: "cursor-stability", defect: .readsCommitted,
      request: { process, random in
        process == 0 ? [.scan(0...29)] + (0...29).map(BrokenStore.Request.read) : [.append(Int.random(in: 0...29, using: &random))]
      }),
    Witness(
      name: "fractured-read-predicate", keeps: "repeatable-read", defect: .commitsByKey,
      request: one(of: [.insert(0), .insert(1000)], [.scan(0...2000)])),
    Witness(
      name: "G-single-predicate", keeps: "repeatable-read", defect: .readsCommitted,
      request: one(of: [.insert(0), .insert(1000)], [.scan(0...999), .scan(1000...2000)])),
    Witness(
      name: "G-nonadjacent-predicate", keeps: "parallel-snapshot-isolation", defect: .replicates,
      request: role([[.insert(0)], [.scan(0...2000)]], [[.insert(1000)], [.scan(0...2000)]])),
    Witness(
      name: "G2", keeps: "strong-repeatable-read", defect: .ignoresPhantoms,
      request: one(of: [.scan(0...999), .insert(1000)], [.scan(1000...2000), .insert(0)])),
    Witness(
      name: "G2", keeps: "strong-snapshot-isolation", defect: .ignoresPhantoms,
      request: one(of: [.scan(0...999), .insert(1000)], [.scan(1000...2000), .insert(0)])),
    Witness(
      name: "write-skew", keeps: "strong-snapshot-isolation", defect: .checksWritesOnly,
      request: one(of: [.read(0), .append(1)], [.read(1), .append(0)])),
  ]

  private static let seeds = UInt64(1)...(RandomShare.isWhole ? 15 : 2)

  @Test(arguments: all) func `A broken store is found out by the least cycle`(_ witness: Witness) throws {
    for seed in Self.seeds {
      var store = BrokenStore(witness.defect, seed: seed)
      let drawn = store.run(witness.transactions, processes: witness.processes, failing: witness.failing, witness.request)
      let judgement = try TransactionalModel(flavor: .listAppend)
        .judge(
          drawn.history(), consistency: witness.consistency,
          limits: JudgingLimits())
      let names = judgement.anomalies.map(\.name)
      guard let anomaly = judgement.anomalies.first(where: { $0.name == witness.name }) else {
        Issue.record("seed \(seed): \(names)\n\(drawn)")
        continue
      }
      #expect(witness.keeps.isEmpty || !judgement.excluded.contains(witness.keeps), "seed \(seed): \(names)\n\(drawn)")
      let level = witness.name.hasSuffix("-process") ? 1 : witness.name.hasSuffix("-realtime") ? 2 : 0
      let kind = witness.name.replacing("-process", with: "").replacing("-realtime", with: "")
      let bare = kind.replacing("-predicate", with: "")
      guard ["G0", "G1c", "fractured-read", "G-single", "G-nonadjacent", "G2-item", "G2", "write-skew"].contains(bare) else { continue }
      let length = anomaly.operations.count
      #expect(LeastCycle(drawn, level: level).length(kind, most: length) == length, "seed \(seed)\n\(drawn)\n\(anomaly.story)")
      if level > 0 { #expect(LeastCycle(drawn, level: level - 1).length(kind, most: length) == nil, "seed \(seed)\n\(drawn)") }
    }
  }

  @Test func `A store without a defect is strict serializable`() throws {
    for seed in Self.seeds {
      var store = BrokenStore(.none, seed: seed)
      let drawn = store.run(60, processes: 5, failing: true) { _, random in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          let key = Int.random(in: 0...2, using: &random)
          return [.append(key), .append(key), .read(key), .scan(0...key), .insert(3)].randomElement(using: &random) ?? .read(key)
        }
      }
      let judgement = try TransactionalModel(flavor: .listAppend)
        .judge(drawn.history(), consistency: "strict-serializable", limits: JudgingLimits())
      #expect(judgement.verdict == .valid, "seed \(seed): \(judgement.lines)\n\(drawn)")
    }
  }

  /// Nearly all transactions lie on cycles, and each cycle has two antidependencies in a row. A search from each edge would end early
  /// where they are thousands.
  @Test func `Snapshot isolation is judged without a search for what it forbids`() throws {
    var store = BrokenStore(.checksWritesOnly, seed: 1)
    var begun = 0
    let drawn = store.run(300, processes: 8, failing: false) { process, random in
      begun += 1
      let first = begun / 160 * 8
      return (0..<4).map { _ in .read(first + Int.random(in: 0...7, using: &random)) } + [.append(first + process)]
    }
    var log = TransactionLog(.listAppend, file: "drawn")
    for operation in try drawn.history().operations { try log.add(operation) }
    let graph = TransactionAnalysis(log).graph
    func cycles(nonadjacent: Bool) -> [[Int]] {
      StrongComponents(graph, kinds: .items, level: .realtime, nodes: graph.byInvocation, nonadjacent: nonadjacent).cycles
    }
    #expect(cycles(nonadjacent: false).joined().count > 290)
    #expect(cycles(nonadjacent: true) == [])
    let judgement = try TransactionalModel(flavor: .listAppend)
      .judge(drawn.history(), consistency: "strong-snapshot-isolation", limits: JudgingLimits())
    #expect(judgement.verdict == .valid, "\(judgement.lines)")
    #expect(judgement.excluded.contains("serializable"))
  }
}

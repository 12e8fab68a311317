import HistoryJudging
import Testing

/// Histories of transactions that were made to show one anomaly each.
struct TransactionTests {
  /// A history of transactions, written shortly. A line is a transaction: process, outcome and value. Those of one block, between blank
  /// lines, overlap; blocks follow each other.
  static func history(_ text: String) throws -> HistoryJudging.History {
    var events: [String] = []
    for block in text.split(separator: "\n\n") {
      let lines = block.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
      for line in lines {
        let asked = line[2].replacing(/(r \S+) (\[[^\]]*\]|[^\s\]]+)\]/) { "\($0.1) nil]" }
        events.append("{:process \(line[0]) :type :invoke :f :txn :value \(asked)}")
      }
      for line in lines { events.append("{:process \(line[0]) :type :\(line[1]) :f :txn :value \(line[2])}") }
    }
    return try HistorySource(Array(events.joined(separator: "\n").utf8), name: "h").history()
  }

  static func judge(_ model: String, _ text: String, _ consistency: String = "strict-serializable") throws -> Judgement {
    let model = try #require(HistoryModels.named(model))
    return try model.judge(history(text), consistency: consistency, limits: JudgingLimits())
  }

  /// Name of the gravest anomaly that the history was made for, a model that it excludes, one that it allows, and the history.
  static let lists: [(String, String, String, String)] = [
    ("G0", "read-uncommitted", "", "0 ok [[append x 1] [append y 1]]\n1 ok [[append x 2] [append y 2]]\n\n2 ok [[r x [1 2]] [r y [2 1]]]"),
    ("G1a", "read-committed", "read-uncommitted", "0 fail [[append x 1]]\n1 ok [[r x [1]]]"),
    ("G1b", "read-committed", "read-uncommitted", "0 ok [[append x 1] [append x 2]]\n1 ok [[r x [1]]]\n\n1 ok [[r x [1 2]]]"),
    ("G1c", "read-committed", "read-uncommitted", "0 ok [[append x 1] [r y [1]]]\n1 ok [[append y 1] [r x [1]]]"),
    ("dirty-update", "read-committed", "read-uncommitted", "0 fail [[append x 1]]\n1 ok [[append x 2]]\n\n2 ok [[r x [1 2]]]"),
    ("internal", "read-atomic", "cursor-stability", "0 ok [[append x 1]]\n\n0 ok [[append x 2] [r x [1]]]"),
    ("future-read", "read-committed", "read-uncommitted", "0 ok [[r x [1]] [append x 1]]"),
    ("garbage-read", "read-uncommitted", "", "0 ok [[r x [7]]]"),
    ("duplicate-elements", "read-uncommitted", "", "0 ok [[append x 1]]\n\n0 ok [[r x [1 1]]]"),
    ("incompatible-order", "read-committed", "read-uncommitted",
      "0 ok [[append x 1]]\n1 ok [[append x 2]]\n\n0 ok [[r x [1]]]\n1 ok [[r x [2]]]\n\n0 ok [[r x [1 2]]]"),
    ("lost-update", "cursor-stability", "read-atomic", "0 ok [[r x []] [append x 1]]\n1 ok [[r x []] [append x 2]]"),
    ("fractured-read", "read-atomic", "cursor-stability",
      "0 ok [[append x 1] [append y 1]]\n1 ok [[r x [1]] [r y []]]\n\n2 ok [[r y [1]]]"),
    ("G-single", "parallel-snapshot-isolation", "cursor-stability",
      "0 ok [[append x 1] [append y 1]]\n1 ok [[append y 2] [append z 1]]\n2 ok [[r x []] [r z [1]]]\n\n3 ok [[r x [1]] [r y [1 2]]]"),
    ("G-nonadjacent", "snapshot-isolation", "parallel-snapshot-isolation",
      "0 ok [[append x 1]]\n1 ok [[append y 1]]\n2 ok [[r x [1]] [r y []]]\n3 ok [[r x []] [r y [1]]]"),
    ("G2-item", "serializable", "snapshot-isolation", "0 ok [[r x []] [append y 1]]\n1 ok [[r y []] [append x 1]]"),
    ("write-skew", "repeatable-read", "snapshot-isolation", "0 ok [[r x []] [append y 1]]\n1 ok [[r y []] [append x 1]]"),
    ("G2", "serializable", "strong-repeatable-read",
      "0 ok [[scan [a m] nil] [append x 1]]\n1 ok [[scan [n z] nil] [append b 1]]\n\n2 ok [[r x [1]] [r b [1]]]"),
    ("G2", "serializable", "strong-snapshot-isolation",
      "0 ok [[scan nil {k [1]}] [append x 1]]\n1 ok [[scan nil {k [1]}] [append y 1]]\n2 ok [[append k 1]]\n\n3 ok [[r x [1]] [r y [1]]]"),
    ("G-single-predicate", "parallel-snapshot-isolation", "repeatable-read",
      "0 ok [[scan [a b] nil] [r y [1]]]\n1 ok [[append a 1] [append y 1]]"),
    ("internal-predicate", "read-atomic", "repeatable-read", "0 ok [[append x 1]]\n1 ok [[scan nil nil] [r x [1]]]"),
    ("internal", "read-atomic", "cursor-stability", "0 ok [[append x 1] [scan nil nil]]"),
    ("G1a", "read-committed", "read-uncommitted", "0 fail [[append x 1]]\n1 ok [[scan nil {x [1]}]]"),
    ("G1b", "read-committed", "read-uncommitted", "0 ok [[append x 1] [append x 2]]\n1 ok [[scan nil {x [1]}]]\n\n1 ok [[r x [1 2]]]"),
    ("G1c", "read-committed", "read-uncommitted", "0 ok [[append x 1] [scan [y y] {y [1]}]]\n1 ok [[append y 1] [scan [x x] {x [1]}]]"),
    ("garbage-read", "read-uncommitted", "", "0 ok [[append x 1]]\n1 ok [[scan [a b] {x [1]}]]"),
    ("G0-realtime", "strong-read-uncommitted", "strong-session-serializable",
      "0 ok [[append x 2]]\n\n1 ok [[append x 1]]\n\n2 ok [[r x [1 2]]]"),
    ("G0-process", "strong-session-read-uncommitted", "serializable", "0 ok [[append x 2]]\n\n0 ok [[append x 1]]\n\n2 ok [[r x [1 2]]]"),
    ("G1c-process", "strong-session-read-committed", "serializable", "0 ok [[r x [1]]]\n\n0 ok [[append x 1]]"),
    ("G1c-realtime", "strong-read-committed", "strong-session-serializable", "0 ok [[r x [1]]]\n\n1 ok [[append x 1]]"),
    ("G-single-process", "strong-session-snapshot-isolation", "serializable", "0 ok [[append x 1]]\n\n0 ok [[r x []]]"),
    ("G-single-realtime", "strong-snapshot-isolation", "strong-session-serializable", "0 ok [[append x 1]]\n\n1 ok [[r x []]]"),
    ("G-nonadjacent-process", "strong-session-snapshot-isolation", "serializable",
      "0 ok [[append x 1]]\n1 ok [[append y 1]]\n\n0 ok [[r y []]]\n1 ok [[r x []]]"),
  ]

  /// Whichever of the two wrote x first, the other should have seen it, and with it what it did not read.
  private static let fork = "0 ok [[w k 1]]\n1 ok [[w m 1]]\n2 ok [[r k 1] [r m nil] [w x 1]]\n3 ok [[r k nil] [r m 1] [w x 2]]"

  @Test(arguments: ["rw-register", "list-append"]) func triesEveryOrderOfVersions(_ model: String) throws {
    let text = model == "rw-register" ? Self.fork : Self.fork.replacing("[w", with: "[append").replacing(/(r . )1/) { "\($0.1)[1]" }
    try expect(model, "no-order", "parallel-snapshot-isolation", "causal", text)
    let judgement = try Self.judge(model, text, "parallel-snapshot-isolation")
    let anomaly = try #require(judgement.anomalies.first { $0.name == "no-order" })
    #expect(anomaly.story.last == "T1, T2, T3, T4: every order of the versions was tried, and none is parallel-snapshot-isolation.")
    #expect(anomaly.operations.count == 4)
  }

  @Test(arguments: lists) func namesAnomaliesOfLists(_ name: String, _ excluded: String, _ allowed: String, _ text: String) throws {
    try expect("list-append", name, excluded, allowed, text)
  }

  static let registers: [(String, String, String, String)] = [
    ("G1a", "read-committed", "read-uncommitted", "0 fail [[w x 1]]\n1 ok [[r x 1]]"),
    ("G1b", "read-committed", "read-uncommitted", "0 ok [[w x 1] [w x 2]]\n1 ok [[r x 1]]"),
    ("G1c", "read-committed", "read-uncommitted", "0 ok [[w x 1] [r y 1]]\n1 ok [[w y 1] [r x 1]]"),
    ("internal", "read-atomic", "cursor-stability", "0 ok [[w x 2] [r x 1]]\n1 ok [[w x 1]]"),
    ("future-read", "read-committed", "read-uncommitted", "0 ok [[r x 1] [w x 1]]"),
    ("garbage-read", "read-uncommitted", "", "0 ok [[w x 2]]\n\n0 ok [[r x 3]]\n\n0 ok [[r x 2]]"),
    ("lost-update", "cursor-stability", "read-atomic", "0 ok [[r x nil] [w x 1]]\n1 ok [[r x nil] [w x 2]]"),
    ("fractured-read", "read-atomic", "cursor-stability", "0 ok [[w x 1] [w y 1]]\n1 ok [[r x 1] [r y nil]]"),
    ("G2-item", "serializable", "snapshot-isolation", "0 ok [[r x nil] [w y 1]]\n1 ok [[r y nil] [w x 1]]"),
    ("G-nonadjacent", "snapshot-isolation", "parallel-snapshot-isolation",
      "0 ok [[w x 1]]\n1 ok [[w y 1]]\n2 ok [[r x 1] [r y nil]]\n3 ok [[r x nil] [r y 1]]"),
    ("G-single-realtime", "strong-snapshot-isolation", "strong-session-serializable", "0 ok [[w x 1]]\n\n1 ok [[w x 2]]\n\n2 ok [[r x 1]]"),
    ("G1c-realtime", "strong-read-committed", "strong-session-serializable", "0 ok [[r x 1]]\n\n1 ok [[w x 1]]"),
  ]

  @Test(arguments: registers) func namesAnomaliesOfRegisters(_ name: String, _ excluded: String, _ allowed: String, _ text: String) throws {
    try expect("rw-register", name, excluded, allowed, text)
  }

  private func expect(_ model: String, _ name: String, _ excluded: String, _ allowed: String, _ text: String) throws {
    let judgement = try Self.judge(model, text)
    let names = judgement.anomalies.map(\.name)
    #expect(judgement.verdict == .invalid)
    #expect(names.contains(name), "\(names)")
    #expect(judgement.excluded.contains(excluded), "\(judgement.excluded)")
    if !allowed.isEmpty {
      #expect(!judgement.excluded.contains(allowed), "\(judgement.excluded) by \(names)")
      #expect(try Self.judge(model, text, allowed).verdict == .valid)
    }
    #expect(try Self.judge(model, text, excluded).verdict == .invalid)
    #expect(judgement.anomalies.allSatisfy { !$0.story.isEmpty && !$0.operations.isEmpty })
  }

  /// A read that comes before the one that shows the other transaction may miss it.
  @Test(arguments: ["rw-register", "list-append"]) func whatWasSeenDoesNotVanish(_ model: String) throws {
    func history(_ reads: String) -> String {
      let text = "0 ok [[w x 1] [w y 1]]\n1 ok [\(reads)]"
      return model == "rw-register"
        ? text : text.replacing("[w", with: "[append").replacing("[r x 1]", with: "[r x [1]]") + "\n\n2 ok [[r y [1]]]"
    }
    let vanished = try Self.judge(model, history("[r x 1] [r y nil]"), "monotonic-atomic-view")
    #expect(vanished.verdict == .invalid && vanished.anomalies.contains { $0.name == "OTV" })
    #expect(vanished.excluded.contains("read-atomic") && !vanished.excluded.contains("cursor-stability"))
    let early = try Self.judge(model, history("[r y nil] [r x 1]"), "monotonic-atomic-view")
    #expect(early.verdict == .valid && early.excluded.contains("read-atomic"))
  }

  @Test func unknownTransactionsMayOrMayNotHaveHappened() throws {
    #expect(try Self.judge("list-append", "0 info [[append x 1]]\n1 ok [[r x []]]\n\n1 ok [[r x [1]]]").verdict == .valid)
    #expect(try Self.judge("list-append", "0 info [[append x 1]]\n1 ok [[r x []]]\n\n1 ok [[r x []]]").verdict == .valid)
    #expect(try Self.judge("rw-register", "0 info [[w x 1]]\n1 ok [[r x nil]]\n\n1 ok [[r x 1]]").verdict == .valid)
  }

  @Test func tellsTheStory() throws {
    let judgement = try Self.judge("list-append", "0 ok [[append x 1]]\n\n1 ok [[r x []]]")
    let anomaly = try #require(judgement.anomalies.first { $0.name == "G-single-realtime" })
    #expect(
      anomaly.story == [
        "T1 (process 0, line 1): append 1 to x", "T2 (process 1, line 3): read x = []",
        "T2 before T1: T2 read x = [], and not yet 1, which T1 appended.",
        "T1 before T2: T1 was acknowledged (line 2) before T2 began (line 3).",
        "So T2 would come before itself: no order of these transactions gives what they read.",
      ])
    #expect(judgement.strongest == ["strong-cursor-stability", "strong-session-serializable"])
  }

  @Test func refusesWhatItCannotJudge() {
    #expect(throws: HistoryError.self) { try Self.judge("list-append", "0 ok [[append x 1] [append x 1]]") }
    #expect(throws: HistoryError.self) { try Self.judge("list-append", "0 ok [[w x 1]]") }
    #expect(throws: HistoryError.self) { try Self.judge("rw-register", "0 ok 7") }
  }

  @Test(arguments: [
    ("list-append", "[[:append :x 1]]", "[[:append :x 2]]"), ("list-append", "[[:append :x 1] [:r :y nil]]", "[[:r :y nil]]"),
    ("rw-register", "[[:w :x 1] [:w :y 1]]", "[[:w :y 1] [:w :x 1]]"),
  ])
  func refusesTheAnswerOfAnotherTransaction(_ model: String, _ asked: String, _ answered: String) throws {
    let text = "{:process 0 :type :invoke :f :txn :value \(asked)}\n{:process 0 :type :ok :f :txn :value \(answered)}"
    let history = try HistorySource(Array(text.utf8), name: "h").history()
    let error = #expect(throws: HistoryError.self) {
      try HistoryModels.named(model)?.judge(history, consistency: "serializable", limits: JudgingLimits())
    }
    #expect(error?.line == 2)
    #expect(error?.description.contains("of line 1, which writes something else") == true)
  }
}

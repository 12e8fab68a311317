import Testing

@testable import HistoryJudging

/// Histories by design for the models that a check decides.
@Suite struct CheckTests {
  @Test(arguments: [
    ("set", "add 1 ok, add 2 info, read [1] ok", []),
    ("set", "add 1 ok, add 2 ok, read [1] ok", ["lost"]),
    ("set", "add 1 ok, read [1 9] ok", ["unexpected"]),
    ("set-full", "add 1 ok, read [] ok, read [1] ok", []),
    ("set-full", "add 1 ok, read [1] ok, read [] ok", ["lost"]),
    ("set-full", "add 1 ok, read [1 1] ok", ["duplicates"]),
    ("counter", "add 1 ok, add 2 info, read 1 ok, read 3 ok", []),
    ("counter", "add 1 ok, read 0 ok", ["out-of-bounds"]),
    ("counter", "add 1 ok, add -3 ok, read -1 ok", ["out-of-bounds"]),
    ("bank", "read {0 5 1 5} ok, transfer {:from 0 :to 1 :amount 2} ok, read {0 3 1 7} ok", []),
    ("bank", "read {0 5 1 5} ok, read {0 5 1 7} ok", ["wrong-total"]),
    ("bank", "read {0 5 1 5} ok, read {0 -1 1 11} ok", ["negative-value"]),
    ("bank", "read {0 5 1 5} ok, read {0 5 2 5} ok", ["wrong-accounts"]),
    ("unique-ids", "generate 1 ok, generate 2 ok", []),
    ("unique-ids", "generate 1 ok, generate 2 ok, generate 1 ok", ["duplicate-id"]),
    ("long-fork", "txn [[:w 0 1]] ok, txn [[:w 1 1]] ok, txn [[:r 0 1] [:r 1 nil]] ok, txn [[:r 0 1] [:r 1 1]] ok", []),
    ("long-fork", "txn [[:w 0 1]] ok, txn [[:w 1 1]] ok, txn [[:r 0 1] [:r 1 nil]] ok, txn [[:r 0 nil] [:r 1 1]] ok", ["long-fork"]),
    ("log", "send [[:send 0 [3 :a]]] ok, send [[:send 0 [4 :b]]] ok, poll [[:poll {0 [[3 :a] [4 :b]]}]] ok", []),
    ("log", "send [[:send 0 [3 :a]]] ok, send [[:send 0 [4 :b]]] ok, poll [[:poll {0 [[4 :b]]}]] ok", ["lost-write"]),
    ("log", "send [[:send 0 [3 :a]]] ok, send [[:send 0 [3 :b]]] ok", ["inconsistent-offsets"]),
    ("log", "send [[:send 0 :a]] fail, poll [[:poll {0 [[0 :a]]}]] ok", ["G1a"]),
    ("log", "poll [[:poll {0 [[0 :a]]}]] ok", ["garbage-read"]),
  ])
  func `A check names what is wrong`(_ model: String, _ calls: String, _ anomalies: [String]) throws {
    let judgement = try judge(model, sequential(calls))
    #expect(judgement.anomalies.map(\.name) == anomalies)
    #expect(judgement.verdict == (anomalies.isEmpty ? .valid : .invalid))
  }

  @Test func `A set that nobody read is undecided`() throws {
    #expect(try judge("set", sequential("add 1 ok")).verdict == .unknown)
  }

  @Test func `A stale read of a set is eventual and not linearizable`() throws {
    let history = sequential("add 1 ok, read [] ok, read [1] ok")
    #expect(try judge("set-full", history).verdict == .valid)
    #expect(try judge("set-full", history, consistency: "linearizable").verdict == .invalid)
  }
}

import Foundation
import Testing

@testable import HistoryJudging

/// Histories by design, one for each thing that an object's history can do wrong, and what is said of it.
@Suite struct ObjectModelTests {
  @Test func `A stale read of a register is told with its two writes`() throws {
    let judgement = try judge(
      "register",
      """
      {:process 0, :type :invoke, :f :write, :value 1}
      {:process 0, :type :ok, :f :write, :value 1}
      {:process 1, :type :invoke, :f :read}
      {:process 1, :type :ok, :f :read, :value 1}
      {:process 0, :type :invoke, :f :write, :value 2}
      {:process 0, :type :ok, :f :write, :value 2}
      {:process 1, :type :invoke, :f :read}
      {:process 1, :type :ok, :f :read, :value 1}
      """)
    #expect(judgement.verdict == .invalid)
    let anomaly = try #require(judgement.anomalies.first)
    #expect(anomaly.operations.map(\.line) == [1, 5, 7])
    #expect(
      anomaly.story == [
        "no order explains these 3 calls, whatever the other 1 call did: a value would have come and gone while another was held",
        "A  process 0: write 1 → ok (lines 1 and 2)",
        "B  process 0: write 2 → ok (lines 5 and 6)",
        "C  process 1: read → 1 (lines 7 and 8)",
        "A ended before B began; B ended before C began.",
        "The longest order is A, B: then the register holds 2, so C cannot have had its outcome.",
        "Every other order stops at C or before it.",
      ])
  }

  @Test func `A write of unknown outcome may take effect much later`() throws {
    let history = """
      {:process 0, :type :invoke, :f :write, :value 1}
      {:process 0, :type :info, :f :write, :value 1}
      {:process 1, :type :invoke, :f :read}
      {:process 1, :type :ok, :f :read, :value nil}
      {:process 1, :type :invoke, :f :read}
      {:process 1, :type :ok, :f :read, :value 1}
      """
    #expect(try judge("cas-register", history).verdict == .valid)
  }

  @Test func `Keys are judged apart, and the story names the key`() throws {
    let judgement = try judge(
      "cas-register",
      """
      {:process 0, :type :invoke, :f :write, :value [7 1]}
      {:process 0, :type :ok, :f :write, :value [7 1]}
      {:process 1, :type :invoke, :f :read, :value [8 nil]}
      {:process 1, :type :ok, :f :read, :value [8 nil]}
      {:process 1, :type :invoke, :f :read, :value [7 nil]}
      {:process 1, :type :ok, :f :read, :value [7 nil]}
      """)
    #expect(judgement.verdict == .invalid)
    #expect(judgement.lookedAt.hasSuffix("2 keys"))
    #expect(judgement.anomalies.first?.story.first?.hasPrefix("no order explains these 2 calls of key 7") == true)
  }

  @Test(arguments: [
    ("queue", "enqueue 1 ok, enqueue 2 ok, dequeue 2 ok, dequeue 1 ok", false),
    ("queue", "enqueue 1 ok, enqueue 2 ok, dequeue 1 ok, dequeue 2 ok", true),
    ("queue", "enqueue 1 ok, dequeue nil ok", false),
    ("unordered-queue", "enqueue 1 ok, enqueue 2 ok, dequeue 2 ok, dequeue 1 ok", true),
    ("unordered-queue", "enqueue 1 ok, dequeue 1 ok, dequeue 1 ok", false),
    ("stack", "push 1 ok, push 2 ok, pop 2 ok, pop 1 ok, pop nil ok", true),
    ("stack", "push 1 ok, push 2 ok, pop 1 ok", false),
    ("mutex", "acquire nil ok, acquire nil ok", false),
    ("mutex", "acquire nil ok, release nil info, acquire nil ok", true),
    ("mutex", "release nil ok", false),
    ("semaphore", "init 2 ok, acquire nil ok, acquire nil ok", true),
    ("semaphore", "init 2 ok, acquire 2 ok, acquire nil ok", false),
    ("multi-register", "txn [[:w :x 1] [:w :y 2]] ok, txn [[:r :x 1] [:r :y 2]] ok", true),
    ("multi-register", "txn [[:w :x 1] [:w :y 2]] ok, txn [[:r :x 1] [:r :y nil]] ok", false),
    ("append/get/put by key", "append [0 \"a\"] ok, append [0 \"b\"] ok, get [0 \"ab\"] ok", true),
    ("append/get/put by key", "append [0 \"a\"] ok, append [0 \"b\"] ok, get [0 \"ba\"] ok", false),
  ])
  func `An object is judged`(_ model: String, _ calls: String, _ isValid: Bool) throws {
    #expect(try judge(model, sequential(calls)).verdict == (isValid ? .valid : .invalid))
  }

  @Test func `A lock with owners is released by its owner only`() throws {
    let history = """
      {:process 0, :type :invoke, :f :acquire}
      {:process 0, :type :ok, :f :acquire}
      {:process 1, :type :invoke, :f :release}
      {:process 1, :type :ok, :f :release}
      """
    #expect(try judge("mutex", history).verdict == .valid)
    #expect(try judge("owned-mutex", history).verdict == .invalid)
  }

  @Test func `A search that reaches its limit says what it tried`() throws {
    var lines = ""
    for process in 0..<12 { lines += "{:process \(process), :type :invoke, :f :push, :value \(process)}\n" }
    for process in 0..<12 { lines += "{:process \(process), :type :ok, :f :push, :value \(process)}\n" }
    for value in [3, 3] { lines += "{:process 0, :type :invoke, :f :pop}\n{:process 0, :type :ok, :f :pop, :value \(value)}\n" }
    let judgement = try judge("stack", lines, limit: 1000)
    #expect(judgement.verdict == .unknown)
    #expect(judgement.undecided?.contains("the longest order explains 12 of 14 completions") == true, "\(judgement.undecided ?? "")")
  }

  @Test func `A call that the model does not know is an error with its line`() throws {
    let error = #expect(throws: HistoryError.self) { try judge("mutex", sequential("acquire nil ok, increment 1 ok")) }
    #expect(error?.line == 3)
    #expect(error?.hint == "the functions of this model are acquire and release")
  }
}

/// The judgement of a history in EDN.
@discardableResult
func judge(_ model: String, _ text: String, consistency: String? = nil, limit: Int = 1_000_000) throws -> Judgement {
  let model = try #require(HistoryModels.named(model))
  return try model.judge(
    HistorySource(text.utf8).history(), consistency: consistency ?? model.consistencies[0], limits: JudgingLimits(placements: limit))
}

/// A history of one call after the other: each is "function value outcome".
func sequential(_ calls: String) -> String {
  calls.components(separatedBy: ", ").enumerated().map { number, call in
    let words = call.split(separator: " ")
    let value = words[1..<(words.count - 1)].joined(separator: " ")
    let process = words.last == "info" ? 100 + number : 0
    let entry = "{:process \(process), :f :\(words[0]), :value \(value), :type"
    return "\(entry) :invoke}\n\(entry) :\(words[words.count - 1])}\n"
  }.joined()
}

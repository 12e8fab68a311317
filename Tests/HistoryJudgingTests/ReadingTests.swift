import HistoryJudging
import Testing

/// Histories in every form that is read, and what is wrong with those that are not.
struct ReadingTests {
  private func read(_ text: String) throws -> HistoryJudging.History {
    try HistorySource(Array(text.utf8), name: "h").history()
  }

  static let forms = [
    // EDN, a map a line.
    """
    {:process 0, :type :invoke, :f :write, :value 3, :time 10, :index 0}
    ; a comment
    {:process :nemesis, :type :info, :f :start, :value nil, :index 1}
    {:process 0, :type :ok, :f :write, :value 3, :time 12, :index 2, :node "n\\"1"}
    """,
    // One vector, one list, tagged maps, discarded forms.
    "[{:process 0 :type :invoke :f :write :value 3}, {:process :nemesis :type :info :f :start} {:process 0 :type :ok :f :write :value 3}]",
    "({:process 0 :type :invoke :f :write :value 3} #_ {:x 1} #jepsen.history.Op{:process 0 :type :ok :f :write :value 3})",
    // JSON Lines and a JSON array.
    """
    {"process": 0, "type": "invoke", "f": "write", "value": 3}
    {"process": 0, "type": "ok", "f": "write", "value": 3, "extra": {"a": [1.5, "\\u00e9\\ud83d\\ude00"]}}
    """,
    "\u{FEFF}[{\"process\": 0, \"type\": \"invoke\", \"f\": \"write\", \"value\": 3},\n"
      + "{\"process\": 0, \"type\": \"ok\", \"f\": \"write\"}]",
    // Jepsen's log, and its history.txt.
    "INFO  jepsen.util - 0\t:invoke\t:write\t3\nINFO  jepsen.core - something else\nINFO  jepsen.util - 0\t:ok\t:write\t3\n",
    "0\t:invoke\t:write\t3\n:nemesis\t:info\t:start\tnil\n0\t:ok\t:write\t3",
  ]

  @Test(arguments: forms) func readsEveryForm(_ text: String) throws {
    let history = try read(text)
    #expect(history.operations.count == 1)
    let write = try #require(history.operations.first)
    #expect(write.process == .number(0))
    #expect(write.function == "write")
    #expect(write.outcome == .ok)
    #expect(write.value == .int(3))
    #expect(write.precedes(write) == false)
  }

  @Test func readsValues() throws {
    let value = """
      {:process "c 1" :type :invoke :f :txn :key "k" \
      :value [nil true -7 1.5 12345678901234567890N 2/3 "a\\nb" :x/y #{1 2} {:a 1, "b" ()} \\newline ##Inf #inst "2020"]}
      """
    let operation = try #require(try read(value).operations.first)
    #expect(operation.outcome == .info)
    #expect(operation.process == .named("c 1"))
    #expect(
      operation.value
        == .list([
          .text("k"),
          .list([
            .null, .bool(true), .int(-7), .double(1.5), .text("12345678901234567890"), .text("2/3"), .text("a\nb"), .name("x/y"),
            .set([.int(1), .int(2)]), .map([.name("a"): .int(1), .text("b"): .list([])]), .text("\n"), .double(.infinity), .text("2020"),
          ]),
        ]))
  }

  @Test func leavesUnknownCallsOpen() throws {
    let history = try read("0\t:invoke\t:write\t3\n1\t:invoke\t:read\tnil\n0\t:info\t:write\t:timed-out\n1\t:fail\t:read\t:timed-out")
    #expect(history.operations.map(\.outcome) == [.info, .fail])
    #expect(history.operations.map(\.completed) == [Int.max, 3])
    #expect(history.operations.map(\.value) == [.int(3), .null])
  }

  /// If nobody says who called, nothing is known of the order of any process.
  @Test func readsCallsOfNobody() throws {
    let call = "{:type :invoke :f :read}\n{:type :ok :f :read :value 3}\n"
    let history = try read(call + "{:process :nemesis :type :info :f :kill}\n" + call)
    #expect(history.operations.map(\.process) == [.named("?1"), .named("?2")])
    #expect(history.operations[0].precedes(history.operations[1]))
  }

  static let mistakes: [(String, Int, String)] = [
    ("", 1, "empty"),
    (String(repeating: " ", count: 100), 1, "empty"),
    ("hello", 1, "begins no history"),
    ("{:process 0 :type :invoke :f :read", 1, "ends inside"),
    ("[{:process 0 :type :invoke :f :read}\n", 1, "ends inside"),
    ("{:process 0 :type :invoke :f :read}\n{:process 1 :f :read}", 2, "without a type"),
    ("{:process 0 :type :maybe :f :read}", 1, "invoke, ok, fail and info"),
    ("{:type :invoke :f :read}\n{:type :invoke :f :read}", 2, "without a process, while the read of line 1 is open"),
    ("{:process 0 :type :invoke :f :read}\n{:type :ok :f :read}", 2, "without a process, though line 1 has one"),
    ("{:type :invoke :f :read}\n{:type :ok :f :read}\n{:process 0 :type :invoke :f :read}", 1, "without a process, though line 3 has one"),
    ("{:process 0 :type :ok :f :read}", 1, "without an invocation"),
    ("{:process 0 :type :invoke :f :read}\n{:process 0 :type :invoke :f :read}", 2, "while its read of line 1 is open"),
    ("{:process 0 :type :invoke :f :read}\n{:process 0 :type :ok :f :write}", 2, "line 1 invoked read"),
    ("{:process 0 :type :invoke :f :read :index 3}\n{:process 0 :type :ok :f :read :index 3}", 2, "a second time"),
    ("{:process 0 :type :invoke :f :read :index 3}\n{:process 0 :type :ok :f :read :index 2}", 2, "index 2 after 3"),
    ("{:process 0 :type :invoke :f :read :time 9}\n{:process 0 :type :ok :f :read :time 8}", 2, "before its invocation"),
    ("{:process 0 :type :invoke :f :read :f :write}", 1, "twice"),
    ("{:process 0 :type :invoke :f :read :value {1 2 1 3}}", 1, "twice"),
    ("{:process 0 :type :invoke :f :read :value 12x}", 1, "no number"),
    ("{:process 0 :type :invoke :f :read :value ]}", 1, "where a value should stand"),
    ("{\"process\": 0 \"type\": \"invoke\"}", 1, "comma"),
    ("{\"process\": 0, \"type\": tru}", 1, "where a value should stand"),
    ("{\"process\": 0, \"type\": \"invoke\", \"value\": \"\\ud83d\"}", 1, "surrogate"),
    ("[{\"process\": 0, \"type\": \"invoke\"}] x", 1, "behind the end"),
    ("{\"process\": 0, \"type\": \"invoke\", \"value\": " + String(repeating: "[", count: 100_000), 1, "deep"),
    ("{:process 0 :type :invoke :value " + String(repeating: "#_", count: 100_000), 1, "deep"),
  ]

  @Test(arguments: mistakes) func saysWhatIsWrong(_ text: String, _ line: Int, _ what: String) {
    let error = #expect(throws: HistoryError.self) { try read(text) }
    #expect(error?.line == line)
    #expect(error?.description.contains(what) == true, "\(String(describing: error))")
  }

  /// A megabyte in one line, of which an error shows the beginning.
  @Test(arguments: [
    ("{:process 0 :type :\(long) :f :read}", "the types are"),
    ("{:process 0 :type :ok :f :\(long)}", "follows an invoke"),
    ("{:process :\(long) :type :ok :f :read}", "follows an invoke"),
    ("{:process 0 :type :invoke :f :read :value \(digits)x}", "no number"),
    ("{\"\(long)\": 1", "the file ends inside"),
    ("{\"process\": 0, \"type\": \"invoke\", \"time\": \(digits)}", "whole number"),
    ("[" + String(repeating: "{} ", count: 300_000), "without a type"),
  ])
  func saysWhatIsWrongOfALongLine(_ text: String, _ what: String) {
    let error = #expect(throws: HistoryError.self) { try read(text) }
    #expect(error?.line == 1)
    let description = error?.description ?? ""
    #expect(description.contains(what) && description.utf8.count < 1_500, "\(description.prefix(2_000))")
  }

  private static let long = String(repeating: "x", count: 1_000_000)
  private static let digits = String(repeating: "9", count: 1_000_000)

  @Test func refusesOtherEncodings() {
    let start = Array("{:process 0 :type :invoke :f \"".utf8)
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0x7B, 0, 0x3A, 0], start + [0xC3, 0x28, 0x22, 0x7D]] {
      #expect(throws: HistoryError.self) { try HistorySource(bytes, name: "h").history() }
    }
  }

  /// Whatever the bytes: an answer or an error, never a crash.
  @Test func survivesDamage() {
    var random = SystemRandomNumberGenerator()
    for text in Self.forms {
      let bytes = Array(text.utf8)
      for length in bytes.indices { _ = try? HistorySource(bytes[..<length], name: "h").history() }
      for _ in 0..<200 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
        }
        _ = try? HistorySource(damaged, name: "h").history()
      }
    }
  }
}

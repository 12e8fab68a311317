import PropertyTesting
import Testing

@Suite("Histories as lanes")
struct HistoryLanesTests {
  static let stale = CellHistory([
    CellCall(client: "alice", .write(0, 1), .done(0), called: 1, returned: 4),
    CellCall(client: "bob", .read(0), .done(1), called: 2, returned: 3),
    CellCall(client: "carol", .read(0), .done(0), called: 5, returned: 6),
    CellCall(client: "bob", .write(1, 2), .unknown("timed out"), called: 7, returned: 8),
    CellCall(client: "alice", .read(0), .done(1), called: 9, returned: 10),
  ])

  @Test func clientsAreColumns() {
    #expect(
      Self.stale.lanes(operation: Self.text, output: { "\($0)" }) == [
        "time  alice         bob                               carol",
        "   1  ┌ write 0 1",
        "   2  │             ─ read 0 → 1",
        "   4  └ → 0",
        "   5                                                  ─ read 0 → 0",
        "   7                ─ write 1 2 → unknown: timed out",
        "   9  ─ read 0 → 1",
      ])
  }

  @Test func aViolationShowsWhatContradictsIt() throws {
    guard case .violated(let violation) = Self.stale.linearizability(by: .cells.partitioned(by: \.cell)) else {
      Issue.record("it is stale")
      return
    }
    #expect(violation == LinearizabilityViolation(stuck: 2, prefix: [0, 1, 2], order: [0, 1]))
    #expect(
      Self.stale.lanes(explaining: violation, operation: Self.text, output: { "\($0)" }) == [
        "time  alice        bob               carol",
        "   1  ┌ write 0 1",
        "   2  │            ─ read 0 → 1  #2",
        "   4  └ → 0  #1",
        "   5                                 ─ read 0 → 0  ✗",
        "#1, #2 …: the longest order found; ✗: this call fits no order",
      ])
  }

  @Test func manyClientsAreLines() {
    let history = CellHistory(
      (1...12).map { CellCall(client: "client \($0)", .read(0), .done(0), called: $0, returned: $0 + 20) })
    let lines = history.lanes(operation: Self.text, output: { "\($0)" })
    #expect(lines.count == 12)
    #expect(lines[0] == "1–21   client 1   read 0 → 0")
    #expect(lines[11] == "12–32  client 12  read 0 → 0")
  }

  @Test func noLineIsLongerThanTheWidth() {
    for clients in [1, 3, 6, 20] {
      let history = CellHistory(
        (1...40).map {
          CellCall(
            client: "client \($0 % clients)", .exchange(1_000_000, from: 1_234_567, to: 7_654_321),
            $0 % 5 == 0 ? .failed("for a reason that is long enough to be cut, whatever") : .done(0), called: $0,
            returned: $0 + 3)
        })
      for width in [60, 100] {
        #expect(history.lanes(width: width).allSatisfy { $0.count <= width })
        #expect(history.lanes(limit: 5, width: width).first == "… 35 calls before these")
      }
    }
  }

  /// The lanes are in the report.
  @Test func aFailureIsPrintedAsLanes() async throws {
    do {
      try check("cells are linearizable", forAll: .constant(())) { _, trial in
        try Self.stale.expectLinearizable(
          by: .cells, notingIn: trial, operation: Self.text, output: { "\($0)" })
      }
      Issue.record("it holds")
    } catch let failure as PropertyFailure {
      let found = try #require(failure.result.verdict.counterexample)
      #expect(found.trace.contains("   5                                 ─ read 0 → 0  ✗"))
      #expect(found.message == "an order of 3 calls in which read 0 gives 0 to carol")
    }
  }

  static func text(_ operation: CellOperation) -> String {
    switch operation {
    case .read(let cell): "read \(cell)"
    case .write(let cell, let value): "write \(cell) \(value)"
    case .exchange(let cell, let from, let to): "exchange \(cell) \(from) for \(to)"
    case .raise(let cell): "raise \(cell)"
    }
  }
}

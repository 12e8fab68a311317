import PropertyTesting
import Testing

/// Long histories take work that grows with their length: counted in placements, which are the same on every machine.
@Suite("Judging long histories")
struct LongHistoryTests {
  /// 1,000 calls by 10 clients over 10 cells.
  private static func history(seed: UInt64, cells: Int = 10) throws -> CellHistory {
    let found = Found()
    try check(
      "makes one",
      forAll: .cellHistory(calls: 1_000...1_000, clients: 10, cells: cells, oddOutcomes: 0),
      settings: RunSettings(cases: 1, seed: seed), claims: .elsewhere
    ) { found.history.append($0) }
    return found.history.entries[0]
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aThousandCallsAreJudged(seed: UInt64) throws {
    let history = try Self.history(seed: seed)
    #expect(history.calls.count == 1_000)
    let verdict = history.linearizability(by: .cells.partitioned(by: \.cell), limit: 20_000)
    guard case .linearizable(let order) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(order.sorted() == Array(0..<1_000))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func oneReadMadeStaleIsFound(seed: UInt64) throws {
    var history = try Self.history(seed: seed)
    let model = CellModel.cells.partitioned(by: \.cell)
    var violations = 0
    // Every eleventh: the early and the late ones.
    for index in stride(from: 0, to: 1_000, by: 11) {
      let call = history.calls[index]
      guard case .read(let cell) = call.operation, case .done(let value) = call.outcome else { continue }
      history.calls[index] = CellCall(
        client: call.client, .read(cell), .done((value + 1) % 3), called: call.called, returned: call.returned)
      switch history.linearizability(by: model, limit: 50_000) {
      case .violated(let violation):
        violations += 1
        #expect(violation.prefix.contains(index))
      // What was written at the same time may be what is read now.
      case .linearizable: break
      case .undecided: Issue.record("undecided where read \(index) is changed")
      }
      history.calls[index] = call
    }
    #expect(violations > 10)
  }

  private struct Found: Sendable {
    let history = Log<CellHistory>()
  }
}

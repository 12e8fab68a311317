import HistoryJudging
import RandomShare
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

/// Long runs: eight clients of one store make list-append transactions at the same time, as those of PostgreSQL's levels do
/// (`PostgresLevelTests`).
@Suite struct LongRunTests {
  /// With TOUCHSTONE_ALL=1, as in continuous integration, 20,000.
  private static let transactions = RandomShare.isWhole ? 20_000 : 4_000

  @Test(arguments: ["memory", "file", "sqlite"])
  func `Thousands of transactions have one order`(_ name: String) async throws {
    let backends: [any Backend] = [MemoryBackend(), FileBackend(), SQLiteBackend()]
    let backend = try #require(backends.first { $0.name == name })
    let workload = Self.workload()
    let store = try await backend.makeLocation().open()
    let history = try await workload.record { _, call in
      // Every other client may call in between, also where one thread runs them all.
      await Task.yield()
      return HistoryValue(
        try await store.write { transaction in
          try call.value.steps.map { step in
            guard case .append(let key, let value) = step else { return try transaction.read(step) }
            try transaction.append(value, to: key)
            return step
          }
        })
    }
    try await store.close()
    await backend.tearDown()
    #expect(history.operations.count { $0.outcome == .ok } == Self.transactions)
    // Calls overlap: else the order of time alone would decide.
    #expect(zip(history.operations, history.operations.dropFirst()).count { !$0.precedes($1) } > Self.transactions / 20)
    let judgement = try workload.judge(history, consistency: "strict-serializable")
    #expect(judgement.verdict == .valid, "\(judgement.lines.joined(separator: "\n"))")
  }

  /// Of eight lists in use one is drawn for each step; after 16 appends another takes its place.
  private static func workload() -> Workload {
    var workload = Workload(model: "list-append", clients: Array(repeating: [], count: 8))
    var (keys, appends) = (Array(0..<8), Array(repeating: 0, count: 8))
    for number in 0..<transactions {
      let steps = (0..<Int.random(in: 1...4)).map { _ -> TransactionStep in
        let slot = Int.random(in: 0..<8)
        guard Bool.random() else { return .read(key: .int(keys[slot]), .null) }
        if appends[slot] == 16 { (keys[slot], appends[slot]) = ((keys.max() ?? 0) + 1, 0) }
        appends[slot] += 1
        return .append(key: .int(keys[slot]), .int(appends[slot]))
      }
      workload.clients[number % 8].append(Workload.Call("txn", HistoryValue(steps)))
    }
    return workload
  }
}

import Foundation
import HistoryJudging
import Testing

/// PostgreSQL's three levels by the judge: plain sessions of `psql`, no store between them and the server.
@Suite("PostgreSQL: its isolation levels", .serialized)
struct PostgresLevelTests {
  private static let clients = 8
  /// With TOUCHSTONE_ALL=1, as in continuous integration, 20,000.
  private static let transactions = ProcessInfo.processInfo.environment["TOUCHSTONE_ALL"] == "1" ? 20_000 : 5_000

  /// Each statement sees all that is committed by then, so nothing that a transaction saw vanishes for its later statements.
  @Test func readCommittedLosesUpdates() async throws {
    let judgement = try await judge("READ COMMITTED", "strong-monotonic-atomic-view")
    #expect(judgement.verdict == .valid, "\(judgement.lines.joined(separator: "\n"))")
    let names = judgement.anomalies.map(\.name)
    for name in ["lost-update", "fractured-read", "G-single"] { #expect(names.contains(name), "\(names)") }
  }

  /// Snapshot isolation: each cycle has two rw edges in a row.
  @Test func repeatableReadSkewsWritesAtMost() async throws {
    let judgement = try await judge("REPEATABLE READ", "strong-snapshot-isolation")
    #expect(judgement.verdict == .valid, "\(judgement.lines.joined(separator: "\n"))")
    let names = judgement.anomalies.map(\.name)
    #expect(names.contains { $0.hasPrefix("G2-item") || $0.hasPrefix("write-skew") }, "\(names)")
    #expect(judgement.excluded.contains("serializable"))
  }

  @Test func serializableShowsNothing() async throws {
    let judgement = try await judge("SERIALIZABLE", "serializable")
    #expect(judgement.verdict == .valid, "\(judgement.lines.joined(separator: "\n"))")
  }

  /// Runs list-append in sessions of this level. A list is read before a value is appended to it.
  private func judge(_ level: String, _ consistency: String) async throws -> Judgement {
    let server = try TestServer.shared()
    try server.psql("DROP TABLE IF EXISTS lists; CREATE TABLE lists (key int PRIMARY KEY, list text NOT NULL)")
    let scripts = scripts(level)
    let outputs = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (client, script) in scripts.enumerated() {
        group.addTask { (client, try await Self.psql(script, at: server.url)) }
      }
      return try await group.reduce(into: [(Int, String)]()) { $0.append($1) }
    }
    // A session looks at the clock some time after its commit, and some time before it begins: of equal times, ends come first.
    var events: [(time: Int, isBeginning: Int, event: HistoryEvent)] = []
    for (client, output) in outputs { events += Self.events(of: client, output) }
    let history = try History(events.sorted { ($0.time, $0.isBeginning) < ($1.time, $1.isBeginning) }.map(\.event), name: level)
    #expect(history.operations.count == Self.transactions)
    #expect(history.operations.count { $0.outcome == .ok } > Self.transactions / 4, "\(history.summary)")
    let model = try #require(HistoryModels.named("list-append"))
    let judgement = try model.judge(history, consistency: consistency, limits: JudgingLimits())
    print("\(level): \(history.summary); \(judgement.lookedAt); found \(judgement.anomalies.map { "\($0.name) \($0.count)" }); "
      + "strongest \(judgement.strongest)")
    return judgement
  }

  /// What each client sends. Of four keys in use one is drawn for each step; after 32 appends another takes its place.
  private func scripts(_ level: String) -> [String] {
    var scripts = Array(
      repeating: "\\set VERBOSITY terse\nSET synchronous_commit = off;\nSET default_transaction_isolation = '\(level.lowercased())';\n",
      count: Self.clients)
    var keys = Array(0..<4)
    var appends = Array(repeating: 0, count: 4)
    let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;\n"
    for number in 0..<Self.transactions {
      var script = "\\echo begin\n\(now)BEGIN;\n"
      for _ in 0..<Int.random(in: 1...4) {
        let slot = Int.random(in: 0..<4)
        script += "SELECT coalesce((SELECT list FROM lists WHERE key = \(keys[slot])), '') AS l \\gset\n\\echo r \(keys[slot]) :l\n"
        guard Bool.random() else { continue }
        if appends[slot] == 32 { (keys[slot], appends[slot]) = ((keys.max() ?? 0) + 1, 0) }
        appends[slot] += 1
        let (key, value) = (keys[slot], appends[slot])
        script += "SELECT coalesce((SELECT list FROM lists WHERE key = \(key)), '') AS l \\gset\n\\echo r \(key) :l\n"
        script += "INSERT INTO lists VALUES (\(key), ' \(value)') ON CONFLICT (key) DO UPDATE SET list = lists.list || ' \(value)';\n"
        script += "\\echo append \(key) \(value)\n"
      }
      scripts[number % Self.clients] += script + "\\echo end\nCOMMIT;\n\(now)"
    }
    return scripts
  }

  private static func psql(_ script: String, at url: String) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appendingPathComponent("in.sql"), folder.appendingPathComponent("out.txt"))
    try Data(script.utf8).write(to: input)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", url, "-X", "-A", "-t", "-f", input.path]
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    // Serialization failures: what a transaction said at its end counts.
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return try String(contentsOf: output, encoding: .utf8)
  }

  /// What a session printed: `begin`, a time, the steps, `end`, `COMMIT` or `ROLLBACK`, a time. Between them are tags of other statements.
  private static func events(of client: Int, _ output: String) -> [(time: Int, isBeginning: Int, event: HistoryEvent)] {
    var events: [(time: Int, isBeginning: Int, event: HistoryEvent)] = []
    var steps: [TransactionStep] = []
    var began = 0
    var (isEnding, isCommitted) = (false, false)
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "begin": (steps, began, isEnding, isCommitted) = ([], 0, false, false)
      case "end": isEnding = true
      case "COMMIT": isCommitted = true
      case "r": steps.append(.read(key: .int(Int(words[1]) ?? 0), .list(words.dropFirst(2).compactMap { Int($0).map(HistoryValue.int) })))
      case "append": steps.append(.append(key: .int(Int(words[1]) ?? 0), .int(Int(words[2]) ?? 0)))
      default:
        guard let time = Int(line) else { continue }
        if !isEnding {
          began = time
          continue
        }
        let asked = steps.map { step in if case .read(let key, _) = step { TransactionStep.read(key: key, .null) } else { step } }
        events.append((began, 1, HistoryEvent(process: .number(client), .invoke, "txn", HistoryValue(asked), time: began * 1000)))
        let end = HistoryEvent(process: .number(client), isCommitted ? .ok : .fail, "txn", HistoryValue(steps), time: time * 1000)
        events.append((time, 0, end))
      }
    }
    return events
  }
}

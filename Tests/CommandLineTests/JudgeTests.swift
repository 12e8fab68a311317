import Foundation
import Testing

@Suite("touchstone judge")
struct JudgeTests {
  private static let stale = """
    {:process 0, :type :invoke, :f :txn, :value [[:append x 1] [:append y 1]]}
    {:process 0, :type :ok, :f :txn, :value [[:append x 1] [:append y 1]]}
    {:process 1, :type :invoke, :f :txn, :value [[:append z 1] [:r z nil]]}
    {:process 1, :type :ok, :f :txn, :value [[:append z 1] [:r z [1]]]}
    {:process 2, :type :invoke, :f :txn, :value [[:r x nil] [:r z nil]]}
    {:process 2, :type :ok, :f :txn, :value [[:r x []] [:r z [1]]]}

    """

  @Test("Saves the calls that matter, and draws them")
  func saves() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try Data(Self.stale.utf8).write(to: tool.folder.appendingPathComponent("h.edn"))
    let run = try tool.run(["judge", "h.edn", "--model", "list-append", "--save", "least.edn", "--page", "page.html"])
    #expect(run.status == 1, "\(run.diagnostics)")
    #expect(run.output.contains("G-single-realtime"))
    let least = try String(contentsOf: tool.folder.appendingPathComponent("least.edn"), encoding: .utf8)
    #expect(
      least == """
        ; 2 of the calls of h.edn, judged by list-append, strict-serializable
        {:process 0, :type :invoke, :f :txn, :value [[:append :x 1]]}
        {:process 0, :type :ok, :f :txn, :value [[:append :x 1]]}
        {:process 2, :type :invoke, :f :txn, :value [[:r :x nil]]}
        {:process 2, :type :ok, :f :txn, :value [[:r :x []]]}

        """)
    let again = try tool.run(["judge", "least.edn", "--model", "list-append"])
    #expect(again.status == 1)
    #expect(again.output.contains("G-single-realtime"))
    let page = try String(contentsOf: tool.folder.appendingPathComponent("page.html"), encoding: .utf8)
    for words in ["0 of 1 history is valid", "<h3>G-single-realtime</h3>", "append 1 to x", "<svg", "would come before"] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(!page.contains("<script"))
  }

  @Test("Says what cannot be saved")
  func refusals() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try Data(Self.stale.utf8).write(to: tool.folder.appendingPathComponent("h.edn"))
    let two = try tool.run(["judge", "h.edn", "h.edn", "--model", "list-append", "--save", "least.edn"])
    #expect(two.status == 2 && two.diagnostics.contains("--save takes one history, not 2"))
    let form = try tool.run(["judge", "h.edn", "--model", "list-append", "--page", "page.pdf"])
    #expect(form.status == 2 && form.diagnostics.contains("--page takes FILE.html"))
    let valid = try tool.run(["judge", "h.edn", "--model", "list-append", "--consistency", "serializable", "--save", "least.edn"])
    #expect(valid.status == 0 && valid.diagnostics.contains("nothing is saved"))
  }

  private static let client = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/examples/judge-client/client.py").path
  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  /// The client of docs/judge.md: with transactions, and without.
  @Test("Reads what a client in Python wrote", .enabled(if: hasPython, "python3 is not installed"), arguments: [false, true])
  func python(isCareless: Bool) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", Self.client, "h.jsonl", "--transactions", "400"] + (isCareless ? ["--careless"] : [])
    process.currentDirectoryURL = tool.folder
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let run = try tool.run(["judge", "h.jsonl", "--model", "list-append"])
    #expect(run.status == (isCareless ? 1 : 0), "\(run.output)")
    #expect(run.output.contains("400 transactions"))
  }
}

import Foundation
import Testing

@Suite("Adapters that touchstone writes")
struct AdapterTests {
  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  @Test(
    "What is written is short, passes the smoke test and holds laws", .enabled(if: hasPython, "python3 is not installed"),
    arguments: ["kv", "ordered-kv", "sql"])
  func written(_ profile: String) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let new = try tool("adapter", "new", "my_notes", "--language", "python", "--profile", profile)
    #expect(new.status == 0, "\(new.diagnostics)")
    let adapter = try tool.read("my_notes_store.py")
    #expect(adapter.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
    #expect(adapter.contains("class MyNotesStore(") && !adapter.contains("MyStore"))
    // The commands that it prints are those to run.
    for line in new.output.split(separator: "\n") where line.hasPrefix("  touchstone") {
      let words = line.matches(of: #/'([^']*)'|(\S+)/#).map { String($0.1 ?? $0.2 ?? "") }.dropFirst()
      let isLong = words.first == "conformance"
      let run = try tool.run(words + (isLong ? ["--only", "STO-16,STO-18,STO-24,STO-42", "--cases", "3", "--seed", "1"] : []))
      #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
      #expect(run.output.contains(isLong ? "4 of 4 held" : "The adapter follows the protocol"), "\(run.output)")
    }
  }

  @Test("Nothing is overwritten")
  func refusals() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    func new(_ name: String, _ more: String...) throws -> Tool.Outcome {
      try tool.run(["adapter", "new", name, "--language", "python"] + more)
    }
    #expect(try new("notes").status == 0)
    let base = try tool.read("touchstone_adapter.py")
    let again = try new("notes", "--profile", "sql")
    #expect(again.status == 3 && again.diagnostics.contains("notes_store.py is there already"), "\(again.diagnostics)")
    #expect(try new("other").status == 0, "the base that is there is this one")
    try "mine".write(to: tool.folder.appendingPathComponent("touchstone_adapter.py"), atomically: true, encoding: .utf8)
    let foreign = try new("third")
    #expect(foreign.status == 3 && foreign.diagnostics.contains("is not that of this version"), "\(foreign.diagnostics)")
    #expect(try tool.read("touchstone_adapter.py") == "mine")
    let nowhere = try new("third", "--into", "nowhere")
    #expect(nowhere.status == 3 && nowhere.diagnostics.contains("there is no folder nowhere"), "\(nowhere.diagnostics)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("third_store.py").path))
    #expect(base.contains("def serve(kind):"))
  }
}

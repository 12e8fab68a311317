import Foundation
import Testing

@Suite("touchstone scan")
struct ScanTests {
  private func scan(_ files: [String: String], _ arguments: String...) throws -> Tool.Outcome {
    let tool = try Tool()
    defer { tool.removeFolder() }
    for (path, text) in files {
      let file = tool.folder.appendingPathComponent("App/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try tool.run(["scan", "App"] + arguments)
  }

  @Test("Lists each use with its place, and ends with 1")
  func findings() throws {
    let run = try scan([
      "Feed.swift": """
      final class Feed: ObservableObject {
        @Published var title = "@StateObject"  // @ObservedObject
        @EnvironmentObject var shop: Shop; @ObservedObject var cart: Cart; @StateObject var user: User
        func load() { let items = try! read("\\(fatalError())") }
        var price: Double = 1
      }
      """,
      "Views/Other.swift": "/* ObservableObject */ let a = 1\n",
    ])
    #expect(run.status == 1)
    #expect(
      run.output == """
        App/Feed.swift:1:19: ObservableObject  (observable-object)
        App/Feed.swift:2:3: @Published  (published)
        App/Feed.swift:3:3: @EnvironmentObject  (environment-object)
        App/Feed.swift:3:38: @ObservedObject  (observed-object)
        App/Feed.swift:3:70: @StateObject  (state-object)
        App/Feed.swift:4:29: try!  (force-try)
        App/Feed.swift:4:42: fatalError  (fatal-error)
        App/Feed.swift:5:14: Double  (double-money)
        8 findings in 2 files, 62 tokens

        """)
  }

  @Test("Nothing found ends with 0; what other rules look for is theirs")
  func nothing() throws {
    let files = ["A.swift": "import Combine\nlet a = b!\n"]
    let run = try scan(files)
    #expect(run.status == 0)
    #expect(run.output == "0 findings in 1 file, 7 tokens\n")
    let all = try scan(files, "--rules", "observation,force-unwrap")
    #expect(all.status == 1)
    #expect(
      all.output.hasPrefix(
        "App/A.swift:1:1: import Combine  (import-combine)\nApp/A.swift:2:10: !  (force-unwrap)\n"))
  }

  @Test("Money folders are strict, others go by names")
  func money() throws {
    let files = ["Money/A.swift": "let a = 0.5\n", "UI/B.swift": "let width = 0.5\n"]
    #expect(try scan(files).status == 0)
    let strict = try scan(files, "--money-folder", "Money")
    #expect(strict.status == 1)
    #expect(strict.output.hasPrefix("App/Money/A.swift:1:9: 0.5  (double-money)\n1 finding in 2 files"))
  }

  @Test("JSON for programs")
  func json() throws {
    let run = try scan(["A.swift": "@Published var a = 1"], "--json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(report["filesRead"] as? Int == 1 && report["filesUnreadable"] as? Int == 0)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.first?["token"] as? String == "@Published")
    #expect(findings.first?["column"] as? Int == 1)
  }

  @Test("A file that is not UTF-8 is a finding, and the scan goes on")
  func unreadable() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try Data([0x2F, 0x2F, 0xFF]).write(to: tool.folder.appendingPathComponent("A.swift"))
    try Data("try! f()".utf8).write(to: tool.folder.appendingPathComponent("B.swift"))
    let run = try tool("scan", ".")
    #expect(run.status == 1)
    #expect(
      run.output == """
        A.swift:1:1: could not be read: not UTF-8  (unreadable)
        B.swift:1:1: try!  (force-try)
        2 findings in 1 file, 5 tokens; 1 file could not be read

        """)
  }

  @Test(
    "A wrong command ends with 2",
    arguments: [
      ("scan", "touchstone scan takes the folder to scan"),
      ("scan . --rules publishd", "unknown rule “publishd”; did you mean “published”?"),
      ("scan . --rules ,", "--rules names no rule"), ("scan . --only CM-13", "unknown option “--only”"),
    ])
  func usage(_ command: String, _ message: String) throws {
    try Tool.expectUsageError(command, message)
  }

  @Test("A folder that is not there ends with 3")
  func missing() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("scan", "nowhere")
    #expect(run.status == 3)
    #expect(run.diagnostics.contains("nowhere does not exist") && run.output.isEmpty)
  }
}

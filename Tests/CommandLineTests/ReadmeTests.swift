import Foundation
import Testing

/// The README and docs/write-a-property.md show what the tool prints, to the letter.
@Suite("README")
struct ReadmeTests {
  @Test(
    "A failure in a document is the failure that its command prints",
    arguments: ["README.md", "docs/write-a-property.md"])
  func failure(_ document: String) throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(
      lines.firstIndex { $0.hasPrefix("$ swift run touchstone verify") && $0.contains("--fault") })
    let shown = lines[(start + 1)...].prefix { $0 != "```" }

    let tool = try Tool()
    defer { tool.removeFolder() }
    let saved = tool.folder.path
    let arguments = lines[start].split(separator: " ").dropFirst(4).map(String.init)
    let run = try tool.run(arguments + ["--regressions", saved], in: root)
    #expect(run.status == 1)
    let printed = run.output.replacingOccurrences(of: saved, with: "Tests/Regressions")
      .split(separator: "\n", omittingEmptySubsequences: false)
    // All but the summary, which says how long it took.
    #expect(Array(printed.prefix(shown.count)) == Array(shown))
    let summary = printed.dropFirst(shown.count).first
    #expect(summary?.hasPrefix("1 property that stores, over 1 backend: 0 of 1 held; 1 not held; ") == true)
  }
}

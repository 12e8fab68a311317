import Foundation
import Testing

/// Four documents show what the tool prints, to the letter. With TOUCHSTONE_WRITE_DOCS=1 they are made so.
@Suite("Documents that show a run")
struct ReadmeTests {
  @Test(
    "A failure in a document is the failure that its command prints",
    arguments: ["docs/tour.md", "docs/write-a-property.md", "docs/reports.md", "docs/isolation.md"])
  func failure(_ document: String) throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent(document)
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(
      lines.firstIndex { $0.hasPrefix("$ ") && $0.contains("touchstone verify") && $0.contains("--fault") })
    let shown = lines[(start + 1)...].prefix { $0 != "```" }

    let tool = try Tool()
    defer { tool.removeFolder() }
    let saved = tool.folder.path
    let arguments = lines[start].split(separator: " ").drop { $0 != "verify" }.map(String.init)
    let run = try tool.run(arguments + ["--regressions", saved], in: root)
    #expect(run.status == 1)
    let printed = run.output.replacingOccurrences(of: saved, with: "Tests/Regressions")
      .split(separator: "\n", omittingEmptySubsequences: false)
    // All but the summary, which says how long it took.
    let summary = try #require(printed.lastIndex { $0.contains("0 of 1 held; 1 not held; ") })
    if ProcessInfo.processInfo.environment["TOUCHSTONE_WRITE_DOCS"] == "1" {
      let changed = lines[...start] + printed[..<summary] + lines[shown.endIndex...]
      try changed.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(Array(printed[..<summary]) == Array(shown), "\(document)")
    }
  }
}

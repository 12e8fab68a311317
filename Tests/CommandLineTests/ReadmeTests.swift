import Foundation
import Testing

/// The README shows what the tool prints, to the letter.
@Suite("README")
struct ReadmeTests {
  @Test("The failure in the README is the failure that its command prints")
  func failure() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(
      lines.firstIndex { $0.hasPrefix("$ swift run touchstone verify") && $0.contains("--fault") })
    let shown = lines[(start + 1)...].prefix { $0 != "```" }

    // The words of the command, the quoted one whole.
    let parts = lines[start].split(separator: "\"")
    let words = try #require(parts.first).split(separator: " ").dropFirst(4).map(String.init)
    let arguments = words + [String(parts[1])] + parts[2].split(separator: " ").map(String.init)

    let tool = try Tool()
    defer { tool.removeFolder() }
    let saved = tool.folder.path
    let run = try tool.run(arguments + ["--regressions", saved], in: root)
    #expect(run.status == 1)
    let printed = run.output.replacingOccurrences(of: saved, with: "Tests/Regressions")
      .split(separator: "\n", omittingEmptySubsequences: false)
    // All but the summary, which says how long it took.
    #expect(Array(printed.prefix(shown.count)) == Array(shown))
    #expect(printed.dropFirst(shown.count).first?.hasPrefix("1 property × 1 backend: 0 of 1 held") == true)
  }
}

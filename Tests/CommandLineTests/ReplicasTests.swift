import Foundation
import Testing

@Suite("touchstone replicas")
struct ReplicasTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/examples/python-replicas").path
  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  @Test(
    "The example in Python is judged, and a mistake in it is replayed by the printed line",
    .enabled(if: hasPython, "python3 is not installed"))
  func example() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let good = try tool("replicas", "python3 '\(Self.folder)/fields.py'", "--only", "REP-01,REP-13", "--cases", "5", "--seed", "1")
    #expect(good.status == 0 && good.output.contains("2 of 2 laws held in 10 cases"), "\(good.output)\(good.diagnostics)")

    let text = try String(contentsOfFile: Self.folder + "/fields.py", encoding: .utf8)
    let right = "\"gone\": ours[\"gone\"] or theirs[\"gone\"]"
    try #require(text.contains(right))
    let path = "import sys; sys.path.insert(0, '\(Self.folder)')\n"
    try Data((path + text.replacingOccurrences(of: right, with: "\"gone\": ours[\"gone\"]")).utf8)
      .write(to: tool.folder.appendingPathComponent("wrong.py"))
    let reports = ["--report", "out.html", "--report", "out.json"]
    let bad = try tool.run(["replicas", "python3 wrong.py", "--only", "REP-01,REP-30", "--seed", "5eed"] + reports)
    #expect(bad.status == 1 && bad.output.contains("✘ REP-01 Devices that have exchanged everything show the same"), "\(bad.output)")
    let (page, data) = (try tool.read("out.html"), try tool.read("out.json"))
    #expect(page.contains("What the devices did, and what they exchanged") && page.contains("<path class=\"a\""))
    #expect(page.contains("TOUCHSTONE_REPLAY=REP-01:") && !page.contains("touchstone replay"))
    for member in [#""command" : "replicas""#, #""verdict" : "skipped""#, #""kind" : "messages""#] { #expect(data.contains(member)) }
    let line = try #require(bad.output.split(separator: "\n").first { $0.hasPrefix("  replay ") })
    #expect(line.hasSuffix("touchstone replicas 'python3 wrong.py'"), "\(line)")
    let token = try #require(line.firstMatch(of: /TOUCHSTONE_REPLAY=(\S+)/)?.output.1)
    let again = try tool.run(["replicas", "python3 wrong.py"], with: ["TOUCHSTONE_REPLAY": String(token)])
    let claim = bad.output.split(separator: "\n").first { $0.hasPrefix("  claim ") }
    #expect(again.status == 1 && claim != nil && claim == again.output.split(separator: "\n").first { $0.hasPrefix("  claim ") })
  }

  @Test("What is no adapter ends with 3, and the smoke test says what it expected")
  func noAdapter() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let useless = try tool("replicas", "echo hello; exec cat", "--only", "REP-01")
    #expect(useless.status == 3 && useless.diagnostics.contains("but it wrote “hello”"), "\(useless.diagnostics)")
    let smoke = try tool("replicas", "--smoke", "cat")
    #expect(smoke.status == 1 && smoke.output.contains("✘ hello names the adapter, protocol 1 and its capabilities"), "\(smoke.output)")
  }
}

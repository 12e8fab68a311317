import Foundation
import Testing

@Suite("touchstone verify and replay")
struct VerifyTests {
  static let fault = "dropsTheNewestAtTheCap"

  @Test("Properties hold over three backends")
  func holds() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("verify", "--only", "CM-0,CM-1,POS-3", "--cases", "20", "--seed", "0x5EED")
    #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
    #expect(run.output.hasPrefix("seed 5eed, 20 cases, backends memory, file, sqlite\n"))
    #expect(
      run.output.contains(
        "7 properties that store, over 3 backends: 21 of 21 held; 17 properties that store nothing: 17 of 17 held; all held; 760 cases"))
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("✔") && $0.hasSuffix("20 cases") } == 38)
    #expect(!run.output.contains("\u{1B}"), "no colour and no progress in a pipe")
    #expect(run.diagnostics.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("Tests").path))
  }

  @Test("A failure is reported, saved, tried first, replayed, and reported as fixed")
  func failureRoundTrip() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let found = try tool(
      "verify", "--only", "CM-13", "--backend", "sqlite", "--fault", Self.fault, "--seed", "5eed")
    #expect(found.status == 1)
    #expect(found.output.contains("✘ CM-13 Queue size invariant"))
    #expect(found.output.contains("falsified at case"))
    #expect(found.output.contains("given    [queueNewEntities(first: 0, count: 3)] from a queue of 0 with a cap of 2"))
    #expect(found.output.contains("saved    Tests/Regressions/CM-13.json; tried first on the next run"))

    // The replay line, pasted.
    let line = try #require(
      found.output.split(separator: "\n").first { $0.contains("swift run touchstone replay ") })
    let words = line.split(separator: " ")
    let token = try #require(words.first { $0.hasPrefix("CM-13:") })
    #expect(line.hasSuffix("replay \(token) --backend sqlite --fault \(Self.fault)"))
    let replayed = try tool("replay", String(token), "--backend", "sqlite", "--fault", Self.fault)
    #expect(replayed.status == 1)
    let steps = try tool("replay", String(token), "--backend", "sqlite", "--fault", Self.fault, "--step")
    #expect(steps.status == 1)
    #expect(steps.output.contains("── step 1 of 2\n(at first)   ‖ cap 2, []\n── step 2 of 2\nqueueNewEntities(first: 0, count: 3)\n"))
    #expect(steps.output.hasSuffix(replayed.output))
    #expect(claim(of: replayed.output) == claim(of: found.output))
    #expect(given(of: replayed.output) == given(of: found.output))

    // Without the fault it passes.
    #expect(try tool("replay", String(token)).status == 0)

    // The saved case comes first.
    let again = try tool(
      "verify", "--only", "CM-13", "--backend", "memory", "--fault", Self.fault, "--seed", "1")
    #expect(again.status == 1)
    #expect(again.output.contains("falsified by a saved counterexample, before any generated case"))
    #expect(given(of: again.output) == given(of: found.output))

    let fixed = try tool("verify", "--only", "CM-13", "--backend", "memory", "--cases", "5")
    #expect(fixed.status == 0)
    #expect(fixed.output.contains("fixed    saved counterexample passes now: \(token)"))
  }

  @Test("The last lines name what did not hold, and how to replay it")
  func failuresAreRepeated() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("verify", "--only", "CM-01", "--backend", "memory", "--backend", "file", "--fault", "acceptsAnyFood")
    #expect(run.status == 1)
    let last = run.output.split(separator: "\n").suffix(6).map(String.init)
    #expect(last.first == "Not held:")
    let replay = last.filter { $0.contains("swift run touchstone replay CM-01:") }
    #expect(replay.count == 2 && replay.last?.hasSuffix("--backend file --fault acceptsAnyFood") == true)
    #expect(last.count { $0.hasPrefix("✘ CM-01 Valid FoodItem") } == 2)
    #expect(last.last?.contains("0 of 2 held; 2 not held; ") == true)
  }

  @Test("The same seed gives the same output for any number of workers")
  func jobs() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let runs = try ["1", "2", "5"].map { jobs in
      try tool(
        "verify", "--only", "CM-11,CM-14", "--backend", "memory", "--seed", "77", "--jobs", jobs,
        "--regressions", "none-\(jobs)", "--fault", "stops at the first failure", "--report", "\(jobs).json", "--no-times")
    }
    #expect(runs.allSatisfy { $0.status == 1 })
    let reports = try ["1", "2", "5"].map { try tool.read("\($0).json") }
    #expect(Set(reports).count == 1)
  }

  @Test("Shards share the work out")
  func shards() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    var lines: [Substring] = []
    for shard in ["1/3", "2/3", "3/3"] {
      let run = try tool("verify", "--only", "CM,ARG-0", "--cases", "20", "--seed", "1", "--shard", shard)
      #expect(run.status == 0)
      lines += run.output.split(separator: "\n").filter { $0.hasPrefix("✔") }
    }
    let whole = try tool("verify", "--only", "CM,ARG-0", "--cases", "20", "--seed", "1")
    #expect(lines.sorted() == whole.output.split(separator: "\n").filter { $0.hasPrefix("✔") }.sorted())
  }

  @Test("A damaged regression file is an error that names it, and is left alone")
  func damagedRegression() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let folder = tool.folder.appendingPathComponent("saved")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("CM-13.json")
    try Data("{\"format\": 1, \"prop".utf8).write(to: file)
    for fault in [[], ["--fault", Self.fault]] {
      let run = try tool.run(
        ["verify", "--only", "CM-13", "--backend", "memory", "--regressions", "saved"] + fault)
      #expect(run.status == 1)
      #expect(run.output.contains("saved/CM-13.json: it is not JSON"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "{\"format\": 1, \"prop")
    }
  }

  @Test("Reports for other programs")
  func reports() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let files = ["json", "xml", "html", "md", "sarif"].flatMap { ["--report", "out.\($0)"] }
    let arguments = ["verify", "--only", "CM-13", "--fault", Self.fault, "--seed", "5eed"]
    let run = try tool.run(arguments + files)
    #expect(run.status == 1)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(tool.read("out.json").utf8)) as? [String: Any])
    #expect(json["seed"] as? String == "5eed")
    #expect(json["cases"] as? Int == 100)
    let rows = try #require(json["results"] as? [[String: Any]])
    #expect(rows.map { $0["backend"] as? String } == ["memory", "file", "sqlite"])
    for row in rows {
      #expect(
        Set(row.keys) == [
          "id", "title", "says", "system", "requirements", "place", "backend", "verdict", "cases", "proven", "discarded",
          "phases", "classes", "shares", "tables", "targets", "coverage", "counterexample", "others", "token", "report",
        ])
      #expect(row["verdict"] as? String == "falsified")
      #expect((row["token"] as? String)?.hasPrefix("CM-13:") == true)
    }
    let xml = try tool.read("out.xml")
    #expect(xml.contains("<testsuites tests=\"3\" failures=\"3\" time=\""))
    #expect(xml.split(separator: "\n").count { $0.contains("<testcase ") && $0.contains(" time=\"") } == 3)
    #expect(xml.contains("<failure message=\"falsified\">"))
    #expect(try tool.read("out.html").contains("<h1>0 of 3 held</h1>"))
    let sarif = try tool.read("out.sarif")
    #expect(sarif.contains("\"version\" : \"2.1.0\"") && sarif.split(separator: "\n").count { $0.contains("\"ruleId\" : \"CM-13\"") } == 3)
    let summary = try tool.read("out.md")
    #expect(summary.hasPrefix("### ✘ 0 of 3 held\n") && summary.contains("| CountMe | sqlite | 0 | 1 | "))
  }

  private func claim(of output: String) -> Substring? { field("claim", output) }
  private func given(of output: String) -> Substring? { field("given", output) }
  private func field(_ name: String, _ output: String) -> Substring? {
    output.split(separator: "\n").first { $0.hasPrefix("  \(name) ") }
  }
}

import Foundation
import Testing

@Suite("touchstone examples, corpus and verify --observe")
struct CaseCommandTests {
  @Test("Examples are the cases of a run with the same seed, without the property")
  func examples() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("examples", "cm-13", "--count", "30", "--seed", "5eed")
    #expect(run.status == 0, "\(run.diagnostics)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "CM-13 Queue size invariant, seed 5eed")
    #expect(lines.count { $0.firstMatch(of: #/^ *\d+  (simplest|bounds|designed|random)\b/#) != nil } == 30)
    #expect(try tool("examples", "cm-13", "--count", "30", "--seed", "5eed").output == run.output)
    let distribution = try tool("examples", "POS-37", "--distribution", "--seed", "1")
    #expect(distribution.status == 0 && distribution.output.contains("classes  of 1000 cases") && distribution.output.contains("characters in print"))
    try Tool.expectUsageError("examples", "touchstone examples takes one property")
    try Tool.expectUsageError("examples CM-99", "unknown property “CM-99”")
  }

  @Test("Every case is a line, of a failing and of a passing run")
  func observe() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    for (arguments, least) in [(["--only", "CM-12"], 100), (["--only", "CM-13", "--backend", "memory", "--fault", VerifyTests.fault, "--regressions", "r"], 3)] {
      let run = try tool.run(["verify", "--seed", "5eed", "--observe", "cases.jsonl"] + arguments)
      #expect(run.status <= 1 && run.diagnostics.isEmpty)
      let lines = try tool.read("cases.jsonl").split(separator: "\n")
      #expect(lines.count >= least)
      for line in lines {
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["type"] as? String == "test_case" && (object["representation"] as? String)?.isEmpty == false)
      }
      #expect(lines.contains { $0.contains("\"status\":\"failed\"") } == (run.status == 1))
    }
    try Tool.expectUsageError("verify --observe out.json", "--observe takes FILE.jsonl, not “out.json”")
  }

  @Test("Saved cases are merged by token, in any order, and a folder that is read-only is left alone")
  func corpus() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let faults = [VerifyTests.fault, "keepsDroppedOperationsStored"]
    for (number, fault) in faults.enumerated() {
      #expect(try tool("verify", "--only", "CM-13", "--backend", "memory", "--fault", fault, "--seed", "5eed", "--regressions", "r\(number)").status == 1)
    }
    let merged = try tool("corpus", "r0", "r1", "--into", "all")
    #expect(merged.status == 0 && merged.output.contains("CM-13  2 cases, 2 of them new"), "\(merged.output)\(merged.diagnostics)")
    #expect(try tool("corpus", "r1", "r0", "all", "--into", "again").status == 0)
    #expect(try tool.read("all/CM-13.json") == tool.read("again/CM-13.json"))
    #expect(try tool("corpus", "r1", "--into", "all").output.contains("0 of them new"))
    #expect(try tool.read("all/CM-13.json") == tool.read("again/CM-13.json"))

    let before = try tool.read("r0/CM-13.json")
    let tried = try tool(
      "verify", "--only", "CM-13", "--backend", "memory", "--fault", faults[1], "--seed", "5eed", "--regressions", "r0", "--read-only")
    #expect(tried.status == 1 && !tried.output.contains("saved    "))
    #expect(try tool.read("r0/CM-13.json") == before)
    #expect(try tool("corpus", "nothing", "--into", "all").status == 3)
    try Tool.expectUsageError("corpus r0", "touchstone corpus needs a folder to add to: --into DIR")
    try Data("{".utf8).write(to: tool.folder.appendingPathComponent("r1/CM-13.json"))
    let damaged = try tool("corpus", "r0", "r1", "--into", "new")
    #expect(damaged.status == 3 && damaged.diagnostics.contains("r1/CM-13.json"))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("new").path))
  }

  @Test("The first interrupt ends the run after the current case, and what is known is reported")
  func interrupt() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let process = Process()
    process.executableURL = try Tool.path()
    process.arguments = ["verify", "--only", "CM-12,CM-13", "--backend", "memory", "--cases", "10000000", "--seed", "1", "--report", "out.json"]
    process.currentDirectoryURL = tool.folder
    let output = tool.folder.appendingPathComponent("output")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Once it runs: before, the signal would just end it. The thread is kept: the tests beside this one wait for processes on all others,
    // and the run would go on until one of them ends.
    while try !tool.read("output").hasPrefix("seed 1") { usleep(20_000) }
    usleep(500_000)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1 && process.terminationReason == .exit)
    let text = try tool.read("output")
    #expect(text.contains("✘ CM-12") && text.contains("gave up") && text.contains("it was stopped after "), "\(text)")
    #expect(text.contains("stopped: 1 of 2 were not run"), "\(text)")
    let document = try #require(JSONSerialization.jsonObject(with: Data(tool.read("out.json").utf8)) as? [String: Any])
    #expect(document["notRun"] as? Int == 1 && (document["results"] as? [Any])?.count == 1)
  }
}

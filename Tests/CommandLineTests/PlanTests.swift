import Foundation
import Testing

@Suite("touchstone plan, verify --plan and merge")
struct PlanTests {
  /// Several properties have it, over every backend: a plan with failures, and some that hold nevertheless.
  private static let planned = ["plan", "--only", "POS-0,POS-1,CM", "--fault", "servesStaleReads", "--seed", "3", "--cases", "40"]

  private func plan(_ tool: Tool, _ arguments: [String] = planned, as name: String = "plan.json") throws {
    let run = try tool.run(arguments)
    #expect(run.status == 0, "\(run.diagnostics)")
    try Data(run.output.utf8).write(to: tool.folder.appendingPathComponent(name))
  }

  @Test("The merged result of any number of parts is that of one run, byte for byte")
  func merging() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try plan(tool)
    func remove(_ name: String) { try? FileManager.default.removeItem(at: tool.folder.appendingPathComponent(name)) }
    let formats = ["json", "html", "xml", "md", "sarif"]
    func reports(_ name: String) -> [String] {
      formats.flatMap { ["--report", "\(name).\($0)"] } + ["--no-times", "--regressions", "saved"]
    }
    let one = try tool.run(["verify", "--plan", "plan.json"] + reports("one"))
    #expect(one.status == 1 && one.output.contains("✘ POS-02") && one.output.contains("✘ POS-18"), "\(one.diagnostics)")
    remove("saved")
    for count in [1, 2, 7] {
      for shard in 1...count {
        let part = try tool("verify", "--plan", "plan.json", "--shard", "\(shard)/\(count)", "--parts", "parts-\(count)")
        #expect(part.status <= 1 && part.output.contains("This is not a verdict"), "\(part.diagnostics)")
      }
      // In any order.
      let files = (1...count).reversed().map { "parts-\(count)/part-\($0)-of-\(count).json" }
      let merged = try tool.run(["merge"] + files + reports("merged"))
      remove("saved")
      #expect(merged.status == 1)
      for format in formats {
        #expect(try tool.read("merged.\(format)") == tool.read("one.\(format)"), "\(count) parts, \(format)")
      }
      // But for the time that it took.
      #expect(merged.output.split(separator: "\n").dropLast() == one.output.split(separator: "\n").dropLast())
    }
  }

  @Test("A part that is missing, there twice, or of another plan is told, and nothing is green")
  func wrongParts() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try plan(tool, ["plan", "--only", "CM-12", "--seed", "1"])
    try plan(tool, ["plan", "--only", "CM-12", "--seed", "2"], as: "other.json")
    for shard in 1...3 {
      #expect(try tool("verify", "--plan", "plan.json", "--shard", "\(shard)/3").status == 0)
      #expect(try tool("verify", "--plan", "other.json", "--shard", "\(shard)/3", "--parts", "others").status == 0)
    }
    #expect(try tool("verify", "--plan", "plan.json", "--shard", "1/2").status == 0)
    func refused(_ files: [String], _ message: String, status: Int32 = 2) throws {
      let run = try tool.run(["merge"] + files + ["--report", "m.json"])
      #expect(run.status == status && run.diagnostics.contains(message), "\(run.diagnostics)")
      #expect(run.output.isEmpty && !FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("m.json").path))
    }
    let (one, two, three) = ("parts/part-1-of-3.json", "parts/part-2-of-3.json", "parts/part-3-of-3.json")
    try refused([one, three], "part 2 of 3 is missing: run it with verify --plan PLAN --shard 2/3")
    try refused([one, two, two, three], "part 2 of 3 is given twice: \(two) and \(two)")
    try refused([one, two, "others/part-3-of-3.json"], "others/part-3-of-3.json and \(one) are parts of different plans: seed 2 in the first, 1 in the second")
    try refused([one, "parts/part-1-of-2.json"], "parts/part-1-of-2.json is one of 2 parts, but \(one) is one of 3")
    try refused([one, "nothing.json"], "the part nothing.json cannot be read", status: 3)
    try refused([], "touchstone merge needs the files of all parts")
    // Cut off in the middle, and a text that is none.
    let whole = try tool.read(three)
    try Data(whole.utf8.prefix(whole.utf8.count / 2)).write(to: tool.folder.appendingPathComponent("half.json"))
    try refused([one, two, "half.json"], "half.json is not a part written by touchstone verify --plan: it is not JSON; it may have been cut off")
    try refused([one, two, "plan.json"], "plan.json is not a part written by touchstone verify --plan: “plan” is missing")
    let merged = try tool.run(["merge", one, two, three])
    #expect(merged.status == 0 && merged.output.contains("1 property that stores nothing: 1 of 1 held"))
  }

  @Test("A plan of another build or of other properties is refused")
  func wrongPlans() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try plan(tool, ["plan", "--only", "CM-12", "--seed", "1"])
    let text = try tool.read("plan.json")
    func refused(_ key: String, _ value: String, _ message: String) throws {
      let changed = text.replacing(try Regex("\"\(key)\" : [^,\\n]*"), with: "\"\(key)\" : \(value)")
      #expect(changed != text)
      try Data(changed.utf8).write(to: tool.folder.appendingPathComponent("changed.json"))
      let run = try tool("verify", "--plan", "changed.json", "--shard", "1/2")
      #expect(run.status == 2 && run.diagnostics.contains(message), "\(run.diagnostics)")
    }
    try refused("build", "\"00\"", "was made by another build of touchstone")
    try refused("catalogue", "\"00\"", "was made for other properties")
    try refused("format", "9", "has format 9, but this build reads format 1")
    try refused("cases", "\"many\"", "is not a plan written by touchstone plan")
    for option in ["--only CM", "--seed 2", "--cases 5", "--backend file", "--fault x", "--isolate"] {
      let run = try tool.run(["verify", "--plan", "plan.json"] + option.split(separator: " ").map(String.init))
      #expect(run.status == 2 && run.diagnostics.contains("the plan already fixes \(option.split(separator: " ")[0])"))
    }
    #expect(try tool("verify", "--plan", "nothing.json").status == 3)
    let report = try tool("verify", "--plan", "plan.json", "--shard", "1/2", "--report", "a.json")
    #expect(report.status == 2 && report.diagnostics.contains("pass --report to touchstone merge"))
  }

  @Test("Engines say which shard it is", arguments: [
    (["JOB_COMPLETION_INDEX": "1", "TOUCHSTONE_SHARD_COUNT": "3"], "part-2-of-3.json"),
    (["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_COUNT": "4"], "part-3-of-4.json"),
    (["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "status"], "part-1-of-2.json"),
    (["TOUCHSTONE_SHARD_INDEX": "4", "TOUCHSTONE_SHARD_COUNT": "5"], "part-5-of-5.json"),
  ])
  func engines(variables: [String: String], file: String) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try plan(tool, ["plan", "--only", "CM-12", "--seed", "1"])
    let run = try tool.run(["verify", "--plan", "plan.json"], with: variables)
    #expect(run.status == 0, "\(run.diagnostics)")
    #expect(FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("parts/" + file).path), "\(run.output)")
    if variables["TEST_SHARD_STATUS_FILE"] != nil {
      #expect(FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("status").path))
    }
  }

  @Test("Without a plan, what engines say is no reason to run less")
  func withoutPlan() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool.run(
      ["verify", "--only", "CM-12", "--cases", "5", "--seed", "1"], with: ["TOUCHSTONE_SHARD_INDEX": "1", "TOUCHSTONE_SHARD_COUNT": "2"])
    #expect(run.status == 0 && run.output.contains("1 of 1 held"))
    try Tool.expectUsageError("verify --parts x", "--parts is where a shard of a plan writes, so it needs --plan")
  }

  @Test("Variables that say half of it are refused", arguments: [
    (["JOB_COMPLETION_INDEX": "1"], "set TOUCHSTONE_SHARD_COUNT to the job's completions"),
    (["TOUCHSTONE_SHARD_INDEX": "x", "TOUCHSTONE_SHARD_COUNT": "3"], "TOUCHSTONE_SHARD_INDEX takes a whole number, not “x”"),
    (["TOUCHSTONE_SHARD_INDEX": "3", "TOUCHSTONE_SHARD_COUNT": "3"], "shard 4 of 3 does not exist"),
    (["TOUCHSTONE_SHARD_INDEX": "0", "TOUCHSTONE_SHARD_COUNT": "3", "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3"],
      "TOUCHSTONE_SHARD_INDEX says shard 1/3, but TEST_SHARD_INDEX says shard 2/3"),
  ])
  func halfSaid(variables: [String: String], message: String) throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try plan(tool, ["plan", "--only", "CM-12", "--seed", "1"])
    let run = try tool.run(["verify", "--plan", "plan.json"], with: variables)
    #expect(run.status == 2 && run.diagnostics.contains(message), "\(run.diagnostics)")
  }
}

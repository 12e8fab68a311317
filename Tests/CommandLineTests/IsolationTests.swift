import Foundation
import Testing

@Suite("touchstone --isolate")
struct IsolationTests {
  static let fault = "forced try crashes on missing fields"

  @Test("Properties hold in worker processes as they do without, over three backends")
  func holds() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let options = ["verify", "--cases", "20", "--seed", "5eed", "--only", "CM-11,CM-13,CM-14"]
    let plain = try tool.run(options)
    let isolated = try tool.run(options + ["--isolate"])
    #expect(isolated.status == 0, "\(isolated.output)\(isolated.diagnostics)")
    #expect(isolated.diagnostics.isEmpty)
    // All but how long it took.
    #expect(isolated.output.split(separator: "\n").dropLast() == plain.output.split(separator: "\n").dropLast())
    #expect(isolated.output.contains("6 of 6 held; 1 property that stores nothing: 1 of 1 held; all held; 140 cases"))
  }

  @Test("A fault that ends the process is reported, saved, tried first, and replayed")
  func crash() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    for isolation in [[], ["--isolate", "--timeout", "30"]] {
      let found = try tool.run(
        ["verify", "--only", "CM-11", "--backend", "memory", "--fault", Self.fault, "--seed", "5eed",
          "--regressions", "r\(isolation.count)"] + isolation)
      #expect(found.status == 1, "\(found.output)\(found.diagnostics)")
      #expect(found.output.contains("crashed at case"))
      #expect(found.output.contains("claim    the process died of SIG"))
      #expect(found.output.contains("'try!' expression unexpectedly raised an error: Invalid data"))
      #expect(found.output.contains("(ForcedTryFault.swift:"))
      #expect(found.output.contains("but id is missing"))
      #expect(found.output.contains("saved    r\(isolation.count)/CM-11.json; tried first on the next run"))
      let line = try #require(found.output.split(separator: "\n").first { $0.contains("touchstone replay ") })
      let words = isolation.isEmpty ? "" : " --isolate --timeout 30"
      #expect(line.hasSuffix("\(words) --fault '\(Self.fault)'"))

      let token = String(try #require(line.split(separator: " ").first { $0.hasPrefix("CM-11:") }))
      let replayed = try tool.run(["replay", token, "--fault", Self.fault] + isolation)
      #expect(replayed.status == 1)
      #expect(replayed.output.contains("crashed again in the replayed case"))
      #expect(try tool.run(["replay", token] + isolation).status == 0)

      let again = try tool.run(
        ["verify", "--only", "CM-11", "--backend", "memory", "--fault", Self.fault, "--regressions",
          "r\(isolation.count)"] + isolation)
      #expect(again.output.contains("crashed by a saved counterexample, before any generated case"))
    }
  }

  @Test("Any number of workers gives the same report")
  func jobs() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    for jobs in ["1", "2", "5"] {
      let run = try tool(
        "verify", "--only", "CM-11", "--backend", "memory", "--seed", "77", "--jobs", jobs, "--isolate",
        "--regressions", "none-\(jobs)", "--fault", Self.fault, "--report", "\(jobs).json", "--no-times")
      #expect(run.status == 1)
    }
    let reports = try ["1", "2", "5"].map { try tool.read("\($0).json") }
    #expect(Set(reports).count == 1)
    #expect(reports[0].contains("\"crashed\""))
  }

  @Test("The faults of a property are caught in workers too, and leave no files")
  func faults() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let stores = tool.folder.appendingPathComponent("stores")
    try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: false)
    let run = try tool("faults", "--only", "CM-11", "--isolate", "--backend", "file:stores")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("✔ CM-11 \(Self.fault)"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: stores.path) == [])
  }

  @Test(
    "A wrong time for a case is refused",
    arguments: [
      ("verify --timeout 2", "--timeout ends the worker process of a case, so it needs --isolate"),
      ("replay CM-11:AQ --timeout 2", "is not a replay token"),
      ("verify --isolate --timeout 0", "--timeout takes a number of seconds from 0.001 to 1000000, such as 0.5, not “0”"),
      ("verify --isolate --timeout -1", "not “-1”"),
      ("faults --isolate --timeout soon", "not “soon”"),
      ("faults --isolate --timeout nan", "not “nan”"),
      ("verify --isolate --timeout inf", "not “inf”"),
      ("verify --isolate --timeout", "option --timeout needs a value: --timeout SECONDS"),
      ("verify --isolate=yes", "option --isolate takes no value"),
      ("verify --isolat", "unknown option “--isolat”; did you mean “--isolate”?"),
      ("list --isolate", "unknown option “--isolate”"),
    ])
  func usage(_ command: String, _ message: String) throws {
    try Tool.expectUsageError(command, message)
  }
}

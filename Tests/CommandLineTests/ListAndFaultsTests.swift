import Foundation
import Testing

@Suite("touchstone list and faults")
struct ListAndFaultsTests {
  @Test("list --json is an array of the properties")
  func listJSON() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("list", "--json")
    #expect(run.status == 0)
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(rows.count == 253)
    for row in rows {
      #expect(Set(row.keys) == ["id", "title", "says", "system", "requirements", "needs", "faults"])
      let systems = ["POS": "PersonalOS", "CM": "CountMe", "QV": "QuickVault", "ARG": "Argus"]
      #expect(row["system"] as? String == (row["id"] as? String).flatMap { systems[String($0.prefix { $0 != "-" })] })
      #expect((row["says"] as? String)?.hasSuffix(".") == true)
      let faults = try #require(row["faults"] as? [[String: String]])
      #expect(faults.allSatisfy { Set($0.keys) == ["id", "fact"] })
    }
    #expect(rows.last?["id"] as? String == "ARG-S6")
    let last = try #require(rows.last { $0["id"] as? String == "CM-14" })
    #expect(last["needs"] as? [String] == ["concurrency", "storage", "virtual time"])
    #expect(last["requirements"] as? [String] == ["8.4", "8.1", "8.2", "8.3"])
  }

  @Test("list names every fault")
  func list() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("list", "--only", "CM-13")
    #expect(run.status == 0)
    #expect(run.output.contains("CM-13  Queue size invariant"))
    #expect(run.output.contains("must catch: drops the newest operation at the cap (dropsTheNewestAtTheCap)"))
    #expect(run.output.contains("1 properties") == false)
  }

  @Test("faults says after how many cases each was caught, and writes it down")
  func faults() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("faults", "--only", "CM-12", "--backend", "sqlite", "--report", "faults.json")
    #expect(run.status == 0, "\(run.output)")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(tool.read("faults.json").utf8)) as? [String: Any])
    let rows = try #require(report["faults"] as? [[String: Any]])
    #expect(rows.count == run.output.split(separator: "\n").count { $0.hasPrefix("✔ CM-12") })
    #expect(run.output.contains("\(rows.count) of \(rows.count) faults caught"))
    for row in rows {
      #expect(row["property"] as? String == "CM-12")
      #expect(row["caught"] as? Bool == true)
      #expect((1...100).contains(row["cases"] as? Int ?? 0))
    }
  }

  @Test("faults --seeds tells the median, also as a table")
  func seeds() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("faults", "--only", "CM-13", "--seeds", "5", "--cases", "20", "--report", "figures.md")
    let lines = try tool.read("figures.md").split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| CM-13 | ") }.map { $0.split(separator: "|").map { $0.drop { $0 == " " } } }
    let shown = run.output.split(separator: "\n").filter { $0.contains(" CM-13 ") }
    #expect(rows.count == shown.count && rows.count > 3)
    for (row, line) in zip(rows, shown) {
      #expect(line.contains(row[1].trimmingCharacters(in: .whitespaces)))
      let isCaught = row[6].hasPrefix("5 of 5")
      #expect(line.contains(isCaught ? "caught after \(row[5].trimmingCharacters(in: .whitespaces)) (median " : "SURVIVED 20 cases"))
      #expect(line.hasPrefix(isCaught ? "✔" : "✘"))
    }
    let total = lines.first { $0.hasPrefix("| caught from every seed | ") }
    #expect(total?.contains(" \(rows.count { $0[6].hasPrefix("5 of 5") }) ") == true)
  }

  @Test("A fault that survives ends with 1")
  func survivor() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    // One case is the simplest history, in which nothing is dropped.
    let run = try tool("faults", "--only", "CM-13", "--cases", "1")
    #expect(run.status == 1)
    #expect(run.output.contains("SURVIVED 1 case"))
  }
}

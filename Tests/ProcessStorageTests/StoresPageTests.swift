import Foundation
import StorageConformance
import Testing

/// docs/stores.md, its adapters and its verdicts agree.
@Suite("The page of published stores is whole: a Tidy test") struct StoresPageTests {
  private struct Store: Decodable {
    let adapter: String
    let name: String
  }

  private struct Verdict: Decodable {
    let kind: String
    let says: String
    let script: String?
    let sometimes: Bool?
  }

  private static let docs = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent("../../docs").standardized

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.docs.appendingPathComponent(path), encoding: .utf8)
  }

  private func stores() throws -> [Store] {
    try JSONDecoder().decode([Store].self, from: Data(try text("stores/stores.json").utf8))
  }

  @Test func everyStoreHasAShortAdapterAndARow() throws {
    let page = try text("stores.md")
    let stores = try stores()
    #expect(stores.count >= 15)
    for store in stores {
      if !store.adapter.hasSuffix("-swift") {
        let lines = try text("stores/\(store.adapter)").split(separator: "\n")
        #expect(lines.count <= 41, "\(store.adapter) has \(lines.count) lines, and the page says 41 at most")
      }
      #expect(page.contains("\n| \(store.name) | "), "\(store.name) has no row")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.docs.appendingPathComponent("stores").path)
    #expect(files.filter { $0.hasSuffix("_store.py") }.sorted() == stores.map(\.adapter).filter { $0.hasSuffix(".py") }.sorted())
  }

  /// A defect is shown by a script; one that could help to destroy data by none.
  @Test func everyVerdictIsOfALawAndIsToldOnThePage() throws {
    let verdicts = try JSONDecoder().decode([String: [String: Verdict]].self, from: Data(try text("stores/verdicts.json").utf8))
    let laws = Set(StorageLaws.all.map(\.id))
    let page = try text("stores.md")
    let names = try stores().map { $0.adapter.replacingOccurrences(of: "_store.py", with: "") }
    for (store, verdicts) in verdicts {
      #expect(names.contains(store))
      for (law, verdict) in verdicts {
        #expect(laws.contains(law) && page.contains(verdict.says), "\(store) \(law)")
        #expect(["defect", "withheld", "documented", "unseen"].contains(verdict.kind), "\(store) \(law)")
        #expect((verdict.script != nil) == (verdict.kind == "defect"), "\(store) \(law)")
        if let script = verdict.script {
          #expect(FileManager.default.fileExists(atPath: Self.docs.appendingPathComponent("stores/\(script)").path))
        }
      }
    }
  }

  /// Every run of the script has its row, kept but for the control, and no other row is there.
  @Test func everyLevelHasARow() throws {
    let runs = try text("stores/levels.py").matches(of: #/\((\w+), (NO_WATCH|"[A-Z, a-z]+"), "([a-z-]+)"\)/#).map { run in
      let level = run.2 == "NO_WATCH" ? "MULTI without WATCH" : run.2.trimmingCharacters(in: ["\""])
      return "| \(run.1) | \(level) | \(run.3): \(run.2 == "NO_WATCH" ? "not kept" : "kept") |"
    }
    let page = try text("isolation-levels.md").split(separator: "\n").drop { !$0.hasPrefix("| store | level |") }
    let rows = page.dropFirst(2).prefix { $0.hasPrefix("| ") }
    #expect(runs.count == 10 && rows.count == runs.count)
    for (row, run) in zip(rows, runs) { #expect(row.hasPrefix(run), "\(run)") }
  }

  /// The guide's first store is the adapter of the page, and what pip installs is there.
  @Test func theGuideBeginsWithARealStore() throws {
    let guide = try text("write-a-backend.md")
    let block = try #require(guide.firstMatch(of: #/```python\n([^`]*)```/#)).1
    let adapter = try text("stores/diskcache_store.py").split(separator: "\n")
    let lines = block.split(separator: "\n")
    #expect(lines.count <= 12 && lines.allSatisfy { adapter.contains($0) }, "\(lines.filter { !adapter.contains($0) })")
    let module = try #require(try text("stores/pyproject.toml").firstMatch(of: #/py-modules = \["(\w+)"\]/#)).1
    #expect(try text("stores/\(module).py").contains("def serve("))
  }
}

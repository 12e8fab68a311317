import Foundation
import PropertyTesting
import Testing

@testable import RunReports

@Suite("The report of a whole run of tests")
struct TestRunTests {
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)").path
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
    func document() throws -> RunDocument { try JSONDecoder().decode(RunDocument.self, from: Data(text("run.json").utf8)) }
  }

  /// A property of numbers below a limit, as a test checks it.
  private func entry(
    _ title: String, below limit: Int, isOfTest: Bool = true, seconds: Double = 0.5, line: Int = 7
  ) -> RunCollection.Entry {
    let result: PropertyResult
    do {
      result = try check(
        title, forAll: .int(in: 0...1_000), seed: 1, fileID: "CartTests/Totals.swift", filePath: "/src/Tests/Totals.swift", line: line
      ) { try expect("it is low", $0 < limit, filePath: "/src/Tests/a b.swift", line: 3) }
    } catch let failure as PropertyFailure {
      result = failure.result
    } catch {
      preconditionFailure("\(error)")
    }
    return RunCollection.Entry(result, took: .seconds(seconds), isOfTest: isOfTest)
  }

  private func add(_ entries: [RunCollection.Entry], to folder: Folder, run: String) throws -> RunDocument {
    try TestRun(in: folder.path, run: run, now: Date(timeIntervalSince1970: 0)).add(entries)
    return try folder.document()
  }

  @Test func theProcessesOfARunAreOneReport() throws {
    let folder = Folder()
    _ = try add([entry("one", below: 2_000)], to: folder, run: "a")
    let document = try add([entry("two", below: 100), entry("one", below: 2_000)], to: folder, run: "a")
    #expect(document.command == "test" && document.results.map(\.title) == ["one", "two"])
    #expect(document.results.map(\.verdict) == ["held", "falsified"] && document.results.map(\.cases)[0] == 200)
    #expect(document.times?.results == [1, 0.5] && document.times?.total == 1.5)
    #expect(document.trend?.history == [] && document.trend?.newFailures == [])
    #expect(document.results.map(\.system) == ["CartTests", "CartTests"])
    let page = try folder.text("run.html")
    #expect(page.contains("1 of 2 held") && page.contains("@Test func twoCase()") && !page.contains("Since the run of"))
  }

  @Test func whatOneCallChecksStandsTogether() throws {
    let folder = Folder()
    let ran = entry("Money: it is low", below: 100)
    let laws = RunCollection.$subject.withValue("laws of Money") {
      [
        RunCollection.Entry(ran.result, took: .zero, isOfTest: true),
        RunCollection.Entry(entry("Money: it is a number", below: 2_000).result, took: .zero, waiver: "its documentation says so"),
      ]
    }
    let document = try add([entry("one", below: 2_000)] + laws, to: folder, run: "a")
    #expect(document.results.map(\.system) == ["CartTests", "CartTests: laws of Money", "CartTests: laws of Money"])
    #expect(document.results.map(\.verdict) == ["held", "falsified", "skipped"] && document.headline == "1 of 2 held")
    let page = try folder.text("run.html")
    #expect(page.contains("<h2>CartTests: laws of Money</h2>") && page.contains("waived: its documentation says so"))
  }

  @Test func runsAtTheSameTimeLoseNothing() async throws {
    let folder = Folder()
    let entries = (0..<16).map { entry("property \($0)", below: 2_000) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for entry in entries { group.addTask { try TestRun(in: folder.path, run: "a").add([entry]) } }
      try await group.waitForAll()
    }
    #expect(Set(try folder.document().results.map(\.title)) == Set(entries.map(\.result.title)))
  }

  @Test func theNextRunComparesItselfWithTheOneBefore() throws {
    let folder = Folder()
    _ = try add([entry("breaks", below: 2_000), entry("heals", below: 100), entry("stays", below: 100), entry("rests", below: 2_000)], to: folder, run: "a")
    let second = try add([entry("breaks", below: 100), entry("heals", below: 2_000, line: 9)], to: folder, run: "b")
    let third = try add([entry("stays", below: 100), entry("new", below: 2_000)], to: folder, run: "b")
    func ids(_ titles: [String], _ document: RunDocument) -> [String] {
      document.results.filter { titles.contains($0.title) }.map(\.id).sorted()
    }
    #expect(second.trend?.newFailures == ids(["breaks"], second) && second.trend?.mended == ids(["heals"], second))
    #expect(third.trend?.newFailures == ids(["breaks"], third) && third.trend?.mended == ids(["heals"], third))
    #expect(third.trend?.added == ids(["new"], third))
    #expect(third.trend?.history.map(\.properties) == [4] && third.trend?.history.map(\.failed) == [2])
    let page = try folder.text("run.html")
    #expect(page.contains("Since the run of 1970-01-01T00:00:00Z") && page.contains("New failures: 1. Mended: 1. Other failures: 1."))
    // What did not run in between is still known.
    let fourth = try add([entry("rests", below: 100)], to: folder, run: "c")
    #expect(fourth.trend?.newFailures == ids(["rests"], fourth) && fourth.trend?.history.map(\.properties) == [4, 4])
  }

  @Test func aFailureOfATestWithoutTheTraitMayBeExpected() throws {
    let document = try add([entry("thrown", below: 100, isOfTest: false)], to: Folder(), run: "a")
    #expect(document.results.first?.limits == ["the test has no .properties, so it may have expected this failure"])
  }

  @Test func anotherFileIsNotOverwritten() throws {
    let folder = Folder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder.path + "/run.json"))
    #expect(throws: TestRun.Failure.self) { try TestRun(in: folder.path, run: "a").add([entry("one", below: 2_000)]) }
    #expect(try folder.text("run.json") == "{}")
    let error = #expect(throws: TestRun.Failure.self) { try TestRun(in: "/dev/null/x", run: "a").add([]) }
    #expect(error?.description.contains("/dev/null/x is no folder") == true)
  }

  /// The keys that the schema of SARIF 2.1.0 requires, with values that it allows.
  @Test func sarifHasWhatItsSchemaRequires() throws {
    let folder = Folder()
    _ = try add([entry("low & <high>", below: 100), entry("fine", below: 2_000)], to: folder, run: "a")
    let log = try #require(try JSONSerialization.jsonObject(with: Data(folder.text("run.sarif").utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0" && (log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "Touchstone")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(rules.count == 1 && results.count == 1)
    #expect(results[0]["ruleId"] as? String == rules[0]["id"] as? String && results[0]["ruleIndex"] as? Int == 0)
    #expect(results[0]["level"] as? String == "error")
    let message = try #require((results[0]["message"] as? [String: Any])?["text"] as? String)
    #expect(message.hasPrefix("low & <high>: falsified\nit is low\ngiven 100\nreplay check-"))
    let place = ((results[0]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    #expect((place?["artifactLocation"] as? [String: Any])?["uri"] as? String == "file:///src/Tests/a%20b.swift")
    #expect((place?["region"] as? [String: Any])?["startLine"] as? Int == 3)
  }
}

import Foundation
import PropertyTesting
import Synchronization
import Testing

@testable import RunReports

/// Lines of cases are what tools for Hypothesis' observability read. What it asks for is taken from its public schema (PBT Observations).
@Suite("Lines of cases")
struct CaseRecordTests {
  @Test("Each line has all that the format asks for, nothing else, and of the right type", arguments: SampleRuns.properties.map(\.id))
  func schema(id: String) async throws {
    let property = try #require(SampleRuns.properties.first { $0.id == id })
    let lines = Mutex<[String]>([])
    var settings = RunSettings(cases: 50, seed: 5)
    settings.watch = RunWatch { observed in
      let line = CaseRecord(observed, property: "\(property.id) \(property.title)", runStart: 1_700_000_000).line
      lines.withLock { $0.append(line) }
    }
    _ = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    let all = lines.withLock { $0 }
    #expect(all.count > 5)
    for line in all { try Self.check(line) }
  }

  static func check(_ line: String) throws {
    #expect(!line.contains("\n"))
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "type", "status", "status_reason", "representation", "arguments", "how_generated", "features", "coverage", "timing", "metadata", "property",
        "run_start",
      ])
    #expect(object["type"] as? String == "test_case")
    #expect(["passed", "failed", "gave_up"].contains(object["status"] as? String ?? ""))
    for text in ["status_reason", "representation", "how_generated", "property"] { #expect(object[text] is String, "\(text)") }
    for map in ["arguments", "features", "timing", "metadata"] { #expect(object[map] is [String: Any], "\(map)") }
    #expect(object["coverage"] is NSNull && object["run_start"] is NSNumber)
    let timing = try #require(object["timing"] as? [String: Double])
    #expect(timing.values.allSatisfy { $0 >= 0 })
  }

  @Test("A file that is full says so in a line of the same format")
  func omitted() throws {
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(CaseRecord.omitted(7, property: "X", runStart: 1).utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["type", "title", "content", "property", "run_start"])
    #expect(object["type"] as? String == "info" && (object["content"] as? String)?.contains("7 later cases") == true)
  }
}

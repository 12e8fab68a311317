import Foundation
import StorageContract
import Testing

@testable import StorageConformance

/// `docs/isolation-levels.md` shows what the kit really says.
@Suite struct OverlapPageTests {
  private static let page: String? = {
    let here = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try? String(contentsOf: root.appendingPathComponent("docs/isolation-levels.md"), encoding: .utf8)
  }()

  struct Sample: Sendable, CustomStringConvertible {
    let kind: OverlapAnomaly.Kind
    let scheme: OverlapScheme
    let plans: [OverlapPlan]
    let turns: [Int]

    var description: String { kind.rawValue }
  }

  private static func plan(_ operations: OverlapOperation..., ending: OverlapPlan.Ending = .commit) -> OverlapPlan {
    OverlapPlan(operations: operations, ending: ending)
  }

  static let samples: [Sample] = [
    Sample(
      kind: .abortedRead, scheme: .dirtyReads, plans: [plan(.put("x"), ending: .rollback), plan(.get("x"))],
      turns: [0, 0, 1, 1, 1]),
    Sample(
      kind: .intermediateRead, scheme: .dirtyReads, plans: [plan(.put("x"), .put("x")), plan(.get("x"))],
      turns: [0, 0, 1, 1, 1]),
    Sample(
      kind: .circularFlow, scheme: .dirtyReads.changed { $0.conflict = OverlapScheme.lostUpdates.conflict },
      plans: [plan(.put("x"), .get("y")), plan(.put("y"), .get("x"))], turns: [0, 0, 1, 1, 0, 1]),
    Sample(
      kind: .readSkew, scheme: .readSkew, plans: [plan(.get("x"), .get("y")), plan(.put("x"), .put("y"))],
      turns: [0, 0, 1, 1, 1, 1]),
    Sample(
      kind: .lostUpdate, scheme: .lostUpdates, plans: [plan(.update("x")), plan(.update("x"))], turns: [0, 0, 1, 1, 1]),
    Sample(
      kind: .writeSkew, scheme: .writeSkew, plans: [plan(.get("y"), .put("x")), plan(.get("x"), .put("y"))],
      turns: [0, 0, 1, 1, 0, 1, 0, 1]),
    Sample(
      kind: .phantom, scheme: .phantoms, plans: [plan(.count(.all), .put("w")), plan(.count(.all), .put("z"))],
      turns: [0, 0, 1, 1, 0, 1, 0, 1]),
    Sample(kind: .staleRead, scheme: .nonStrict, plans: [plan(.put("x")), plan(.get("x"))], turns: []),
    Sample(
      kind: .hang, scheme: .deadlocking, plans: [plan(.put("x"), .put("y")), plan(.put("y"), .put("x"))],
      turns: [0, 0, 1, 1]),
  ]

  @Test(arguments: samples) func showsWhatTheKitSays(sample: Sample) async throws {
    let page = try #require(Self.page, "docs/isolation-levels.md cannot be read")
    let script = OverlapScript(plans: sample.plans, turns: sample.turns)
    let record = try await OverlapDriver(script: script, location: OverlappingMemoryLocation(sample.scheme)).run()
    let anomaly = try #require(record.problem ?? OverlapJudge(record.history).anomaly(excludedBy: .strictSerializable))
    #expect(anomaly.kind == sample.kind)
    let block = "```\n\(script.failure(anomaly, record).claim)\n```"
    #expect(page.contains(block), "the page has to show:\n\(block)")
  }

  @Test(arguments: OverlapAnomaly.Kind.allCases) func definesEveryAnomaly(kind: OverlapAnomaly.Kind) throws {
    let page = try #require(Self.page, "docs/isolation-levels.md cannot be read")
    let row = "| \(kind.rawValue) | \(kind.definition) |"
    #expect(page.contains(row), "the page has to have the row:\n\(row)")
  }
}

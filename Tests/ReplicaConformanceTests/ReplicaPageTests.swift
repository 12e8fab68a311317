import Foundation
import Testing

@testable import ReplicaConformance

/// The kit is whole. With TOUCHSTONE_WRITE_DOCS=1 its page is written.
@Suite struct ReplicaPageTests {
  private static let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/replica-laws.md")

  @Test func thePageIsUpToDate() throws {
    if ProcessInfo.processInfo.environment["TOUCHSTONE_WRITE_DOCS"] == "1" {
      try ReplicaLawTable.markdown().write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      let text = try String(contentsOf: Self.page, encoding: .utf8)
      #expect(text == ReplicaLawTable.markdown(), "run the tests with TOUCHSTONE_WRITE_DOCS=1")
    }
  }

  @Test func theLawsAreNumberedWithoutGaps() {
    #expect(ReplicaLaws.all.map(\.id) == (1...38).map { String(format: "REP-%02d", $0) })
    #expect(Set(ReplicaLaws.all.map(\.title)).count == ReplicaLaws.all.count)
  }

  @Test(arguments: ReplicaLaws.all) func everyLawSaysWhatItDemandsAndCatches(_ law: ReplicaLaw) {
    #expect(law.says.hasSuffix(".") && law.reach.hasSuffix(".") && !law.source.isEmpty)
    #expect(!law.property.faults.isEmpty)
  }
}

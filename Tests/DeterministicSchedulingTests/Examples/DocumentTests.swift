import Foundation
import PropertyTesting
import Testing

/// What docs/concurrency.md shows is what there is.
@Suite("The example of the document")
struct DocumentTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: ["TicketOffice", "TicketProof"])
  func theCodeIsTheOneThatRuns(name: String) throws {
    let file = try text("Tests/DeterministicSchedulingTests/Examples/\(name).swift")
    let document = try text("docs/concurrency.md")
    #expect(document.contains("```swift\n" + file + "```"))
  }

  @Test func theProofIsTheOneThatIsTold() throws {
    let proof = try #require(try proveTicketOffice().proof)
    #expect(try text("docs/concurrency.md").contains("“\(proof)”"))
  }

  /// An optimised build has fewer hops, and so another trace.
  #if DEBUG
    private static let isDebug = true
  #else
    private static let isDebug = false
  #endif

  @Test(.enabled(if: isDebug)) func theReportIsTheOneThatIsPrinted() throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try checkTicketOffice(RunSettings(seed: 1))
    }
    let report = try #require(failure).description.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: Self.root.path + "/", with: "")
    let document = try text("docs/concurrency.md")
    #expect(document.contains("```\n" + report + "\n```"), "\(report)")
  }
}

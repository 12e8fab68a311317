import Foundation
import PropertyTesting
import Testing

/// What docs/linearizability.md shows is what there is.
@Suite("The document on linearizability")
struct LinearizabilityDocumentTests {
  @Test func theExampleIsInTheDocument() throws {
    let example = try text("Tests/StorageConformanceTests/InventoryExample.swift")
    #expect(try text("docs/linearizability.md").contains(example))
  }

  @Test func theExampleFailsAsTheDocumentShows() throws {
    let document = try text("docs/linearizability.md")
    let failure = try #require(throws: PropertyFailure.self) { try checkInventory(RunSettings(seed: 1)) }
    let found = try #require(failure.result.verdict.counterexample)
    #expect(document.contains("claim    \(found.message)"), "\(failure)")
    for line in found.trace.prefix(6) { #expect(document.contains(line), "\(failure)") }
  }

  private func text(_ path: String) throws -> String {
    var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while !FileManager.default.fileExists(atPath: root.appendingPathComponent("docs").path) {
      root.deleteLastPathComponent()
      if root.path == "/" { break }
    }
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}

import Foundation
import Testing

/// Each finding is a known failure: its test passes as long as the violation is there.
@Suite("Violations in published packages") struct FoundInPackagesTests {
  @Test("The law fails, with the case that the page shows", arguments: Finding.all)
  func isFound(_ finding: Finding) throws {
    guard let printed = try finding.printedCase() else {
      Issue.record("\(finding) is mended: remove it from docs/found-in-packages.md, and its law")
      return
    }
    #expect(try printed == FoundPage().section(finding.id).printed, "it prints:\n\(printed)")
  }

  @Test("One line shows the violation without the tool", arguments: Finding.all)
  func isReproduced(_ finding: Finding) throws {
    let section = try FoundPage().section(finding.id)
    #expect(try finding.reproduced() == section.result)
    // What runs here is what the page shows.
    let source = try String(contentsOfFile: finding.filePath, encoding: .utf8)
    #expect(statements(of: source).contains(statements(of: section.reproduction)), "no test runs “\(section.reproduction)”")
  }

  @Test("The page has a section and a line of its table for each finding, and for nothing else")
  func pageIsComplete() throws {
    let page = try FoundPage()
    let ids = Finding.all.map(\.id)
    #expect(page.sections.map(\.id) == ids)
    #expect(page.listed == ids)
    #expect(Set(ids).count == ids.count)
    #expect(page.count == ids.count)
  }

  /// The same text whether statements are on lines of their own or not.
  private func statements(of code: String) -> String { code.replacing(#/;?\s+/#, with: " ") }
}

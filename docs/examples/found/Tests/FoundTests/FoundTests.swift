import Foundation
import Testing

/// Each finding is a known failure: its test passes as long as the defect is there.
///
/// One after the other, because some of them make copies of this process.
@Suite("Defects found in Foundation", .serialized, .enabled(if: isLinux, "the page is about Foundation on Linux")) struct FoundTests {
  @Test("The property fails, with the case that the page shows", arguments: Finding.all)
  func isFound(_ finding: Finding) throws {
    guard let printed = try finding.defect.printedCase() else {
      Issue.record("\(finding) is mended: remove it from docs/found.md, and its property")
      return
    }
    #expect(try printed == FoundPage().section(finding.id).printed, "it prints:\n\(printed)")
  }

  @Test("One line shows the defect without the tool", arguments: Finding.all)
  func isReproduced(_ finding: Finding) throws {
    let section = try FoundPage().section(finding.id)
    #expect(try finding.defect.reproduced() == section.result)
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
    #expect(page.counts == [ids.count, ids.count])
  }

  /// The same text whether statements are on lines of their own or not.
  private func statements(of code: String) -> String { code.replacing(#/;?\s+/#, with: " ") }
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif

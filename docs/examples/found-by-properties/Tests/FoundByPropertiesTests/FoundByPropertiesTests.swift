import Foundation
import Testing

/// Each finding is a known failure: its test passes as long as the defect is there.
///
/// One after the other, because some of them make copies of this process.
@Suite(
  "Defects of published packages that written properties found", .serialized,
  .enabled(if: isLinux, "the page is about Linux"))
struct FoundByPropertiesTests {
  @Test("The property fails", arguments: Finding.all)
  func isFound(_ finding: Finding) throws {
    #expect(try finding.printedCase() != nil, "\(finding) is mended: remove it")
  }

  @Test("One line shows the defect without the tool", arguments: Finding.all)
  func isReproduced(_ finding: Finding) throws {
    #expect(try finding.reproduced() == finding.result)
  }

  @Test("docs/found-by-properties.md says what the findings say; TOUCHSTONE_WRITE_DOCS=1 makes it so")
  func pageIsUpToDate() throws {
    #expect(Set(Finding.all.map(\.id)).count == Finding.all.count)
    let page = try FoundPage()
    let text = try page.text(Finding.all)
    if ProcessInfo.processInfo.environment["TOUCHSTONE_WRITE_DOCS"] == "1" {
      try text.write(to: page.file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: page.file, encoding: .utf8) == text)
  }
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif

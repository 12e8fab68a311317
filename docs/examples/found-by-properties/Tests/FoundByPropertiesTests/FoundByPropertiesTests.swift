import Foundation
import Testing

/// Each finding is a known failure: its test passes as long as the defect is there.
///
/// One after the other, because some of them make copies of this process.
@Suite("Defects of published packages", .serialized, .enabled(if: isLinux, "the page is about Linux"))
struct FoundByPropertiesTests {
  @Test("One line shows the defect without the tool", arguments: Finding.all)
  func isReproduced(_ finding: Finding) throws {
    #expect(try finding.defect.reproduced() == finding.result)
  }

  @Test("Each property fails, and docs/found-by-properties.md says so; TOUCHSTONE_WRITE_DOCS=1 makes the page")
  func pageIsUpToDate() throws {
    #expect(Set(Finding.all.map(\.id)).count == Finding.all.count)
    var cases: [String: String] = [:]
    for finding in Finding.all {
      cases[finding.id] = try finding.defect.printedCase()
      if cases[finding.id] == nil { Issue.record("\(finding) is mended: remove it") }
    }
    let page = try FoundPage()
    let text = try page.text(Finding.all, cases)
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

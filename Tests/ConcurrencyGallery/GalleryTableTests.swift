import Foundation
import Testing

@Suite("The table of the concurrency gallery")
struct GalleryTableTests {
  /// Optimised code suspends at fewer places, so its schedules are others.
  private static let isDebugBuild: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  @Test(.enabled(if: isDebugBuild, "the table is that of a debug build"))
  func isCurrent() throws {
    let document = try GalleryTable.measured.get().document
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appendingPathComponent("docs/concurrency-gallery.md")
    if let path = ProcessInfo.processInfo.environment["TOUCHSTONE_GALLERY_TABLE"], !path.isEmpty {
      try document.write(to: URL(fileURLWithPath: path, relativeTo: root), atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: page, encoding: .utf8)
    #expect(committed == document, "write it anew, as it says itself at its end")
  }
}

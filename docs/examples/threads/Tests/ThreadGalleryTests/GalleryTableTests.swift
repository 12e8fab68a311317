import Foundation
import Testing
import ThreadGallery

@Suite("The table of the gallery of threads", .serialized)
struct GalleryTableTests {
  private static let root = (1...6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  private static let page = root.appendingPathComponent("docs/thread-gallery.md")
  private static let newPage = ProcessInfo.processInfo.environment["TOUCHSTONE_GALLERY_TABLE"]

  /// Optimised code has other accesses, so its schedules are others.
  private static let isDebugBuild: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  @Test func namesEveryBug() throws {
    let committed = try String(contentsOf: Self.page, encoding: .utf8)
    for bug in ThreadBug.all { #expect(committed.contains("- **\(bug.name)**: \(bug.whatGoesWrong)"), "\(bug)") }
  }

  @Test(.enabled(if: isDebugBuild && (ThreadBug.isWhole || newPage != nil), "takes minutes, in a debug build: TOUCHSTONE_ALL=1"))
  func isCurrent() throws {
    let document = try GalleryTable.document()
    if let path = Self.newPage, !path.isEmpty {
      try document.write(to: URL(fileURLWithPath: path, relativeTo: Self.root), atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(committed == document, "write it anew, as it says itself at its end")
  }
}

import PersonalOSReference
import PropertyTesting
import StorageContract
import Testing

@testable import PersonalOSProperties

/// What the faults are changes of: without a defect the other implementations hold, so that a property catches
/// the defect and not the difference.
@Suite("Other bookmarks and tasks")
struct ArticleTwinTests {
  @Test("They hold without a defect", arguments: [1, 2, 3])
  func hold(seed: Int) async {
    let twin = Fault<PersonalOSSystem>("isWrittenOtherwise", "is written otherwise") { system in
      system.bookmarks.openBookmarks = { DefectiveBookmarks($0, nil) }
      system.bookmarks.openTasks = { DefectiveArticleTasks($0, $1, nil) }
    }
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(twin)
    for property in BookmarkProperties.all {
      let result = await Runner(settings: RunSettings(seed: UInt64(seed))).run(property, on: fixture)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }
}

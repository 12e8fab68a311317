import PropertyTesting
import Testing

@testable import DeterministicScheduling

@Suite("What the toolchain lets the scheduler control")
struct SupportTests {
  @Test func everythingIsControlledHere() {
    #expect(SchedulingSupport.current.missing == [])
    #expect(SchedulingSupport.current.isComplete)
    #expect(SchedulingSupport.current.tellsWhereTasksWait)
    #expect(SchedulingSupport.current.description == "schedules are exact")
  }

  @Test func withoutTheHooksItSaysWhatEscapes() {
    let support = SchedulingSupport(usingHooks: false)
    #expect(!support.isComplete)
    #expect(support.missing.contains("`Task {}` and `Task.detached`"))
    #expect(support.missing.contains("the main actor"))
    #expect(support.missing.contains("`Task.sleep` and the clocks"))
    #expect(
      support.description.hasPrefix(
        "schedules are not exact: on this toolchain, the scheduler does not control `Task {}`"))
  }

  @Test func onAPlatformWithoutSchedulesItSaysSoAndRunsNothing() throws {
    let support = SchedulingSupport(usingHooks: true, isOnPlatform: false)
    #expect(!support.isComplete)
    #expect(support.description == "schedules are not on this platform: they need Linux with glibc")
    var settings = LoopSettings()
    settings.isOnPlatform = false
    var decisions = Decisions()
    let run = ScheduledRun(settings, deciding: &decisions) { Issue.record("the body runs") }
    let interruption = try #require(throws: Interruption.self) { try run.get(settings) }
    #expect(interruption.message == "schedules are not on this platform: they need Linux with glibc")
  }
}

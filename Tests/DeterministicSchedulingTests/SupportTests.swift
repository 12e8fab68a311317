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
}

import Foundation
import PlatformStandIns
import Testing

@Suite struct VirtualClockTests {
  let clock = VirtualClock(base: at(1_000))

  @Test func sleepMovesTimeAtOnceAndIsRecorded() async throws {
    try await clock.sleep(for: .seconds(3_600))
    try await clock.sleep(for: .milliseconds(1_500))
    #expect(clock.now.offset == .milliseconds(3_601_500))
    #expect(clock.sleeps == [.seconds(3_600), .milliseconds(1_500)])
    #expect(clock.date == at(4_601.5))
  }

  @Test func aDeadlineInThePastTakesNoTime() async throws {
    clock.advance(by: .seconds(10))
    try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(4)))
    #expect(clock.now.offset == .seconds(10))
    #expect(clock.sleeps == [.zero])
  }

  @Test func wallClockStepsBackAndMonotonicTimeDoesNot() {
    clock.advance(by: .seconds(10))
    clock.stepWallClock(by: .seconds(-3_600))
    #expect(clock.date == at(1_000 + 10 - 3_600))
    #expect(clock.now.offset == .seconds(10))
    clock.advance(by: .seconds(-1))
    #expect(clock.now.offset == .seconds(10))
    clock.advance(by: .seconds(5))
    #expect(clock.date == at(1_000 + 15 - 3_600))
  }

  @Test func aCancelledTaskDoesNotSleep() async {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
    #expect(clock.sleeps.isEmpty)
  }
}

import CScheduling

/// Which parts of Swift concurrency the scheduler controls on this toolchain and machine. The scheduler finds out by trying.
///
/// Some parts need hooks of the runtime that are not public interface. If a hook is missing, the scheduler still controls
/// what the public `TaskExecutor` preference reaches. If something escapes the scheduler, the verdict is
/// ``/PropertyTesting/Verdict/uncontrolled(_:)``.
public struct SchedulingSupport: Sendable, CustomStringConvertible {
  /// The parts that the scheduler does not control, in words; empty if it controls all.
  public let missing: [String]
  /// Whether reports can name the line where a task waits.
  public let tellsWhereTasksWait: Bool

  /// Whether the scheduler controls all parts.
  public var isComplete: Bool { missing.isEmpty }

  /// The support of this toolchain and machine, determined once, on first use.
  public static let current = SchedulingSupport(usingHooks: true)

  /// What stands in place of every schedule on a platform that has none.
  static let absence = "schedules are not on this platform: they need Linux with glibc"

  /// - Parameter isOnPlatform: false: nothing is tried, and all is missing.
  init(usingHooks usesHooks: Bool, isOnPlatform: Bool = ts_is_supported()) {
    guard isOnPlatform else {
      missing = [Self.absence]
      tellsWhereTasksWait = false
      return
    }
    var settings = LoopSettings()
    settings.usesHooks = usesHooks
    // What is not under control comes from other threads.
    settings.grace = 1_000_000_000
    let trials: [(what: String, body: @Sendable () async -> Bool)] = [
      (
        "`Task {}` and `Task.detached`",
        { await Task { isInRun() }.value ? await Task.detached { isInRun() }.value : false }
      ),
      ("actors", { await Probe().isInRun() }),
      ("the main actor", { await MainActor.run { isInRun() } }),
      (
        "`Task.sleep` and the clocks",
        {
          let (before, suspendingBefore) = (ContinuousClock.now, SuspendingClock.now)
          try? await Task.sleep(for: .milliseconds(50))
          return ContinuousClock.now - before == .milliseconds(50)
            && SuspendingClock.now - suspendingBefore == .milliseconds(50)
        }
      ),
      (
        "random numbers",
        {
          var generator = SystemRandomNumberGenerator()
          var expected = ScheduleRandom(seed: Probe.seed)
          return generator.next() == expected.next() && generator.next() == expected.next()
        }
      ),
    ]
    settings.random = RandomNumbers { Probe.seed }
    missing = trials.filter { !Self.isControlled($0.body, settings) }.map(\.what)
    tellsWhereTasksWait = ts_layout_is_known()
  }

  private static func isControlled(
    _ body: @escaping @Sendable () async -> Bool, _ settings: LoopSettings
  ) -> Bool {
    var decisions = Decisions()
    let run = ScheduledRun(settings, deciding: &decisions, body)
    guard run.outcome.externalWakes == 0, case .success(true)? = run.result else { return false }
    return true
  }

  public var description: String {
    missing == [Self.absence]
      ? Self.absence
      : missing.isEmpty
      ? "schedules are exact"
      : "schedules are not exact: on this toolchain, the scheduler does not control "
        + missing.joined(separator: ", ")
  }
}

private func isInRun() -> Bool { ts_current() != nil }

private actor Probe {
  static let seed: UInt64 = 0x5EED

  func isInRun() -> Bool { ts_current() != nil }
}

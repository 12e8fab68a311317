import Foundation
import PlatformStandIns

/// The device's times. Delays, limits and periods are measured in the time since the device was started, sleep included,
/// which nobody sets; articles and log entries are stamped with the wall clock, which anybody may set.
public struct ArgusTime: Sendable {
  /// Since the device was started: never goes back.
  public var uptime: @Sendable () -> Duration
  public var date: @Sendable () -> Date
  /// Returns when the duration has passed; throws `CancellationError` if the task is cancelled before.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Of the user's time zone.
  public var utcOffsetSeconds: @Sendable () -> Int = { TimeZone.current.secondsFromGMT() }

  public init(
    uptime: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.uptime = uptime
    self.date = date
    self.sleep = sleep
  }

  /// The device that the process runs on.
  public static var device: ArgusTime {
    let start = ContinuousClock().now
    let offset = Duration.seconds(ProcessInfo.processInfo.systemUptime)
    return ArgusTime(
      uptime: { offset + start.duration(to: ContinuousClock().now) }, date: { Date() },
      sleep: { try await ContinuousClock().sleep(for: $0) })
  }

  public static func virtual(_ clock: VirtualClock) -> ArgusTime {
    ArgusTime(
      uptime: { clock.now.offset }, date: { clock.date }, sleep: { try await clock.sleep(for: $0) })
  }
}

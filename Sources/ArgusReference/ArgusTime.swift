import Foundation
import PlatformStandIns

/// The device's clocks. The app measures delays, limits and periods in the time since the device's start, which
/// includes sleep and which nobody can set. It stamps articles and log entries with the wall clock, which anybody can
/// set.
public struct ArgusTime: Sendable {
  /// Returns the time since the device's start. It never goes back.
  public var uptime: @Sendable () -> Duration
  /// Returns the wall clock's date. It may go back.
  public var date: @Sendable () -> Date
  /// Returns when the duration has passed. Throws `CancellationError` if the task is cancelled before that.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Returns the offset of the user's time zone from UTC, in seconds, positive to the east.
  public var utcOffsetSeconds: @Sendable () -> Int = { TimeZone.current.secondsFromGMT() }

  /// Creates clocks from three functions. The time zone is that of the process until ``utcOffsetSeconds`` is replaced.
  public init(
    uptime: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.uptime = uptime
    self.date = date
    self.sleep = sleep
  }

  /// The clocks of the machine that runs the process.
  public static var device: ArgusTime {
    let start = ContinuousClock().now
    let offset = Duration.seconds(ProcessInfo.processInfo.systemUptime)
    return ArgusTime(
      uptime: { offset + start.duration(to: ContinuousClock().now) }, date: { Date() },
      sleep: { try await ContinuousClock().sleep(for: $0) })
  }

  /// Returns the clocks of a virtual device: time passes only when `clock` advances.
  public static func virtual(_ clock: VirtualClock) -> ArgusTime {
    ArgusTime(
      uptime: { clock.now.offset }, date: { clock.date }, sleep: { try await clock.sleep(for: $0) })
  }
}

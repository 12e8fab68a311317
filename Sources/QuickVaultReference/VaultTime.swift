import Foundation
import PlatformStandIns

/// The device's two clocks. Delays and timeouts use the time since the device started, sleep included, which nobody can
/// set. Cards get the date of the wall clock, which anybody can set.
public struct VaultTime: Sendable {
  /// The time since the device started. It never goes back, but starts again at zero when the device restarts.
  public var uptime: @Sendable () -> Duration
  /// The date of the wall clock, which can stand still or go back.
  public var date: @Sendable () -> Date

  /// Creates the clocks from closures, which are called for each reading.
  public init(uptime: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date) {
    self.uptime = uptime
    self.date = date
  }

  /// The clocks of the device that runs this process.
  public static var device: VaultTime {
    let start = ContinuousClock().now
    // `ContinuousClock` does not say when it started, so the system's uptime gives the offset.
    let offset = Duration.seconds(ProcessInfo.processInfo.systemUptime)
    return VaultTime(uptime: { offset + start.duration(to: ContinuousClock().now) }, date: { Date() })
  }

  /// Both times of a virtual clock. The uptime is the time since the clock's start.
  public static func virtual(_ clock: VirtualClock) -> VaultTime {
    VaultTime(uptime: { clock.now.offset }, date: { clock.date })
  }
}

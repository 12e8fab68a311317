import Foundation
import PlatformStandIns

/// The device's two times. Delays and timeouts are measured in the time since the device was started, sleep included, which
/// nobody sets; cards are stamped with the wall clock, which anybody may set.
public struct VaultTime: Sendable {
  /// Since the device was started: never goes back, but begins anew when the device does.
  public var uptime: @Sendable () -> Duration
  public var date: @Sendable () -> Date

  public init(uptime: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date) {
    self.uptime = uptime
    self.date = date
  }

  /// The device that the process runs on.
  public static var device: VaultTime {
    let start = ContinuousClock().now
    // Continuous time has no start of its own that can be asked for; what the process cannot know it takes from the
    // system's own count.
    let offset = Duration.seconds(ProcessInfo.processInfo.systemUptime)
    return VaultTime(uptime: { offset + start.duration(to: ContinuousClock().now) }, date: { Date() })
  }

  public static func virtual(_ clock: VirtualClock) -> VaultTime {
    VaultTime(uptime: { clock.now.offset }, date: { clock.date })
  }
}

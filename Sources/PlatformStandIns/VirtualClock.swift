import Foundation
import Synchronization

/// A clock that never waits: a sleep moves its time to the deadline at once.
///
/// It keeps two times apart, as a device does. The monotonic time (``now``) only moves forward and is
/// what sleeps and delays are measured in. The wall clock (``date``) moves along with it and can also
/// be stepped by hand, backwards too, as when the user or a time server sets the clock.
/// - Law: `date == base + elapsed + skew`, where stepping changes the skew and nothing else.
public final class VirtualClock: Clock {
  /// A monotonic time: so much after the clock's start.
  public struct Instant: InstantProtocol {
    public let offset: Duration

    public init(offset: Duration) { self.offset = offset }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var elapsed = Duration.zero
    var skew = Duration.zero
    var sleeps: [Duration] = []
  }

  private let base: Date
  private let state = Mutex(State())

  /// - Parameter base: what the wall clock shows at the start. Fixed unless given, so that two runs agree.
  public init(base: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.base = base
  }

  public var now: Instant { state.withLock { Instant(offset: $0.elapsed) } }

  /// One attosecond, `Duration`'s own unit: virtual time is exact.
  public var minimumResolution: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 1)
  }

  /// What the wall clock shows.
  public var date: Date {
    let sinceBase = state.withLock { $0.elapsed + $0.skew }
    let (seconds, attoseconds) = sinceBase.components
    return base.addingTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18)
  }

  /// How long each sleep was asked to last, in the order the sleeps began; zero for a deadline that
  /// had passed. A sleep that was refused because its task was cancelled is not in it.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Moves the time to `deadline` (unless it is later already), lets other tasks run, and returns.
  /// - Throws: `CancellationError` when the task is cancelled: before the call, and then neither the
  ///   time nor ``sleeps`` has changed; or while the other tasks ran, and then both have.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      let duration = max(.zero, deadline.offset - state.elapsed)
      state.sleeps.append(duration)
      state.elapsed += duration
    }
    await Task.yield()
    try Task.checkCancellation()
  }

  /// Lets `duration` pass, on both clocks. A negative one counts as zero: monotonic time never goes back.
  public func advance(by duration: Duration) {
    state.withLock { $0.elapsed += max(.zero, duration) }
  }

  /// Sets the wall clock forward, or back where `step` is negative. ``now`` stays as it is.
  public func stepWallClock(by step: Duration) {
    state.withLock { $0.skew += step }
  }
}

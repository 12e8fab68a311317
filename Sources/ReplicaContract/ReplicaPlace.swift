import Synchronization

/// Where one device keeps its replica: empty at first. A replica that opens here again finds what the one before left.
public struct ReplicaPlace: Sendable {
  /// The device's name, which no other device of the case has: `A`, `B`, `C`.
  public let device: String
  /// The device's clock, which a law may set wrong. Read no other.
  public let clock: DeviceClock
  /// Keeps texts by name. A law can end the device at any write to it. A replica with files or a database of its own may write nothing
  /// here, `disk.write([:])`, before each write of its own: then it can be ended there. Put another one in its place to keep the texts
  /// elsewhere.
  public var disk: any ReplicaDisk
  /// Whether the app on this device is an older version, which knows only the first of the declared fields: it neither shows nor writes the
  /// others.
  public let isOldApp: Bool
  /// Whose data the replica keeps; nil: the device has one account. Two accounts never use the device at once. Each has a server of its
  /// own, and both have the same disk and directory: what is there of the other one must not be shown, sent or lost.
  public let account: String?
  /// Makes this place's own directory, for replicas that keep files; the same one each time.
  public let directory: @Sendable () throws -> String

  /// A place with these parts, of an app that is up to date unless `isOldApp` says otherwise, and of one account unless `account` does.
  public init(
    device: String, clock: DeviceClock, disk: any ReplicaDisk, isOldApp: Bool = false, account: String? = nil,
    directory: @escaping @Sendable () throws -> String
  ) {
    self.device = device
    self.isOldApp = isOldApp
    self.account = account
    self.clock = clock
    self.disk = disk
    self.directory = directory
  }
}

/// Texts by name that outlive a replica.
public protocol ReplicaDisk: Sendable {
  /// Everything that was written, by name.
  func read() async throws -> [String: String]
  /// Makes all of these changes, or none and throws. Nil removes a text.
  func write(_ changes: [String: String?]) async throws
}

/// The clock of a device. It may be wrong, jump and go backwards.
public final class DeviceClock: Sendable {
  private let state: Mutex<Int64>

  /// A clock that stands at so many milliseconds since 1970.
  public init(milliseconds: Int64) {
    state = Mutex(milliseconds)
  }

  /// Milliseconds since 1970, as this device has them.
  public var milliseconds: Int64 { state.withLock { $0 } }

  /// Moves the clock, back if `milliseconds` is negative. It stops at the ends of the range.
  public func move(by milliseconds: Int64) {
    state.withLock { now in
      let (sum, overflow) = now.addingReportingOverflow(milliseconds)
      now = overflow ? (milliseconds > 0 ? .max : .min) : sum
    }
  }
}

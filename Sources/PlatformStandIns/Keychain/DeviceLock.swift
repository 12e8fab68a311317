import Synchronization

/// Stands in for the device: started, unlocked, locked.
public final class DeviceLock: Sendable {
  public enum State: Sendable, CaseIterable {
    /// Started, and not unlocked since.
    case beforeFirstUnlock
    case unlocked
    case locked
  }

  private let current: Mutex<State>

  public init(_ state: State = .unlocked) {
    current = Mutex(state)
  }

  public var state: State { current.withLock { $0 } }

  public func unlock() {
    current.withLock { $0 = .unlocked }
  }

  /// Before the first unlock the device is locked already, and more than that: it stays as it is.
  public func lock() {
    current.withLock { if $0 == .unlocked { $0 = .locked } }
  }

  public func restart() {
    current.withLock { $0 = .beforeFirstUnlock }
  }

  /// Whether items of this class may be read and written now.
  public func permits(_ accessibility: KeychainAccessibility) -> Bool {
    switch (accessibility, state) {
    case (_, .unlocked): true
    case (.afterFirstUnlock, .locked), (.afterFirstUnlockThisDeviceOnly, .locked): true
    default: false
    }
  }
}

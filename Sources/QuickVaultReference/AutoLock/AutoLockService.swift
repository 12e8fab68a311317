import Observation
import PlatformStandIns

/// Runs ``AutoLockController`` with a clock, and keeps the user's choice of the timeout.
@MainActor
@Observable
public final class AutoLockService {
  private static let preference = "quickvault.autoLockTimeout"

  /// The uptime at which ``look()`` is due, or nil if the vault does not lock by itself. The app's shell calls
  /// ``waitAndLook(on:)`` again whenever this changes: in SwiftUI with `.task(id: autoLock.nextLook)`.
  public private(set) var nextLook: Duration?
  /// The time without activity after which the vault locks. Nil means never.
  public private(set) var timeout: Duration?

  @ObservationIgnored private var controller: any AutoLocking
  private let authentication: any AuthenticationService
  private let sandbox: AppSandbox
  private let time: VaultTime

  /// Reads the timeout that the user chose last from the sandbox's preferences. If there is none, the policy's applies.
  /// - Parameter make: makes the state machine with this timeout.
  public init(
    _ make: (Duration?) -> any AutoLocking, authentication: any AuthenticationService, sandbox: AppSandbox,
    time: VaultTime, policy: VaultPolicy
  ) {
    let chosen = sandbox.preferences[Self.preference].flatMap(Choice.init)
    let timeout = chosen.map(\.timeout) ?? policy.autoLockTimeout
    self.timeout = timeout
    controller = make(timeout)
    self.authentication = authentication
    self.sandbox = sandbox
    self.time = time
  }

  /// Stores the user's choice, which takes effect at once: a vault that has been idle for this long is locked.
  /// - Parameter timeout: nil means never.
  public func setTimeout(_ timeout: Duration?) {
    self.timeout = timeout
    sandbox.setPreference(Choice(timeout: timeout).text, for: Self.preference)
    handle(.timeoutChanged(timeout))
  }

  /// The user did something. The timeout starts again; if it has passed already, the vault locks.
  public func noteActivity() { handle(.activity) }

  /// Locks the vault if it has been idle for the timeout.
  public func look() { handle(.looked) }

  /// Waits until ``nextLook`` and looks. Returns at once if no look is due.
  /// - Throws: `CancellationError`.
  public func waitAndLook(on clock: any Clock<Duration>) async throws {
    guard let nextLook else { return }
    try await clock.sleep(for: max(.zero, nextLook - time.uptime()), tolerance: nil)
    look()
  }

  func vaultDidChange(to state: AuthenticationState) { handle(state == .unlocked ? .unlocked : .locked) }

  private func handle(_ event: AutoLockEvent) {
    let effects = controller.handle(event, at: time.uptime())
    nextLook = nil
    for effect in effects {
      switch effect {
      case .lock: authentication.lock()
      case .wake(let instant): nextLook = instant
      }
    }
  }

  /// A timeout as the text of a preference: "never", or whole seconds and attoseconds.
  private struct Choice {
    var timeout: Duration?

    init(timeout: Duration?) {
      self.timeout = timeout
    }

    init?(_ text: String) {
      if text == "never" { return }
      let parts = text.split(separator: " ").compactMap { Int64($0) }
      guard parts.count == 2, parts[0] >= 0, parts[1] >= 0 else { return nil }
      timeout = Duration(secondsComponent: parts[0], attosecondsComponent: parts[1])
    }

    var text: String {
      guard let (seconds, attoseconds) = timeout?.components else { return "never" }
      return "\(seconds) \(attoseconds)"
    }
  }
}

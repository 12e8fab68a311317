import Foundation
import Observation
import PlatformStandIns

/// The focus timer as the app uses it. Each operation has stored what it changed before it returns; one that
/// throws has changed nothing.
@MainActor
public protocol FocusTiming: AnyObject, Sendable {
  /// The active session; nil where there is none.
  var currentSession: FocusSession? { get }
  /// Seconds of work that were left at the last operation or tick; 0 without a session.
  var remainingTime: TimeInterval { get }

  /// - Parameter duration: in seconds.
  /// - Throws: ``FocusError`` where it is not more than 0, or a session is active.
  func startSession(duration: TimeInterval) async throws
  /// Does nothing where no session runs.
  func pauseSession() async throws
  /// Does nothing where no session is paused.
  func resumeSession() async throws
  /// Does nothing where no session is active.
  func endSession() async throws
  /// At launch: goes on with the session that is stored, and completes it if its time was up meanwhile.
  func restoreSession() async throws

  func enterBackground() async throws
  func enterForeground() async throws
  /// Brings ``remainingTime`` up to date, and completes the session when its time is up.
  func tick() async throws
}

/// What a timer works with.
public struct FocusSetup: Sendable {
  public let data: any DataAccess
  public let notifications: NotificationScheduler
  public let now: @Sendable () -> Date
  public let makeID: @Sendable () -> UUID

  public init(
    data: any DataAccess, notifications: NotificationScheduler, now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.data = data
    self.notifications = notifications
    self.now = now
    self.makeID = makeID
  }
}

/// ``FocusTimer`` with a store, a clock and notices. The stored session is the one that counts: an operation
/// reads it, changes it and writes it in one transaction, and then shows it. So whatever is shown is stored,
/// wherever the app is killed, and no two sessions are ever active.
///
/// A notice goes before the change is stored that makes it false, and comes after the one that makes it true:
/// a kill may cost a notice, until the next launch, but never leaves a false one.
@MainActor
@Observable
public final class FocusSessionManager: FocusTiming {
  public private(set) var currentSession: FocusSession?
  public private(set) var remainingTime: TimeInterval = 0
  /// The last one that ran to its end, for the app to celebrate.
  public private(set) var lastCompletedSession: FocusSession?

  private let setup: FocusSetup
  private var isInBackground = false
  /// The end of the latest operation: the next one waits for it, so that they take effect and show in order.
  @ObservationIgnored private var latest: Task<Void, Never>?

  public init(_ setup: FocusSetup) {
    self.setup = setup
  }

  public func startSession(duration: TimeInterval) async throws {
    try await handle(.start(id: setup.makeID(), duration: duration))
  }

  public func pauseSession() async throws { try await handle(.pause) }
  public func resumeSession() async throws { try await handle(.resume) }
  public func endSession() async throws { try await handle(.end) }
  public func restoreSession() async throws { try await handle(.enterForeground) }
  public func enterBackground() async throws { try await handle(.enterBackground) }
  public func enterForeground() async throws { try await handle(.enterForeground) }

  /// Touches the store only when a session's time is up.
  public func tick() async throws {
    let timer = FocusTimer(session: currentSession, isInBackground: isInBackground)
    if timer.isDue(at: setup.now()) {
      try await handle(.tick)
    } else {
      remainingTime = timer.remaining(at: setup.now())
    }
  }

  private func handle(_ event: FocusTimer.Event) async throws {
    let previous = latest
    let operation = Task {
      await previous?.value
      try await handleInTurn(event)
    }
    latest = Task { _ = await operation.result }
    try await operation.value
  }

  private func handleInTurn(_ event: FocusTimer.Event) async throws {
    let (now, isInBackground) = (setup.now(), isInBackground)
    let withdrawn = WithdrawnNotices(from: setup.notifications)
    let (timer, effects): (FocusTimer, [FocusTimer.Effect])
    do {
      (timer, effects) = try await setup.data.perform { scope in
        let session = try scope.fetch(FocusSession.self).first(where: \.isActive)
        var timer = FocusTimer(session: session, isInBackground: isInBackground)
        let effects = try timer.handle(event, at: now)
        for case .cancel(let id) in effects { withdrawn.withdraw(id: id) }
        for case .persist(let session) in effects { try scope.save(session) }
        return (timer, effects)
      }
    } catch {
      withdrawn.putBack()
      throw error
    }
    self.isInBackground = timer.isInBackground
    currentSession = timer.session
    remainingTime = timer.remaining(at: now)
    for effect in effects {
      switch effect {
      case .cancel, .persist: break
      case .schedule(let request): setup.notifications.add(request)
      case .complete(let session): lastCompletedSession = session
      }
    }
  }
}

import Foundation
import Observation
import PlatformStandIns

/// The focus timer that the app uses. Each operation stores its change before it returns. If it throws, it has changed
/// nothing.
@MainActor
public protocol FocusTiming: AnyObject, Sendable {
  /// The active session, which may be paused. It is nil if there is none.
  var currentSession: FocusSession? { get }
  /// The seconds of work that were left at the last operation or tick. It is 0 without a session.
  var remainingTime: TimeInterval { get }

  /// Starts a session.
  /// - Parameter duration: The work time in seconds, without pauses.
  /// - Throws: ``FocusError`` if the duration is not finite and greater than 0, or if a session is active; what the store
  ///   throws.
  func startSession(duration: TimeInterval) async throws
  /// Pauses the session. It does nothing if no session runs.
  func pauseSession() async throws
  /// Resumes the session. It does nothing if no session is paused.
  func resumeSession() async throws
  /// Ends the session before its time is up. It does nothing if no session is active.
  func endSession() async throws
  /// Shows the stored session, at launch or after the data was replaced, and completes it if its time is up. In the
  /// background its notice is scheduled, and no other stays.
  func restoreSession() async throws

  /// Schedules the notice of the end of the session, if a session runs.
  func enterBackground() async throws
  /// Cancels the notice of the end of the session, and completes the session if its time is up.
  func enterForeground() async throws
  /// Updates ``remainingTime``, and completes the session if its time is up.
  func tick() async throws
}

/// The parts that a focus timer works with.
public struct FocusSetup: Sendable {
  /// Access to the store that keeps the sessions.
  public let data: any DataAccess
  /// Delivers the notice of the end of a session.
  public let notifications: NotificationScheduler
  /// Returns the date of the wall clock.
  public let now: @Sendable () -> Date
  /// Makes the id of a new session.
  public let makeID: @Sendable () -> UUID

  /// Creates a setup from its parts.
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

/// Runs the ``FocusTimer`` with a store, a clock and notices. The stored session is authoritative: each operation reads it,
/// changes it and writes it in one transaction, and only then shows it. So the session on the screen is always stored, even
/// if the app is killed, and there is never more than one active session.
///
/// The manager cancels a notice before it stores the change that makes the notice false. It schedules a notice after it has
/// stored the change that makes the notice true. So a kill may lose a notice until the next launch, but it never leaves a
/// false one.
@MainActor
@Observable
public final class FocusSessionManager: FocusTiming {
  public private(set) var currentSession: FocusSession?
  public private(set) var remainingTime: TimeInterval = 0
  /// The last session that ran to its end in this launch, for the app to celebrate. It is nil if there was none.
  public private(set) var lastCompletedSession: FocusSession?

  private let setup: FocusSetup
  private var isInBackground = false
  /// The end of the latest operation. The next operation waits for it, so that operations take effect in the order of their
  /// calls.
  @ObservationIgnored private var latest: Task<Void, Never>?

  /// Creates a timer that shows no session. ``restoreSession()`` shows the stored one.
  public init(_ setup: FocusSetup) {
    self.setup = setup
  }

  public func startSession(duration: TimeInterval) async throws {
    let id = setup.makeID()
    try await handle(.start(id: id, duration: duration))
  }

  public func pauseSession() async throws { try await handle(.pause) }
  public func resumeSession() async throws { try await handle(.resume) }
  public func endSession() async throws { try await handle(.end) }
  public func restoreSession() async throws { try await handle(.restore(insteadOf: self.currentSession?.id)) }
  public func enterBackground() async throws { try await handle(.enterBackground) }
  public func enterForeground() async throws { try await handle(.enterForeground) }

  /// Updates ``remainingTime``. It uses the store only if the session's time is up.
  public func tick() async throws {
    let timer = FocusTimer(session: currentSession, isInBackground: isInBackground)
    if timer.isDue(at: setup.now()) {
      try await handle(.tick)
    } else {
      remainingTime = timer.remaining(at: setup.now())
    }
  }

  /// - Parameter event: made in its turn, because it may depend on what is shown then.
  private func handle(_ event: @autoclosure @escaping @MainActor () -> FocusTimer.Event) async throws {
    let previous = latest
    let operation = Task {
      await previous?.value
      try await handleInTurn(event())
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

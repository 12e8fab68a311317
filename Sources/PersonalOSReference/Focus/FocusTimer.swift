import Foundation
import PlatformStandIns

/// The rules of the focus timer, without a store, a clock or notices of its own. It takes events and returns effects.
///
/// Time comes from the wall clock, which may be set back or far ahead. The timer relies on `startTime`, which it never
/// changes, and on `accumulatedPause`, to which each resume adds the pause by the wall clock.
public struct FocusTimer: Sendable, Equatable {
  /// The input of the timer.
  public enum Event: Sendable, Equatable {
    /// Start a session with this id. `duration` is in seconds.
    case start(id: UUID, duration: TimeInterval)
    /// The user pauses, resumes or ends the session. Without such a session these events do nothing.
    case pause, resume, end
    /// The app is no longer on the screen.
    case enterBackground
    /// The app is on the screen again.
    case enterForeground
    /// The stored session is shown, at launch or because other data has taken the place of the session with this id. The app
    /// stays where it is, on the screen or not.
    case restore(insteadOf: UUID?)
    /// Time has passed. The session may be due.
    case tick
  }

  /// The output of the timer, in the order in which the effects must happen. A notice is cancelled before the change is
  /// stored and scheduled after it. So an app that is killed in between may lack a notice but leaves no false one.
  public enum Effect: Sendable, Equatable {
    /// Store this session in place of the one with the same id.
    case persist(FocusSession)
    /// Schedule this notice in place of the one with the same id.
    case schedule(NotificationScheduler.Request)
    /// Cancel the pending notice with this id, if there is one.
    case cancel(id: String)
    /// This session has run to its end.
    case complete(FocusSession)
  }

  /// The active session, which may be paused. It is nil if there is none.
  public private(set) var session: FocusSession?
  /// Whether the app is in the background. A notice is scheduled only then.
  public private(set) var isInBackground: Bool

  /// Continues from a stored session. By default there is none, and the app is in the foreground.
  public init(session: FocusSession? = nil, isInBackground: Bool = false) {
    self.session = session
    self.isInBackground = isInBackground
  }

  /// Takes an event at a date, and returns the effects in order. Before the event it completes a session whose time is up.
  /// - Throws: ``FocusError`` if a session cannot start. Then nothing has changed.
  public mutating func handle(_ event: Event, at now: Date) throws(FocusError) -> [Effect] {
    if case .start(_, let duration) = event, !(duration > 0 && duration.isFinite) {
      throw .invalidDuration(duration)
    }
    let id = session?.id
    var effects = completeIfDue(at: now)
    switch event {
    case .start(let id, let duration):
      if let session { throw .alreadyActive(session.id) }
      effects += change(to: FocusSession(id: id, startTime: now, duration: duration))
    case .pause:
      guard var session, session.pausedAt == nil else { break }
      session.pausedAt = now
      effects += change(to: session)
    case .resume:
      guard let session, session.pausedAt != nil else { break }
      effects += change(to: session.resumed(at: now))
    case .end:
      guard var session = session?.resumed(at: now) else { break }
      session.completedAt = now
      session.isActive = false
      effects += change(to: session)
    case .enterBackground:
      isInBackground = true
      effects += notice
    case .enterForeground:
      isInBackground = false
      if let id { effects.insert(.cancel(id: id.uuidString), at: 0) }
    case .restore(let shown):
      // The notice of a session that is shown no more is false, and one of an earlier launch is not due on the screen.
      let ended = [shown == id ? nil : shown, isInBackground ? nil : id].compactMap(\.self)
      effects = ended.map { Effect.cancel(id: $0.uuidString) } + effects + notice
    case .tick: break
    }
    return effects
  }

  /// The seconds of work that are left. It is 0 without a session.
  public func remaining(at now: Date) -> TimeInterval { session?.remaining(at: now) ?? 0 }

  /// Whether the time of a running session is up. A paused session is never due.
  public func isDue(at now: Date) -> Bool {
    session.map { $0.pausedAt == nil && $0.remaining(at: now) == 0 } ?? false
  }

  /// Completes a session whose time is up. It does not cancel the pending notice, which is due now and which the scheduler
  /// delivers.
  private mutating func completeIfDue(at now: Date) -> [Effect] {
    guard var session, isDue(at: now) else { return [] }
    session.completedAt = session.completion
    session.isActive = false
    self.session = nil
    return [.persist(session), .complete(session)]
  }

  private mutating func change(to changed: FocusSession) -> [Effect] {
    session = changed.isActive ? changed : nil
    return notice.isEmpty
      ? [.cancel(id: changed.id.uuidString), .persist(changed)] : [.persist(changed)] + notice
  }

  /// The notice of the end of the session. It is empty unless the session runs and the app is in the background.
  private var notice: [Effect] {
    guard isInBackground, let session, session.pausedAt == nil else { return [] }
    return [
      .schedule(
        NotificationScheduler.Request(
          id: session.id.uuidString, fireDate: session.completion, message: "Your focus session is complete.")
      )
    ]
  }
}

extension FocusSession {
  /// The seconds of work that are left, from 0 to `duration`. A pause and the completion stop the count.
  public func remaining(at now: Date) -> TimeInterval {
    let reference = pausedAt ?? completedAt ?? now
    let worked = reference.timeIntervalSince(startTime) - accumulatedPause
    return min(max(duration - worked, 0), duration)
  }

  /// The date at which the session ends, unless it is paused again.
  var completion: Date { startTime + (accumulatedPause + duration) }

  /// The session without its pause, whose length is added to `accumulatedPause`. It is unchanged if it was not paused.
  fileprivate func resumed(at now: Date) -> FocusSession {
    guard let pausedAt else { return self }
    var session = self
    session.accumulatedPause += now.timeIntervalSince(pausedAt)
    session.pausedAt = nil
    return session
  }
}

/// Why the timer refuses to start a session.
public enum FocusError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The duration, in seconds, is not finite or not greater than 0.
  case invalidDuration(TimeInterval)
  /// The session with this id is active.
  case alreadyActive(UUID)

  public var description: String {
    switch self {
    case .invalidDuration(let duration):
      "a focus session must last more than 0 seconds and not for ever, found \(duration)"
    case .alreadyActive(let id): "focus session \(id) is active: end it before you start another"
    }
  }
}

import Foundation
import PlatformStandIns

/// The rules of the focus timer, without storage, clock or notices of its own: events go in, what is to be
/// done comes out.
///
/// Time is the wall clock's, which may be set back or days ahead. What counts is `startTime`, which is never
/// rewritten, and `accumulatedPause`, which grows at each resume by what the clock showed to have passed.
public struct FocusTimer: Sendable, Equatable {
  public enum Event: Sendable, Equatable {
    /// `duration` is in seconds.
    case start(id: UUID, duration: TimeInterval)
    /// These three do nothing where there is nothing to pause, resume or end.
    case pause, resume, end
    case enterBackground
    /// The launch of the app, too.
    case enterForeground
    /// Time has passed.
    case tick
  }

  /// They come in the order in which they are to take effect: a notice is cancelled before the change is
  /// stored, and scheduled after it. So an app that is killed in between may owe a notice, but none that it
  /// left is false.
  public enum Effect: Sendable, Equatable {
    case persist(FocusSession)
    case schedule(NotificationScheduler.Request)
    case cancel(id: String)
    /// The session has run to its end.
    case complete(FocusSession)
  }

  /// The active session; nil where there is none.
  public private(set) var session: FocusSession?
  public private(set) var isInBackground: Bool

  public init(session: FocusSession? = nil, isInBackground: Bool = false) {
    self.session = session
    self.isInBackground = isInBackground
  }

  /// - Throws: ``FocusError``, and nothing has changed.
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
    case .tick: break
    }
    return effects
  }

  /// Seconds of work that are left; 0 where there is no session.
  public func remaining(at now: Date) -> TimeInterval { session?.remaining(at: now) ?? 0 }

  /// Whether a session runs whose time is up.
  public func isDue(at now: Date) -> Bool {
    session.map { $0.pausedAt == nil && $0.remaining(at: now) == 0 } ?? false
  }

  /// A notice that is pending is left alone: it is due now, and the scheduler's to deliver.
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

  /// The notice of the end of the session, where it must be pending: while the session runs and nobody looks.
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
  /// Seconds of work that are left, from 0 to `duration`.
  public func remaining(at now: Date) -> TimeInterval {
    let reference = pausedAt ?? completedAt ?? now
    let worked = reference.timeIntervalSince(startTime) - accumulatedPause
    return min(max(duration - worked, 0), duration)
  }

  /// When it will have run to its end, unless it is paused again.
  var completion: Date { startTime + (accumulatedPause + duration) }

  /// The session with its pause over, if it was paused.
  fileprivate func resumed(at now: Date) -> FocusSession {
    guard let pausedAt else { return self }
    var session = self
    session.accumulatedPause += now.timeIntervalSince(pausedAt)
    session.pausedAt = nil
    return session
  }
}

/// Why the timer refuses to start.
public enum FocusError: Error, Sendable, Equatable, CustomStringConvertible {
  /// In seconds.
  case invalidDuration(TimeInterval)
  case alreadyActive(UUID)

  public var description: String {
    switch self {
    case .invalidDuration(let duration):
      "a focus session must last more than 0 seconds and not for ever, found \(duration)"
    case .alreadyActive(let id): "focus session \(id) is active: end it before you start another"
    }
  }
}

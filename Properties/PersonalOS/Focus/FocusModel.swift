import Foundation
import PersonalOSGenerators
import PersonalOSReference

/// A focus timer as a diary of what the clock showed: the oracle of POS-18 to POS-21.
///
/// It adds up the stretches in which the user worked. It knows no accumulated pause and no time of completion
/// that could be wrong with it: both come out of the sums.
struct FocusModel {
  struct Stretch: Equatable {
    let isWork: Bool
    let from: Date
    /// Nil: not over.
    var to: Date?

    func seconds(at now: Date) -> TimeInterval { (to ?? now).timeIntervalSince(from) }
  }

  struct Session: Equatable {
    let id: UUID
    let duration: TimeInterval
    var stretches: [Stretch]
    var end: Date?
    var ranToItsEnd = false

    var isRunning: Bool { end == nil && stretches.last?.isWork == true }

    func worked(at now: Date) -> TimeInterval {
      stretches.filter(\.isWork).reduce(0) { $0 + $1.seconds(at: now) }
    }

    /// May be negative, and more than the duration where the clock was set back.
    func left(at now: Date) -> TimeInterval { duration - worked(at: now) }

    mutating func closeStretch(at date: Date) {
      if !stretches.isEmpty { stretches[stretches.count - 1].to = date }
    }

    mutating func turn(toWork isWork: Bool, at date: Date) {
      closeStretch(at: date)
      stretches.append(Stretch(isWork: isWork, from: date, to: nil))
    }

    /// How it must be stored.
    var stored: FocusSession {
      let pauses = stretches.filter { !$0.isWork && $0.to != nil }
      return FocusSession(
        id: id, startTime: stretches[0].from, duration: duration,
        pausedAt: end == nil && !isRunning ? stretches.last?.from : nil, completedAt: end,
        isActive: end == nil,
        accumulatedPause: pauses.reduce(0) { $0 + $1.seconds(at: $1.from) })
    }
  }

  struct Notice: Equatable {
    let id: String
    let date: Date
  }

  private(set) var sessions: [Session] = []
  /// When the app was not looked at and owed no notice; the last one may not be over.
  private(set) var backgrounds: [(from: Date, to: Date?)] = []
  var isInBackground: Bool { backgrounds.last.map { $0.to == nil } ?? false }
  private(set) var pending: Notice?

  var active: Session? { sessions.last.flatMap { $0.end == nil ? $0 : nil } }

  /// Seconds to show.
  func remaining(at now: Date) -> TimeInterval {
    guard let active else { return 0 }
    return min(max(active.left(at: now), 0), active.duration)
  }

  /// - Parameter id: for a session that starts.
  /// - Returns: whether the command must be accepted.
  mutating func obey(_ command: FocusHistory.Command, id: UUID, at now: Date) -> Bool {
    if case .start(let duration) = command, !duration.isFinite || duration <= 0 { return false }
    notice(timeAt: now)
    switch (command, active?.isRunning) {
    case (.start, .some): return false
    case (.start(let duration), nil):
      sessions.append(
        Session(id: id, duration: duration, stretches: [Stretch(isWork: true, from: now, to: nil)]))
    case (.pause, true): change { $0.turn(toWork: false, at: now) }
    case (.resume, false): change { $0.turn(toWork: true, at: now) }
    case (.end, .some):
      change {
        $0.closeStretch(at: now)
        $0.end = now
      }
    default: return true
    }
    pending = isInBackground ? wanted(at: now) : nil
    return true
  }

  mutating func enterBackground(at now: Date) {
    notice(timeAt: now)
    if !isInBackground { backgrounds.append((now, nil)) }
    pending = wanted(at: now)
  }

  mutating func enterForeground(at now: Date) {
    notice(timeAt: now)
    if isInBackground { backgrounds[backgrounds.count - 1].to = now }
    pending = nil
  }

  /// The app is killed in the middle of a change. Until its next launch there may be no notice of the session
  /// that runs.
  mutating func losesNotice(at now: Date) {
    pending = nil
    if isInBackground { backgrounds[backgrounds.count - 1].to = now }
  }

  /// The app sees what time it is: a session whose time is up is over, since the moment it was up.
  mutating func notice(timeAt now: Date) {
    change { session in
      guard session.isRunning, session.left(at: now) <= 0 else { return }
      let end = now + session.left(at: now)
      session.closeStretch(at: end)
      session.end = end
      session.ranToItsEnd = true
    }
  }

  /// Time passes for the system, whether the app sees it or not.
  mutating func deliver(at now: Date) {
    if let notice = pending, notice.date <= now { pending = nil }
  }

  /// What must have been delivered, if the clock was never set: a notice for each session whose time was up
  /// while nobody looked, at the moment when it was.
  func delivered(at now: Date) -> [Notice] {
    sessions.compactMap { session in
      guard session.ranToItsEnd || session.isRunning else { return nil }
      let end = session.end ?? now + session.left(at: now)
      let isUnseen = backgrounds.contains { $0.from < end && end <= $0.to ?? now }
      return isUnseen ? Notice(id: session.id.uuidString, date: end) : nil
    }
  }

  /// The notice of the end of the session that runs.
  private func wanted(at now: Date) -> Notice? {
    guard let active, active.isRunning else { return nil }
    return Notice(id: active.id.uuidString, date: now + active.left(at: now))
  }

  private mutating func change(_ edit: (inout Session) -> Void) {
    if active != nil { edit(&sessions[sessions.count - 1]) }
  }
}

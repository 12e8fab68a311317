import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// A focus timer as a diary of what the clock showed: the oracle of POS-18 to POS-21.
///
/// It adds up the stretches in which the user worked. It knows no accumulated pause and no time of completion
/// that could be wrong with it: both come out of the sums. And it knows no kill: whatever it says of the
/// session must be so whether the app lived on or not.
struct FocusModel: Sendable {
  struct Stretch {
    let isWork: Bool
    let from: Date
    /// Nil: not over.
    var to: Date?

    func seconds(at now: Date) -> TimeInterval { (to ?? now).timeIntervalSince(from) }
  }

  struct Session {
    let id: UUID
    let duration: TimeInterval
    var stretches: [Stretch]
    var end: Date?
    var ranOut = false

    var isRunning: Bool { end == nil && stretches.last?.isWork == true }
    var pauses: [Stretch] { stretches.filter { !$0.isWork } }

    /// May be negative, and more than the duration if the clock was set back.
    func secondsLeft(at now: Date) -> TimeInterval {
      duration - stretches.filter(\.isWork).reduce(0) { $0 + $1.seconds(at: now) }
    }

    mutating func turn(toWork isWork: Bool, at date: Date) {
      closeStretch(at: date)
      stretches.append(Stretch(isWork: isWork, from: date))
    }

    mutating func closeStretch(at date: Date) {
      if !stretches.isEmpty { stretches[stretches.count - 1].to = date }
    }

    /// How it must be stored.
    var stored: FocusSession {
      FocusSession(
        id: id, startTime: stretches[0].from, duration: duration,
        pausedAt: end == nil && !isRunning ? stretches.last?.from : nil, completedAt: end, isActive: end == nil,
        accumulatedPause: pauses.filter { $0.to != nil }.reduce(0) { $0 + $1.seconds(at: $1.from) })
    }
  }

  /// What the wall clock shows.
  private(set) var now = Self.beginning
  private(set) var active: Session?
  /// Oldest first.
  private(set) var over: [Session] = []
  /// Those that other data has replaced after their time was up.
  private var gone: [Session] = []
  /// The notice that waits to be delivered.
  private(set) var pending: FocusNotice?
  /// When the app was not looked at and owed a notice; the last one may not be over.
  private var backgrounds: [(from: Date, to: Date?)] = []
  /// How often a session was to be started. Each attempt has an id of its own.
  private var starts = 0

  /// 6 o'clock in the morning, in 2026.
  static let beginning = Date(timeIntervalSinceReferenceDate: 799_999_200)

  static func id(ofStart number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)))
  }

  var isInBackground: Bool { backgrounds.last.map { $0.to == nil } ?? false }

  // What happens.

  /// - Throws: ``FocusRefusal``.
  mutating func make(_ change: FocusChange) throws {
    if case .start(let duration) = change {
      starts += 1
      guard duration > 0, duration.isFinite else { throw FocusRefusal() }
    }
    completeIfDue()
    switch (change, active?.isRunning) {
    case (.start, .some): throw FocusRefusal()
    case (.start(let duration), nil):
      active = Session(id: Self.id(ofStart: starts), duration: duration, stretches: [])
      active?.turn(toWork: true, at: now)
    case (.pause, true): active?.turn(toWork: false, at: now)
    case (.resume, false): active?.turn(toWork: true, at: now)
    case (.end, .some): end(at: now)
    default: return
    }
    pending = isInBackground ? noticeOfTheEnd : nil
  }

  /// Attempts a change that may come to nothing. A start has then taken its id all the same.
  /// - Returns: the model after the change, and whether the change is accepted.
  mutating func attempt(_ change: FocusChange) -> (after: FocusModel, isAccepted: Bool) {
    var after = self
    let isAccepted = (try? after.make(change)) != nil
    starts = after.starts
    return (after, isAccepted)
  }

  mutating func enterBackground() {
    completeIfDue()
    if !isInBackground { backgrounds.append((now, nil)) }
    pending = noticeOfTheEnd
  }

  mutating func enterForeground() {
    completeIfDue()
    if isInBackground { backgrounds[backgrounds.count - 1].to = now }
    pending = nil
  }

  mutating func replace(by replacement: FocusReplacement) {
    completeIfDue()
    if replacement != .same {
      gone += over
      (over, active) = ([], nil)
    }
    if case .another(let duration) = replacement {
      starts += 1
      active = Session(id: Self.id(ofStart: starts), duration: duration, stretches: [])
      active?.turn(toWork: true, at: now)
    }
    pending = isInBackground ? noticeOfTheEnd : nil
  }

  /// The clock runs on, or is set. An app that is looked at sees it; one in the background may be suspended.
  mutating func moveClock(by seconds: TimeInterval) {
    now += seconds
    // Delivered, whether the app lives or not.
    if let notice = pending, notice.date <= now { pending = nil }
    if !isInBackground { completeIfDue() }
  }

  /// The app was killed in the middle of a change: until its next launch it owes no notice.
  mutating func loseNotice() {
    pending = nil
    if isInBackground { backgrounds[backgrounds.count - 1].to = now }
  }

  /// The app sees what time it is: a session whose time is up is over, since the moment it was up.
  mutating func completeIfDue() {
    guard let active, active.isRunning, active.secondsLeft(at: now) <= 0 else { return }
    end(at: now + active.secondsLeft(at: now), ranOut: true)
  }

  private mutating func end(at date: Date, ranOut: Bool = false) {
    guard var session = active else { return }
    session.closeStretch(at: date)
    (session.end, session.ranOut) = (date, ranOut)
    over.append(session)
    active = nil
  }

  // What must be.

  /// In the order of ids.
  var stored: [Bytewise<FocusSession>] { (over + (active.map { [$0] } ?? [])).map { Bytewise($0.stored) } }

  var shown: Bytewise<FocusSession>? { active.map { Bytewise($0.stored) } }

  /// Seconds to show.
  var remaining: TimeInterval { active.map { min(max($0.secondsLeft(at: now), 0), $0.duration) } ?? 0 }

  /// What must have been delivered, if the clock was never set: a notice for each session whose time was up
  /// while nobody looked, at the moment when it was.
  var delivered: [FocusNotice] {
    let running = active.flatMap { $0.isRunning ? $0 : nil }
    return ((gone + over).filter(\.ranOut) + (running.map { [$0] } ?? [])).compactMap { session in
      let end = session.end ?? now + session.secondsLeft(at: now)
      let isUnseen = backgrounds.contains { $0.from < end && end <= $0.to ?? now }
      return isUnseen ? FocusNotice(session: session.id.uuidString, date: end) : nil
    }
  }

  private var noticeOfTheEnd: FocusNotice? {
    guard let active, active.isRunning else { return nil }
    return FocusNotice(session: active.id.uuidString, date: now + active.secondsLeft(at: now))
  }
}

/// What the user can have done to a session.
enum FocusChange: Sendable, Equatable {
  /// In seconds; not only such as are allowed.
  case start(TimeInterval)
  case pause, resume, end
}

/// What takes the place of all sessions.
enum FocusReplacement: Sendable, Equatable {
  /// What was there: a backup of just now.
  case same
  case nothing
  /// A session that runs since just now, of so many seconds.
  case another(TimeInterval)
}

/// A session is not started: one is active, or the duration is none.
struct FocusRefusal: Error, Equatable {}

/// The notice that a session's time is up.
struct FocusNotice: Sendable, Equatable {
  let session: String
  let date: Date
  /// What its text does not say.
  let lacks: [String]

  private static let wording: Wording = [
    "what": ["focus", "session"], "that it is over": ["complete", "over", "finished", "ended", "done"],
  ]

  init(session: String, date: Date) { (self.session, self.date, lacks) = (session, date, []) }

  init(_ request: NotificationScheduler.Request) {
    (session, date, lacks) = (request.id, request.fireDate, Self.wording.missing(from: request.message))
  }
}

extension FocusModel: CounterexampleDescribable {
  /// "at 5.0 s: paused, 55.0 s left, in the background; 1 session over".
  var counterexampleDescription: String {
    let session = active.map { "\($0.isRunning ? "running" : "paused"), \(remaining) s left" } ?? "no session"
    let past = over.isEmpty ? "" : "; \(over.count) \(over.count == 1 ? "session" : "sessions") over"
    return "at \(Self.seconds(to: now)): \(session)\(isInBackground ? ", in the background" : "")\(past)"
  }

  /// "5.0 s", counted from the beginning of the case.
  fileprivate static func seconds(to date: Date) -> String { "\(date.timeIntervalSince(beginning)) s" }
}

extension FocusNotice: CounterexampleDescribable {
  var counterexampleDescription: String { "notice at \(FocusModel.seconds(to: date)) of session …\(session.suffix(4))" }
}

extension FocusSession: CounterexampleDescribable {
  /// "session …0001 of 60.0 s, begun at 0.0 s, paused at 10.0 s"
  public var counterexampleDescription: String {
    let seconds = FocusModel.seconds
    let pause = accumulatedPause == 0 ? "" : ", paused for \(accumulatedPause) s before"
    let end = completedAt.map { ", over at \(seconds($0))" } ?? pausedAt.map { ", paused at \(seconds($0))" } ?? ""
    return "session …\(id.uuidString.suffix(4)) of \(duration) s, begun at \(seconds(startTime))\(pause)\(end)"
      + (isActive == (completedAt == nil) ? "" : isActive ? ", active" : ", not active")
  }
}

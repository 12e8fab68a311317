import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// A focus timer that keeps its session in memory and stores what changes. It edits what ``FocusTimer`` says is to be
/// done; without a defect it leaves that as it is.
@MainActor
final class FocusTimerTwin: FocusTiming {
  enum Defect: String, CaseIterable, Sendable {
    // Storing.
    case persistsInBackgroundOnly = "stores the session when the app enters the background, not before"
    case doesNotStoreIsActive = "does not store that the session is active"
    case forgetsToStoreTheEnd = "does not store the end of a session"
    case showsBeforeItStores = "shows a change before it is stored"
    case startsASecondSession = "starts a session while one is active"
    case acceptsAnyDuration = "starts sessions of zero or infinite duration"
    case startsForEver = "starts a session that never ends"
    // Notices.
    case noticeFiresAfterTheFullDuration = "schedules the notice for a full duration from now"
    case duplicatesNotices = "adds another notice each time"
    case schedulesPausedSessions = "schedules a notice for a paused session"
    case keepsTheNoticeAtTheEnd = "leaves the notice pending at the end"
    case keepsTheNoticeInTheForeground = "leaves the notice pending in the foreground"
    case restoresToTheForeground = "takes an app in which other data is shown for one that is looked at"
    case keepsTheNoticeOfReplacedSessions = "leaves the notice of a session pending that other data has replaced"
    case cancelsAfterItStores = "stores an end or a pause before it cancels the notice"
    case losesNoticesWhereStoringFails = "cancels the notice of a session that cannot be stored as ended or paused"
    case deliversAgainOnReopening = "gives the notice again on reopening"
    case deliversOnlyWhileAlive = "delivers the notice itself, only while it is alive"
    case noticesSayNothing = "gives notice without a text"
    case noticesSayThatItStarts = "says in the notice of the end that a session starts"
    case noticeForgetsPauses = "schedules the notice as if nothing had been paused"
    // Counting.
    case countsFromTheRelaunch = "counts from the relaunch on"
    case countsPausesAsWork = "counts pauses as work"
    case remainingIsNotClamped = "shows more than the duration after the clock was set back"
    case subtractsOnlyTheLastPause = "subtracts only the last pause"
    case completesWhenItLooks = "uses the moment of its check as the moment of completion"
  }

  nonisolated static let twin = Twin<PersonalOSSystem, Defect>("FocusTimerTwin") { system, defect in
    system.focus.openTimer = { FocusTimerTwin($0, defect) }
  }

  private(set) var currentSession: FocusSession?
  private(set) var remainingTime: TimeInterval = 0
  private var timer = FocusTimer()
  private let setup: FocusSetup
  private let defect: Defect?
  /// The end of the latest operation, for which the next one waits.
  private var turn: Task<Void, Never>?

  init(_ setup: FocusSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func startSession(duration: TimeInterval) async throws {
    let id = setup.makeID()
    try await inTurn { [self] in try await start(id, duration) }
  }

  private func start(_ id: UUID, _ duration: TimeInterval) async throws {
    let start = FocusTimer.Event.start(id: id, duration: duration)
    if defect == .startsASecondSession { timer = FocusTimer(isInBackground: timer.isInBackground) }
    let isRefused = !(duration > 0 && duration.isFinite)
    guard isRefused, defect == .acceptsAnyDuration && !duration.isNaN || defect == .startsForEver && duration > 0 else {
      return try await handle(start)
    }
    try await take(
      FocusTimer(
        session: FocusSession(id: id, startTime: setup.now(), duration: duration),
        isInBackground: timer.isInBackground), [])
  }

  func pauseSession() async throws { try await inTurn { try await self.handle(.pause) } }
  func resumeSession() async throws { try await inTurn { try await self.handle(.resume) } }
  func endSession() async throws { try await inTurn { try await self.handle(.end) } }
  func enterBackground() async throws { try await inTurn { try await self.handle(.enterBackground) } }
  func enterForeground() async throws { try await inTurn { try await self.handle(.enterForeground) } }
  func tick() async throws { try await inTurn { try await self.handle(.tick) } }
  func restoreSession() async throws { try await inTurn { try await self.restore() } }

  private func inTurn(_ operation: @escaping @MainActor @Sendable () async throws -> Void) async throws {
    let previous = turn
    let task = Task {
      await previous?.value
      try await operation()
    }
    turn = Task { _ = await task.result }
    try await task.value
  }

  private func restore() async throws {
    var restored = try await setup.data.perform { try $0.fetch(FocusSession.self).first(where: \.isActive) }
    if defect == .countsFromTheRelaunch, restored?.pausedAt == nil { restored?.startTime = setup.now() }
    let shown = currentSession?.id
    timer = FocusTimer(session: restored, isInBackground: timer.isInBackground)
    try await handle(defect == .restoresToTheForeground ? .enterForeground : .restore(insteadOf: shown))
    if defect == .deliversAgainOnReopening, let restored, timer.session == nil {
      setup.notifications.add(notice(of: restored, at: setup.now()))
    }
  }

  private func handle(_ event: FocusTimer.Event) async throws {
    var after = timer
    let effects = try after.handle(event, at: setup.now())
    if let session = after.session {
      after = FocusTimer(session: miscounted(session), isInBackground: after.isInBackground)
    }
    try await take(after, effects.flatMap { edited($0, of: event, after) } + extra(event, after, effects))
  }

  /// Cancels, stores, shows, schedules; where storing fails, what was cancelled is pending again.
  private func take(_ after: FocusTimer, _ effects: [FocusTimer.Effect]) async throws {
    if defect == .showsBeforeItStores { currentSession = after.session }
    let cancelled = effects.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
    let changed = effects.compactMap { if case .persist(let session) = $0 { session } else { nil } }
    let cancelsFirst = defect != .cancelsAfterItStores
    let withdrawn = cancelsFirst ? cancelled.compactMap { setup.notifications.removePending(id: $0) } : []
    do {
      if !changed.isEmpty { try await setup.data.perform { for session in changed { try $0.save(session) } } }
    } catch {
      if defect != .losesNoticesWhereStoringFails { withdrawn.forEach(setup.notifications.add) }
      throw error
    }
    if !cancelsFirst { for id in cancelled { setup.notifications.removePending(id: id) } }
    timer = after
    currentSession = after.session
    remainingTime = remaining
    for case .schedule(let request) in effects { setup.notifications.add(worded(request)) }
  }

  private var remaining: TimeInterval {
    guard defect == .remainingIsNotClamped, let session = timer.session else { return timer.remaining(at: setup.now()) }
    return completion(of: session).timeIntervalSince(session.pausedAt ?? setup.now())
  }

  // The defects.

  private func edited(
    _ effect: FocusTimer.Effect, of event: FocusTimer.Event, _ after: FocusTimer
  ) -> [FocusTimer.Effect] {
    switch (effect, defect) {
    case (.persist, .persistsInBackgroundOnly): return []
    case (.persist, .forgetsToStoreTheEnd) where event == .end: return []
    case (.persist(var session), _):
      session = miscounted(session)
      if defect == .doesNotStoreIsActive { session.isActive = false }
      if defect == .completesWhenItLooks, session.completedAt != nil { session.completedAt = setup.now() }
      return [.persist(session)]
    case (.cancel, .keepsTheNoticeAtTheEnd) where event == .end: return []
    case (.cancel, .keepsTheNoticeInTheForeground) where event == .enterForeground: return []
    case (.cancel, .keepsTheNoticeOfReplacedSessions):
      if case .restore = event { return [] }
      return [effect]
    case (.schedule, .deliversOnlyWhileAlive): return []
    case (.schedule(let request), _): return [.schedule(after.session.map { notice(of: $0, at: nil) } ?? request)]
    default: return [effect]
    }
  }

  /// What is done that nobody asked for.
  private func extra(
    _ event: FocusTimer.Event, _ after: FocusTimer, _ effects: [FocusTimer.Effect]
  ) -> [FocusTimer.Effect] {
    switch defect {
    case .persistsInBackgroundOnly where event == .enterBackground: after.session.map { [.persist($0)] } ?? []
    case .schedulesPausedSessions where after.isInBackground && after.session?.pausedAt != nil:
      after.session.map { [.schedule(notice(of: $0, at: nil))] } ?? []
    case .deliversOnlyWhileAlive where event == .tick && after.isInBackground:
      effects.compactMap {
        if case .complete(let session) = $0 { .schedule(notice(of: session, at: completion(of: session))) } else { nil }
      }
    default: []
    }
  }

  /// The session after a pause, if the defect is how pauses are counted.
  private func miscounted(_ session: FocusSession) -> FocusSession {
    guard let before = timer.session, before.pausedAt != nil, session.pausedAt == nil else { return session }
    var session = session
    if defect == .countsPausesAsWork { session.accumulatedPause = before.accumulatedPause }
    if defect == .subtractsOnlyTheLastPause { session.accumulatedPause -= before.accumulatedPause }
    return session
  }

  /// - Parameter date: nil for the moment of completion.
  private func notice(of session: FocusSession, at date: Date?) -> NotificationScheduler.Request {
    var id = session.id.uuidString
    if defect == .duplicatesNotices { id += " \(setup.notifications.pending.count)" }
    let fireDate =
      switch defect {
      case .noticeFiresAfterTheFullDuration: setup.now() + session.duration
      case .noticeForgetsPauses: session.startTime + session.duration
      default: date ?? completion(of: session)
      }
    return NotificationScheduler.Request(id: id, fireDate: fireDate, message: "Your focus session is complete.")
  }

  private func completion(of session: FocusSession) -> Date {
    session.startTime + session.accumulatedPause + session.duration
  }
}

extension FocusTimerTwin {
  private func worded(_ request: NotificationScheduler.Request) -> NotificationScheduler.Request {
    let message =
      switch defect {
      case .noticesSayNothing: " "
      case .noticesSayThatItStarts: "Your focus session begins."
      default: request.message
      }
    return NotificationScheduler.Request(id: request.id, fireDate: request.fireDate, message: message)
  }
}

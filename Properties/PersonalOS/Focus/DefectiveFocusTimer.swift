import Foundation
import PersonalOSReference
import PlatformStandIns

/// Another focus timer, with one defect: what POS-18 to POS-21 must catch. It keeps its session in memory and
/// stores it after each change; without a defect it holds all four.
@MainActor
final class DefectiveFocusTimer: FocusTiming {
  enum Defect: Sendable {
    // Storing.
    case persistsInBackgroundOnly, doesNotStoreIsActive, forgetsToStoreTheEnd, showsBeforeItStores
    case startsASecondSession, acceptsAnyDuration, startsForEver
    // Notices.
    case firesAfterTheFullDuration, duplicatesNotices, schedulesPausedSessions, keepsTheNoticeAtTheEnd
    case keepsTheNoticeInTheForeground, deliversAgainOnReopening, deliversOnlyWhileAlive, forgetsPauses
    case cancelsAfterItStores, losesNoticesWhereStoringFails
    // Counting.
    case countsFromTheRelaunch, countsPausesAsWork, doesNotClamp, subtractsOnlyTheLastPause
    case completesWhenItLooks
  }

  private(set) var currentSession: FocusSession?
  private(set) var remainingTime: TimeInterval = 0
  private let setup: FocusSetup
  private let defect: Defect?
  private var isInBackground = false

  init(_ setup: FocusSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func startSession(duration: TimeInterval) async throws {
    let id = setup.makeID()
    guard
      duration > 0 && (duration.isFinite || defect == .startsForEver)
        || defect == .acceptsAnyDuration && !duration.isNaN
    else {
      throw FocusError.invalidDuration(duration)
    }
    try await completeIfDue()
    if let currentSession, defect != .startsASecondSession {
      throw FocusError.alreadyActive(currentSession.id)
    }
    try await change(to: FocusSession(id: id, startTime: setup.now(), duration: duration))
  }

  func pauseSession() async throws {
    try await completeIfDue()
    guard var session = currentSession, session.pausedAt == nil else { return }
    session.pausedAt = setup.now()
    try await change(to: session)
  }

  func resumeSession() async throws {
    try await completeIfDue()
    guard let session = currentSession, session.pausedAt != nil else { return }
    try await change(to: withoutPause(session))
  }

  func endSession() async throws {
    try await completeIfDue()
    guard let session = currentSession else { return }
    try await withdrawingNotice(of: defect == .keepsTheNoticeAtTheEnd ? nil : session) {
      try await finish(withoutPause(session), at: setup.now(), storing: defect != .forgetsToStoreTheEnd)
    }
  }

  func restoreSession() async throws {
    let sessions = try await setup.data.perform { try $0.fetch(FocusSession.self) }
    currentSession = sessions.first { $0.isActive }
    if defect == .countsFromTheRelaunch, currentSession?.pausedAt == nil {
      currentSession?.startTime = setup.now()
    }
    for session in sessions where defect != .keepsTheNoticeInTheForeground {
      setup.notifications.removePending(id: session.id.uuidString)
    }
    let restored = currentSession
    try await completeIfDue()
    if defect == .deliversAgainOnReopening, let restored, currentSession == nil {
      notify(NotificationScheduler.Request(id: restored.id.uuidString, fireDate: setup.now(), message: ""))
    }
    show()
  }

  func enterBackground() async throws {
    try await completeIfDue()
    isInBackground = true
    if let session = currentSession {
      if defect == .persistsInBackgroundOnly { try await store(session) }
      schedule(session)
    }
    show()
  }

  func enterForeground() async throws {
    let id = currentSession?.id
    try await completeIfDue()
    isInBackground = false
    if let id, defect != .keepsTheNoticeInTheForeground {
      setup.notifications.removePending(id: id.uuidString)
    }
    show()
  }

  func tick() async throws {
    let session = currentSession
    try await completeIfDue()
    if defect == .deliversOnlyWhileAlive, isInBackground, let session, currentSession == nil {
      notify(
        NotificationScheduler.Request(id: session.id.uuidString, fireDate: end(of: session), message: ""))
    }
    show()
  }

  // The session.

  private func change(to session: FocusSession) async throws {
    if defect == .showsBeforeItStores { currentSession = session }
    try await withdrawingNotice(of: session.pausedAt == nil ? nil : session) {
      if defect != .persistsInBackgroundOnly { try await store(session) }
    }
    currentSession = session
    show()
    if isInBackground { schedule(session) }
  }

  private func finish(_ session: FocusSession, at date: Date, storing: Bool) async throws {
    var session = session
    session.completedAt = date
    session.isActive = false
    if storing { try await store(session) }
    currentSession = nil
    show()
  }

  private func completeIfDue() async throws {
    guard let session = currentSession, session.pausedAt == nil, left(of: session) <= 0 else { return }
    let date = defect == .completesWhenItLooks ? setup.now() : end(of: session)
    try await finish(session, at: date, storing: true)
  }

  private func withoutPause(_ session: FocusSession) -> FocusSession {
    guard let pausedAt = session.pausedAt else { return session }
    var session = session
    let pause = setup.now().timeIntervalSince(pausedAt)
    switch defect {
    case .countsPausesAsWork: break
    case .subtractsOnlyTheLastPause: session.accumulatedPause = pause
    default: session.accumulatedPause += pause
    }
    session.pausedAt = nil
    return session
  }

  private func store(_ session: FocusSession) async throws {
    var session = session
    if defect == .doesNotStoreIsActive { session.isActive = false }
    let stored = session
    try await setup.data.perform { try $0.save(stored) }
  }

  // Time.

  private func end(of session: FocusSession) -> Date {
    session.startTime + session.accumulatedPause + session.duration
  }

  private func left(of session: FocusSession) -> TimeInterval {
    end(of: session).timeIntervalSince(session.pausedAt ?? setup.now())
  }

  private func show() {
    guard let session = currentSession else {
      remainingTime = 0
      return
    }
    remainingTime = left(of: session)
    if defect != .doesNotClamp { remainingTime = max(0, min(session.duration, remainingTime)) }
  }

  // Notices.

  /// Cancels the notice, then stores; where that fails, the notice is pending again.
  private func withdrawingNotice(of session: FocusSession?, store: () async throws -> Void) async throws {
    let id = session?.id.uuidString ?? ""
    if defect == .cancelsAfterItStores {
      try await store()
      setup.notifications.removePending(id: id)
      return
    }
    let withdrawn = setup.notifications.removePending(id: id)
    do { try await store() } catch {
      if let withdrawn, defect != .losesNoticesWhereStoringFails { setup.notifications.add(withdrawn) }
      throw error
    }
  }

  private func schedule(_ session: FocusSession) {
    guard session.pausedAt == nil || defect == .schedulesPausedSessions else { return }
    let fireDate =
      switch defect {
      case .firesAfterTheFullDuration: setup.now() + session.duration
      case .forgetsPauses: session.startTime + session.duration
      default: end(of: session)
      }
    if defect == .deliversOnlyWhileAlive { return }
    notify(NotificationScheduler.Request(id: session.id.uuidString, fireDate: fireDate, message: ""))
  }

  private func notify(_ request: NotificationScheduler.Request) {
    var id = request.id
    if defect == .duplicatesNotices { id += " \(setup.notifications.pending.count)" }
    setup.notifications.add(
      NotificationScheduler.Request(id: id, fireDate: request.fireDate, message: "Done"))
  }
}

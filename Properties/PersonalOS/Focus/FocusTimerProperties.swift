import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The focus timer: right to the second, through pauses, kills and jumps of the clock.
public enum FocusTimerProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    sessionStatePersistence, backgroundNotificationScheduling, sessionRestorationAccuracy,
    backgroundCompletionNotification,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 18: Session state persistence**
  static let sessionStatePersistence = Property<PersonalOSSystem>(
    "POS-18", "Session state persistence", covers: "5.1", "5.3", of: "FocusSessionManager",
    needs: [.storage, .virtualTime], forAll: .focusHistory(setsClock: true),
    requiring: [
      "killed while it runs": 0.2, "killed while it is paused": 0.15, "killed during a command": 0.04,
      "refuses a second session": 0.4, "refuses a duration": 0.05, "ends early": 0.05,
    ],
    mustCatch: .focusPersistsInBackgroundOnly, .focusDoesNotStoreIsActive, .focusForgetsToStoreTheEnd,
    .focusShowsBeforeItStores, .focusStartsASecondSession, .focusAcceptsAnyDuration, .focusStartsForEver,
    .over(.servesStaleReads),
    .over(.truncatesDates), .over(.losesUnflushedWrites)
  ) { @MainActor history, system, trial in
    var session = try await FocusTimerSession(system)
    for step in history.steps {
      trial.note(describe(step))
      try await session.take(step, trial)
      try await session.expectStoredSessionsMatchModel()
      try session.expectShownSessionMatchesModel()
    }
    try await session.relaunch()
    try await session.expectStoredSessionsMatchModel()
    try session.expectShownSessionMatchesModel()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 19: Background notification scheduling**
  static let backgroundNotificationScheduling = Property<PersonalOSSystem>(
    "POS-19", "Background notification scheduling", covers: "5.2",
    of: "FocusSessionManager, NotificationScheduler",
    needs: [.storage, .virtualTime], forAll: .focusHistory(setsClock: true),
    requiring: [
      "in the background while it runs": 0.5, "in the background while it is paused": 0.1,
      "in the background without a session": 0.15, "in the background twice": 0.1,
      "ends early in the background": 0.02, "pauses in the background": 0.1,
      "killed while it stops in the background": 0.01, "a stop in the background cannot be stored": 0.01,
    ],
    mustCatch: .focusNoticeFiresAfterTheFullDuration, .focusDuplicatesNotices, .focusSchedulesPausedSessions,
    .focusKeepsTheNoticeAtTheEnd, .focusKeepsTheNoticeInTheForeground, .focusCancelsAfterItStores,
    .focusLosesNoticesWhereStoringFails
  ) { @MainActor history, system, trial in
    var session = try await FocusTimerSession(system)
    for step in history.steps {
      trial.note(describe(step))
      try await session.take(step, trial)
      try session.expectNoticesMatchModel()
    }
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 20: Session restoration accuracy**
  static let sessionRestorationAccuracy = Property<PersonalOSSystem>(
    "POS-20", "Session restoration accuracy", covers: "5.4", of: "FocusSessionManager",
    needs: [.storage, .virtualTime], forAll: .focusHistory(setsClock: true),
    requiring: [
      "killed while it runs": 0.2, "killed while it is paused": 0.15, "runs out while killed": 0.08,
      "the clock is set back while it runs": 0.03, "the clock is set days ahead while it runs": 0.01,
      "pauses more than once": 0.06,
    ],
    mustCatch: .focusCountsFromTheRelaunch, .focusCountsPausesAsWork, .focusRemainingIsNotClamped,
    .focusSubtractsOnlyTheLastPause, .focusCompletesWhenItLooks
  ) { @MainActor history, system, trial in
    var session = try await FocusTimerSession(system)
    for step in history.steps {
      trial.note(describe(step))
      let before = session
      try await session.take(step, trial)
      if !session.model.isInBackground { try session.expectRemainingTimeMatchesModel() }
      try session.expectShownSessionMatchesModel()
      if case .wait = step { try session.expectNoMoreRemains(than: before) }
    }
    try await session.end()

    // Killing the app and launching it again changes nothing of what is shown, wherever it happens.
    let quiet = history.alwaysLookedAt
    let killed = quiet.killed(from: try trial.draw(.int(in: 0...4), "first kill"))
    let shown = try await FocusTimerSession.shown(in: quiet, system)
    try expect(
      "shown where the app is killed", try await FocusTimerSession.shown(in: killed, system), equals: shown)
  }

  // **Feature: system-architecture-upgrade-p0, Property 21: Background completion notification**
  static let backgroundCompletionNotification = Property<PersonalOSSystem>(
    "POS-21", "Background completion notification", covers: "5.5",
    of: "FocusSessionManager, NotificationScheduler",
    needs: [.storage, .virtualTime], forAll: .focusHistory(setsClock: false),
    requiring: [
      "runs out in the background": 0.05, "runs out while killed in the background": 0.05,
      "runs out while it is looked at": 0.01, "ends early in the background": 0.02,
      "killed in the background before its time is up": 0.05,
      "killed while it stops in the background": 0.01, "a stop in the background cannot be stored": 0.01,
    ],
    mustCatch: .focusDeliversAgainOnReopening, .focusDeliversOnlyWhileAlive, .focusKeepsTheNoticeAtTheEnd,
    .focusNoticeForgetsPauses, .focusCancelsAfterItStores, .focusLosesNoticesWhereStoringFails
  ) { @MainActor history, system, trial in
    var session = try await FocusTimerSession(system)
    for step in history.steps {
      trial.note(describe(step))
      try await session.take(step, trial)
      try session.expectDeliveriesMatchModel()
      if !session.model.isInBackground { try session.expectShownSessionMatchesModel() }
    }
    try await session.end()
  }
}

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
  static let sessionStatePersistence = Requirement<PersonalOSSystem>(
    "POS-18", "Session state persistence",
    says: """
      The app stores each start, pause, resume and end of a focus session before showing the change, so \
      a kill at any moment loses nothing the user has seen, and a relaunch restores the session. The app \
      refuses a second active session and any duration that is not positive and finite.
      """,
    covers: "5.1", "5.3", of: "FocusSessionManager", needs: [.storage, .virtualTime],
    mustCatch: [
      .focusPersistsInBackgroundOnly, .focusDoesNotStoreIsActive, .focusForgetsToStoreTheEnd,
      .focusShowsBeforeItStores, .focusStartsASecondSession, .focusAcceptsAnyDuration, .focusStartsForEver,
      .over(.servesStaleReads), .over(.truncatesDates), .over(.losesUnflushedWrites),
    ]
  ).holds(
    forAll: .focusHistory(setsClock: true),
    requiring: [
      "killed while it runs": 0.2, "killed while it is paused": 0.15, "killed during a command": 0.04,
      "refuses a second session": 0.4, "refuses a duration": 0.05, "ends early": 0.05,
    ]
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
  static let backgroundNotificationScheduling = Requirement<PersonalOSSystem>(
    "POS-19", "Background notification scheduling",
    says: """
      While the app is in the background and a focus session runs, exactly one notification is pending, \
      set for the instant of completion. None is pending if the session is paused, over or absent, or if \
      the app is in the foreground.
      """,
    covers: "5.2", of: "FocusSessionManager, NotificationScheduler", needs: [.storage, .virtualTime],
    mustCatch: [
      .focusNoticeFiresAfterTheFullDuration, .focusDuplicatesNotices, .focusSchedulesPausedSessions,
      .focusKeepsTheNoticeAtTheEnd, .focusKeepsTheNoticeInTheForeground, .focusCancelsAfterItStores,
      .focusLosesNoticesWhereStoringFails,
    ]
  ).holds(
    forAll: .focusHistory(setsClock: true),
    requiring: [
      "in the background while it runs": 0.5, "in the background while it is paused": 0.1,
      "in the background without a session": 0.15, "in the background twice": 0.1,
      "ends early in the background": 0.02, "pauses in the background": 0.1,
      "killed while it stops in the background": 0.01, "a stop in the background cannot be stored": 0.01,
    ]
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
  static let sessionRestorationAccuracy = Requirement<PersonalOSSystem>(
    "POS-20", "Session restoration accuracy",
    says: """
      The timer shows the session's duration minus the time worked, never below 0 or above the duration; \
      pauses do not count, and killing and reopening the app makes no difference. A session whose time \
      runs out is complete as of that instant, not as of the moment the app notices.
      """,
    covers: "5.4", of: "FocusSessionManager", needs: [.storage, .virtualTime],
    mustCatch: [
      .focusCountsFromTheRelaunch, .focusCountsPausesAsWork, .focusRemainingIsNotClamped,
      .focusSubtractsOnlyTheLastPause, .focusCompletesWhenItLooks,
    ]
  ).holds(
    forAll: .focusHistory(setsClock: true),
    requiring: [
      "killed while it runs": 0.2, "killed while it is paused": 0.15, "runs out while killed": 0.08,
      "the clock is set back while it runs": 0.03, "the clock is set days ahead while it runs": 0.01,
      "pauses more than once": 0.06,
    ]
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
  static let backgroundCompletionNotification = Requirement<PersonalOSSystem>(
    "POS-21", "Background completion notification",
    says: """
      If a focus session runs out while the app is in the background or killed, the user gets exactly \
      one notification, at the instant of completion. The user gets none for a session that was paused, \
      ended early or ran out on screen, and no second one on reopening the app.
      """,
    covers: "5.5", of: "FocusSessionManager, NotificationScheduler", needs: [.storage, .virtualTime],
    mustCatch: [
      .focusDeliversAgainOnReopening, .focusDeliversOnlyWhileAlive, .focusKeepsTheNoticeAtTheEnd,
      .focusNoticeForgetsPauses, .focusCancelsAfterItStores, .focusLosesNoticesWhereStoringFails,
    ]
  ).holds(
    forAll: .focusHistory(setsClock: false),
    requiring: [
      "runs out in the background": 0.05, "runs out while killed in the background": 0.05,
      "runs out while it is looked at": 0.01, "ends early in the background": 0.02,
      "killed in the background before its time is up": 0.05,
      "killed while it stops in the background": 0.01, "a stop in the background cannot be stored": 0.01,
    ]
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

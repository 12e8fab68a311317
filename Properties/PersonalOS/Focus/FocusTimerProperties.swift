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
      The app stores each start, pause, resume and end of a focus session before it shows the change. So \
      a kill at any moment loses nothing that the user has seen, and a relaunch restores the session. \
      The app refuses a second active session, and any duration that is not positive and finite.
      """,
    covers: "5.1", "5.3", of: "FocusSessionManager", needs: [.storage, .virtualTime],
    mustCatch: FocusTimerTwin.twin.faults(
      .persistsInBackgroundOnly, .doesNotStoreIsActive, .forgetsToStoreTheEnd, .showsBeforeItStores,
      .startsASecondSession, .acceptsAnyDuration, .startsForEver),
    [.over(.servesStaleReads), .over(.truncatesDates), .over(.losesUnflushedWrites)]
  ).holds(
    of: FocusMachine.machine.keeping(FocusMachine.storedSessions, FocusMachine.currentSession),
    commands: FocusMachine.commandCount,
    requiring: [
      "killed while it runs": 0.2, "killed while it is paused": 0.15, "killDuring": 0.04,
      "refuses a second session": 0.4, "refuses a duration": 0.05, "ends early": 0.05,
    ],
    making: { try await FocusAppDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 19: Background notification scheduling**
  static let backgroundNotificationScheduling = Requirement<PersonalOSSystem>(
    "POS-19", "Background notification scheduling",
    says: """
      While the app is in the background and a focus session runs, exactly one notification is pending, set for the instant \
      of completion, which says that the session is over. None is pending if the session is paused, over or absent, or if \
      the app is in the foreground. So it stays if other data replaces the session. Operations that are called at once take \
      effect in the order of their calls.
      """,
    covers: "5.2", of: "FocusSessionManager, NotificationScheduler", needs: [.storage, .virtualTime],
    mustCatch: FocusTimerTwin.twin.faults(
      .noticeFiresAfterTheFullDuration, .duplicatesNotices, .schedulesPausedSessions, .keepsTheNoticeAtTheEnd,
      .keepsTheNoticeInTheForeground, .restoresToTheForeground, .keepsTheNoticeOfReplacedSessions, .cancelsAfterItStores,
      .losesNoticesWhereStoringFails, .noticesSayNothing, .noticesSayThatItStarts)
  ).holds(
    of: FocusMachine.machine.keeping(FocusMachine.pendingNotices), commands: FocusMachine.commandCount,
    requiring: [
      "in the background while it runs": 0.5, "in the background while it is paused": 0.1,
      "in the background without a session": 0.15, "in the background twice": 0.1,
      "ends early in the background": 0.02, "pauses in the background": 0.1,
      "killed while it stops in the background": 0.01, "a stop in the background cannot be stored": 0.01,
      "a session is replaced in the background": 0.05, "goes to the background while it changes": 0.2,
      "comes to the foreground while it changes": 0.1,
    ],
    making: { try await FocusAppDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 20: Session restoration accuracy**
  static let sessionRestorationAccuracy = Requirement<PersonalOSSystem>(
    "POS-20", "Session restoration accuracy",
    says: """
      The timer shows the session's duration minus the time worked, never below 0 or above the duration. \
      Pauses do not count as work, and a kill and relaunch makes no difference. A session is complete at \
      the instant at which its time runs out, even if the app notices later.
      """,
    covers: "5.4", of: "FocusSessionManager", needs: [.storage, .virtualTime],
    mustCatch: FocusTimerTwin.twin.faults(
      .countsFromTheRelaunch, .countsPausesAsWork, .remainingIsNotClamped, .subtractsOnlyTheLastPause,
      .completesWhenItLooks)
  ).holds(
    of: FocusMachine.machine.keeping(
      FocusMachine.remainingTime, FocusMachine.currentSession, FocusMachine.noTimeGained),
    commands: FocusMachine.commandCount,
    requiring: [
      "killed while it runs": 0.2, "killed while it is paused": 0.15, "runs out while killed": 0.08,
      "the clock is set back while it runs": 0.03, "the clock is set days ahead while it runs": 0.01,
      "pauses more than once": 0.06,
    ],
    making: { try await FocusAppDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 21: Background completion notification**
  static let backgroundCompletionNotification = Requirement<PersonalOSSystem>(
    "POS-21", "Background completion notification",
    says: """
      If a focus session runs out while the app is in the background or killed, the user gets exactly one notification, at the \
      instant of completion. It says that the session is over. The user gets none for a session that was paused, ended early or \
      ran out on screen, and no second one after reopening the app.
      """,
    covers: "5.5", of: "FocusSessionManager, NotificationScheduler", needs: [.storage, .virtualTime],
    mustCatch: FocusTimerTwin.twin.faults(
      .deliversAgainOnReopening, .deliversOnlyWhileAlive, .keepsTheNoticeAtTheEnd, .noticeForgetsPauses,
      .cancelsAfterItStores, .losesNoticesWhereStoringFails, .noticesSayNothing)
  ).holds(
    of: FocusMachine.withoutClockSteps.keeping(FocusMachine.deliveredNotices, FocusMachine.currentSession),
    commands: FocusMachine.commandCount,
    requiring: [
      "runs out in the background": 0.1, "is looked at after it ran out in the background": 0.02,
      "runs out while killed in the background": 0.05,
      "runs out while it is looked at": 0.01, "ends early in the background": 0.02,
      "killed in the background before its time is up": 0.05,
      "killed while it stops in the background": 0.01, "a stop in the background cannot be stored": 0.01,
    ],
    making: { try await FocusAppDriver($0) }, tearDown: { try await $0.close() })
}

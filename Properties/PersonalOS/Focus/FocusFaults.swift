import PersonalOSReference
import PropertyTesting

// Faults of the focus timer: another timer with one defect.

extension Fault<PersonalOSSystem> {
  // POS-18.

  static let focusPersistsInBackgroundOnly = focus(
    "focusPersistsInBackgroundOnly", "stores the session when the app enters the background, not before",
    .persistsInBackgroundOnly)
  static let focusDoesNotStoreIsActive = focus(
    "focusDoesNotStoreIsActive", "does not store that the session is active", .doesNotStoreIsActive)
  static let focusForgetsToStoreTheEnd = focus(
    "focusForgetsToStoreTheEnd", "does not store the end of a session", .forgetsToStoreTheEnd)
  static let focusShowsBeforeItStores = focus(
    "focusShowsBeforeItStores", "shows a change before it is stored", .showsBeforeItStores)
  static let focusStartsASecondSession = focus(
    "focusStartsASecondSession", "starts a session while one is active", .startsASecondSession)
  static let focusAcceptsAnyDuration = focus(
    "focusAcceptsAnyDuration", "starts sessions of no duration, and endless ones", .acceptsAnyDuration)

  static let focusStartsForEver = focus("focusStartsForEver", "starts a session that never ends", .startsForEver)

  // POS-19.

  static let focusNoticeFiresAfterTheFullDuration = focus(
    "focusNoticeFiresAfterTheFullDuration", "schedules the notice for a full duration from now",
    .firesAfterTheFullDuration)
  static let focusDuplicatesNotices = focus(
    "focusDuplicatesNotices", "adds another notice each time", .duplicatesNotices)
  static let focusSchedulesPausedSessions = focus(
    "focusSchedulesPausedSessions", "schedules a notice for a paused session", .schedulesPausedSessions)
  static let focusKeepsTheNoticeAtTheEnd = focus(
    "focusKeepsTheNoticeAtTheEnd", "leaves the notice pending at the end", .keepsTheNoticeAtTheEnd)
  static let focusKeepsTheNoticeInTheForeground = focus(
    "focusKeepsTheNoticeInTheForeground", "leaves the notice pending in the foreground", .keepsTheNoticeInTheForeground)

  static let focusCancelsAfterItStores = focus(
    "focusCancelsAfterItStores", "stores an end or a pause before it cancels the notice", .cancelsAfterItStores)
  static let focusLosesNoticesWhereStoringFails = focus(
    "focusLosesNoticesWhereStoringFails", "cancels the notice of a session that cannot be stored as ended or paused",
    .losesNoticesWhereStoringFails)

  // POS-20.

  static let focusCountsFromTheRelaunch = focus(
    "focusCountsFromTheRelaunch", "counts from the relaunch on", .countsFromTheRelaunch)
  static let focusCountsPausesAsWork = focus("focusCountsPausesAsWork", "counts pauses as work", .countsPausesAsWork)
  static let focusRemainingIsNotClamped = focus(
    "focusRemainingIsNotClamped", "shows more than the duration after the clock was set back", .doesNotClamp)
  static let focusSubtractsOnlyTheLastPause = focus(
    "focusSubtractsOnlyTheLastPause", "subtracts the last pause alone", .subtractsOnlyTheLastPause)
  static let focusCompletesWhenItLooks = focus(
    "focusCompletesWhenItLooks", "takes the moment it looks for the moment of completion", .completesWhenItLooks)

  // POS-21.

  static let focusDeliversAgainOnReopening = focus(
    "focusDeliversAgainOnReopening", "gives notice again on reopening", .deliversAgainOnReopening)
  static let focusDeliversOnlyWhileAlive = focus(
    "focusDeliversOnlyWhileAlive", "gives notice by itself, while it lives", .deliversOnlyWhileAlive)
  static let focusNoticeForgetsPauses = focus(
    "focusNoticeForgetsPauses", "schedules the notice as if nothing had been paused", .forgetsPauses)

  private static func focus(_ id: String, _ fact: String, _ defect: DefectiveFocusTimer.Defect) -> Fault {
    Fault(id, fact) { $0.focus.openTimer = { DefectiveFocusTimer($0, defect) } }
  }
}

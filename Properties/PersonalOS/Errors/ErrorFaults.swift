import PersonalOSReference
import PlatformStandIns
import PropertyTesting

// Faults of showing, logging and retrying errors: a component with one defect in the place of the right one.

extension Fault<PersonalOSSystem> {
  // POS-22.

  static let loadSwallowsErrors = loader(
    "loadSwallowsErrors", "catches every error of a load and does nothing", .swallowsErrors)
  static let presenterSaysTheSameOfAll = presenter(
    "presenterSaysTheSameOfAll", "shows one and the same message for every error", .saysTheSameOfAll)
  static let presenterExchangesMessages = presenter(
    "presenterExchangesMessages", "says of a timeout that there is no connection, and the other way round", .exchangesMessages)
  static let presenterSaysNothingOfTimeouts = presenter(
    "presenterSaysNothingOfTimeouts", "shows three dots for a timeout", .saysNothingOfTimeouts)
  static let loadEmptiesTheListOnFailure = loader(
    "loadEmptiesTheListOnFailure", "shows the error and empties the list", .emptiesTheListOnFailure)
  static let loadDropsForeignErrors = loader(
    "loadDropsForeignErrors", "drops errors of other types than the app's own", .dropsForeignErrors)
  static let presenterShowsDebugText = presenter(
    "presenterShowsDebugText", "shows the debug text to the user", .showsDebugText)
  static let loadKeepsItsErrorAfterSuccess = loader(
    "loadKeepsItsErrorAfterSuccess", "leaves the error on show when a later load succeeds", .keepsItsErrorAfterSuccess)
  static let loadTakesCancellationForFailure = loader(
    "loadTakesCancellationForFailure", "treats a cancelled load as failed", .takesCancellationForFailure)
  static let loadsTwiceAtOnce = loader("loadsTwiceAtOnce", "loads twice when it is asked twice", .loadsTwiceAtOnce)
  static let loadTakesACancelledOneForACure = loader(
    "loadTakesACancelledOneForACure", "takes the error away when the load that retries it is cancelled",
    .takesACancelledLoadForACure)
  static let presenterWithdrawsOneAtATime = presenter(
    "presenterWithdrawsOneAtATime", "removes only one error if a success settles several", .withdrawsOneAtATime)

  // POS-23.

  static let presenterOffersNoRetryOf4xx = presenter(
    "presenterOffersNoRetryOf4xx", "offers no retry for any 4xx", .offersNoRetryOf4xx)
  static let presenterOffersNoRetryWhenRateLimited = presenter(
    "presenterOffersNoRetryWhenRateLimited", "registers no action for a rate limit", .offersNoRetryWhenRateLimited)
  static let presenterKeepsThePreviousAction = presenter(
    "presenterKeepsThePreviousAction", "keeps the action of the previous error", .keepsThePreviousAction)
  static let presenterOffersRetryOfEverything = presenter(
    "presenterOffersRetryOfEverything", "offers a retry for a final refusal", .offersRetryOfEverything)
  static let recoveryIgnoresTheFlag = Fault(
    "recoveryIgnoresTheFlag", "recovers from every network error, retryable or not") {
    $0.errors.makeRecovery = { _ in
      RecoveryByTaste { if case .network = $0 { true } else { false } }
    }
  }
  static let recoveryTriesEverything = Fault("recoveryTriesEverything", "recovers from errors of any kind") {
    $0.errors.makeRecovery = { _ in RecoveryByTaste { $0.severity < .critical } }
  }

  // POS-24.

  static let logCollapsesDuplicates = log(
    "logCollapsesDuplicates", "logs repeated errors only once", .collapsesDuplicates)
  static let logHearsOnlyWhatIsPresented = Fault(
    "logHearsOnlyWhatIsPresented", "logs only presented errors") { system in
    system.errors.makeRecovery = changingSetup(of: system.errors.makeRecovery) { setup in
      setup.log = DeafLog()
    }
  }
  static let logOmitsAssociatedValues = log(
    "logOmitsAssociatedValues", "logs the case without its values", .omitsAssociatedValues)
  static let logWritesTheLessSevereLater = log(
    "logWritesTheLessSevereLater", "logs warnings later than errors", .writesTheLessSevereLater)
  static let logRefusesTheNewestWhenFull = log(
    "logRefusesTheNewestWhenFull", "refuses the newest entry when it is full", .refusesTheNewestWhenFull)
  static let logForgetsHowManyItDropped = log(
    "logForgetsHowManyItDropped", "does not count dropped entries", .forgetsHowManyItDropped)
  static let logWritesSecretsDown = log(
    "logWritesSecretsDown", "logs errors as they print, secrets and all", .writesSecretsDown)
  static let logWritesSecretsOfLaterDown = log(
    "logWritesSecretsOfLaterDown", "logs secrets that it learns of later", .writesSecretsOfLaterDown)
  static let logTakesSpellingsForOneSecret = log(
    "logTakesSpellingsForOneSecret", "logs a secret that Swift takes for equal to another one",
    .takesSpellingsForOneSecret)
  static let logDoesNotKnowTheSecrets = Fault(
    "logDoesNotKnowTheSecrets", "logs secrets that were registered with it") { system in
    let makeLog = system.errors.makeLog
    system.errors.makeLog = { capacity, _ in makeLog(capacity, []) }
  }
  static let logIgnoresFailedRetries = presenter(
    "logIgnoresFailedRetries", "does not log the error of a failed retry", .logsNoFailedRetry)
  static let logKnowsOnlyTheInnerSecret = Fault(
    "logKnowsOnlyTheInnerSecret", "hides only the inner of two nested secrets") {
    let makeLog = $0.errors.makeLog
    $0.errors.makeLog = { capacity, secrets in
      makeLog(capacity, secrets.filter { outer in !secrets.contains { $0 != outer && outer.contains($0) } })
    }
  }

  static let recoveryDoesNotWait = Fault("recoveryDoesNotWait", "tries again at once") { system in
    system.errors.makeRecovery = changingSetup(of: system.errors.makeRecovery) { setup in
      // Its sleeps pass nobody else's time.
      setup.clock = VirtualClock()
    }
  }

  // POS-25.

  static let retryOnlyDismisses = presenter(
    "retryOnlyDismisses", "removes the error on retry and runs nothing", .onlyDismisses)
  static let retryReloadsAnother = presenter(
    "retryReloadsAnother", "reloads another resource on retry", .reloadsAnother)
  static let retryRunsOncePerTap = presenter("retryRunsOncePerTap", "loads twice on a double tap", .runsOncePerTap)
  static let retryFailsSilently = presenter("retryFailsSilently", "says nothing when the retry fails", .failsSilently)
  static let retryOfADismissedErrorRuns = presenter(
    "retryOfADismissedErrorRuns", "retries errors that were dismissed", .runsForDismissedErrors)
  static let retryLeavesItsErrorAfterSuccess = presenter(
    "retryLeavesItsErrorAfterSuccess", "leaves the error on show when its retry succeeds", .leavesTheErrorAfterSuccess)
  static let retryCutsItsErrorOnCancellation = presenter(
    "retryCutsItsErrorOnCancellation", "takes the error away when its retry is cancelled", .cutsTheErrorOnCancellation)
  static let retryDoesNotWaitForTheFirstTap = presenter(
    "retryDoesNotWaitForTheFirstTap", "lets a second tap return while the retry runs", .doesNotWaitForTheFirstTap)

  // POS-26.

  /// Presenting is synchronous; the one who waits is the load that failed.
  static let presentWaitsForDismissal = loader(
    "presentWaitsForDismissal", "goes on after an error only when it is dismissed", .waitsForDismissal)
  static let presentOverwritesTheOlder = presenter(
    "presentOverwritesTheOlder", "overwrites the pending error with a newer one", .overwritesTheOlder)
  static let presentsTheNewestFirst = presenter(
    "presentsTheNewestFirst", "shows the newest error first", .showsTheNewestFirst)
  static let loadDefersUpdatesWhileErrorsArePending = loader(
    "loadDefersUpdatesWhileErrorsArePending", "defers updates of the view until no error is pending",
    .defersUpdatesWhileErrorsArePending)
  static let presentsCriticalErrorsFirst = presenter(
    "presentsCriticalErrorsFirst", "lets critical errors overtake others", .showsCriticalErrorsFirst)
  static let presentsModally = presenter("presentsModally", "puts critical errors over the view", .opensADialogue)

  private static func presenter(_ id: String, _ fact: String, _ defect: DefectivePresenter.Defect) -> Fault {
    Fault(id, fact) { system in
      system.errors.makePresenter = { log, now in DefectivePresenter(defect, log, now) }
    }
  }

  private static func loader(_ id: String, _ fact: String, _ defect: DefectiveLoader.Defect) -> Fault {
    Fault(id, fact) { system in
      system.errors.makeLoader = { setup in DefectiveLoader(defect, setup) }
    }
  }

  private static func log(_ id: String, _ fact: String, _ defect: DefectiveLog.Defect) -> Fault {
    Fault(id, fact) { system in
      system.errors.makeLog = { capacity, secrets in
        DefectiveLog(defect, capacity: capacity, secrets: secrets)
      }
    }
  }
}

/// Recovers from the errors it likes.
private struct RecoveryByTaste: ErrorRecoveryStrategy {
  let likes: @Sendable (AppError) -> Bool
  func canRecover(from error: AppError) -> Bool { likes(error) }
  func recover(from error: AppError) async throws { if !likes(error) { throw error } }
}

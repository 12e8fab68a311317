import PersonalOSReference
import PropertyTesting

// Faults of the registry and of the runner: another implementation with one defect.

extension Fault<PersonalOSSystem> {
  // POS-74.

  static let tasksOnlyTheLatestIsCancelled = registry(
    "tasksOnlyTheLatestIsCancelled", "cancels only the latest task of a view that disappears", .cancelsOnlyTheLatest)
  static let tasksOfEveryViewAreCancelled = registry(
    "tasksOfEveryViewAreCancelled", "cancels the tasks of every view when one disappears", .cancelsEveryScope)
  static let tasksDetachTheirWork = registry(
    "tasksDetachTheirWork", "detaches the work from its task", .detachesTheWork)
  static let tasksThatComeLateRunOn = registry(
    "tasksThatComeLateRunOn", "lets a task run on that is registered after its view has gone", .letsLateTasksRun)

  static let tasksOfSimilarViewsAreCancelled = registry(
    "tasksOfSimilarViewsAreCancelled",
    "cancels the tasks of every view whose name begins with that of the one that disappears",
    .cancelsScopesByPrefix)

  // POS-75.

  static let tasksAreForgottenAtOnce = registry(
    "tasksAreForgottenAtOnce", "fires tasks and forgets them", .forgetsWhatItStarts)
  static let tasksRemoveTheirSuccessors = registry(
    "tasksRemoveTheirSuccessors", "removes the newer task's entry when the old one ends", .removesByKey)
  static let tasksStayInTheTable = registry("tasksStayInTheTable", "never removes an entry", .neverRemoves)

  static let tasksLeaveTheirTokensAlive = registry(
    "tasksLeaveTheirTokensAlive", "leaves the gate open to a task that has ended", .leavesEndedTokensAlive)

  // POS-76.

  static let requestsKeepTheOldRunning = registry(
    "requestsKeepTheOldRunning", "lets the old request run beside its replacement", .keepsTheOldRunning)
  static let requestsRefuseNewcomers = registry(
    "requestsRefuseNewcomers", "refuses a request while one with its id is pending", .refusesNewcomers)
  static let requestsCancelTheOldLater = registry(
    "requestsCancelTheOldLater", "cancels the old request some time after the new one has started", .cancelsTheOldLater)
  static let requestsAreCancelledByPrefix = registry(
    "requestsAreCancelledByPrefix", "cancels every request whose id begins with the newcomer's", .cancelsByPrefix)

  // POS-77.

  static let requestsLookAtTheirTaskOnlyAtTheStart = runner(
    "requestsLookAtTheirTaskOnlyAtTheStart", "asks only at its start whether its task was cancelled",
    .looksAtItsTaskOnlyAtTheStart)
  static let requestsGuardOnlyWhatIsShown = runner(
    "requestsGuardOnlyWhatIsShown", "guards the screen, but not the store", .guardsOnlyWhatIsShown)
  static let requestsSaveADefaultWhenCancelled = runner(
    "requestsSaveADefaultWhenCancelled", "catches its cancellation and saves a default", .savesADefault)
  static let requestsShowFailuresWhenCancelled = runner(
    "requestsShowFailuresWhenCancelled", "shows the failure of a cancelled request", .showsFailuresAnyway)

  static let requestsAreCancelledBesideTheGate = registry(
    "requestsAreCancelledBesideTheGate", "cancels a task and leaves the gate open to its effects", .leavesTheGateOpen)

  static let requestsStartWithoutAPass = registry(
    "requestsStartWithoutAPass", "starts requests without the pass that their effects need", .startsWithoutAPass)

  // POS-78.

  static let requestsCheckAfterEffects = runner(
    "requestsCheckAfterEffects", "checks after each effect", .checksAfterEffects)
  static let requestsCheckOnceAtTheStart = runner(
    "requestsCheckOnceAtTheStart", "checks once, before its first step", .checksOnceAtTheStart)
  static let requestsSwallowTheCheck = runner(
    "requestsSwallowTheCheck", "swallows the error of the check", .swallowsTheCheck)
  static let requestsCommitHalfOfATransaction = runner(
    "requestsCommitHalfOfATransaction", "commits half of a cancelled transaction", .commitsHalf)

  static let requestsAskForTheCancelled = runner(
    "requestsAskForTheCancelled", "checks before each change, and not before it asks a server", .asksUnchecked)

  private static func registry(_ id: String, _ fact: String, _ defect: DefectiveTaskManager.Defect) -> Fault {
    Fault(id, fact) { system in
      system.tasks.makeRegistry = { DefectiveTaskManager($0, defect) }
    }
  }

  private static func runner(_ id: String, _ fact: String, _ defect: DefectiveRequests.Defect) -> Fault {
    Fault(id, fact) { system in
      system.tasks.makeRunner = { DefectiveRequests(gate: $0, data: $1, defect: defect) }
    }
  }
}

import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of the dashboard: another one with one defect, or the good one over a store with one.

extension Fault<PersonalOSSystem> {
  // POS-47.

  static let dashboardReportsBeforeItWrites = dashboard(
    "confirms a save before it is written", .reportsBeforeItWrites)
  static let dashboardLeavesOldErrors = dashboard(
    "leaves the error of an earlier operation on the screen", .leavesOldErrors)
  static let dashboardListsEditsTwice = dashboard("lists an edited post twice", .listsEditsTwice)
  static let dashboardAnnouncesTwice = dashboard("announces each result twice", .announcesTwice)
  static let dashboardSaysNothing = dashboard("confirms with an empty message", .saysNothing)
  static let dashboardOverSwallowedRefusals = Fault(
    "runs over a backend whose commits fail and are reported as done (BF-14)"
  ) { system in
    // The first commit is what is there at the start, the second one the first load.
    system.openStore = system.openStoreThatSwallows(refusalsFrom: 2)
  }

  // POS-48.

  static let dashboardKeepsOptimisticSaves = dashboard(
    "shows a post before it is saved, and keeps it there", .keepsOptimisticSaves)
  static let dashboardGivesNoReason = dashboard("gives no reason for a failure", .givesNoReason)
  static let dashboardCallsFailuresSuccesses = dashboard("calls a failure a success", .callsFailuresSuccesses)
  static let dashboardReloadsOverErrors = dashboard(
    "reloads after a failure, which takes the error away", .reloadsOverErrors)
  static let dashboardSwallowsErrors = dashboard("throws no error", .swallowsErrors)
  static let dashboardDropsDrafts = dashboard("drops what could not be saved", .dropsDrafts)

  // POS-49.

  static let dashboardRemovesByText = dashboard("removes posts by their text", .removesByText)
  static let dashboardRemovesAnotherAfterAnInsert = dashboard(
    "removes the place where the post was before another was inserted", .removesAnotherAfterAnInsert)
  static let dashboardRemovesFromTheListOnly = dashboard(
    "removes from the list only", .removesFromTheListOnly)
  static let dashboardConfirmsDeletionsOfNothing = dashboard(
    "confirms that it deleted what was not there", .confirmsDeletionsOfNothing)

  // POS-50.

  static let dashboardLosesFailedDeletions = dashboard(
    "takes a post off the list before it is deleted, and leaves it off", .losesFailedDeletions)
  static let dashboardRestoresAtTheEnd = dashboard(
    "puts a post that could not be deleted back at the end", .restoresAtTheEnd)
  static let dashboardHidesDeletionErrors = dashboard("shows no error of a deletion", .hidesDeletionErrors)
  static let dashboardDropsDraftsOfFailedDeletions = dashboard(
    "drops the draft of a post that could not be deleted", .dropsDraftsOfFailedDeletions)

  // POS-51.

  static let dashboardResetsLoadingWithTheFirst = dashboard(
    "stops loading with the first operation that ends", .resetsLoadingWithTheFirst)
  static let dashboardStaysLoadingAfterFailures = dashboard(
    "stays loading after a failure", .staysLoadingAfterFailures)
  static let dashboardLoadsAfterTheAwait = dashboard(
    "starts loading once the repository is done", .loadsAfterTheAwait)
  static let dashboardStaysLoadingAfterCancellations = dashboard(
    "stays loading after a cancellation", .staysLoadingAfterCancellations)
  static let dashboardHopsBeforeLoading = dashboard(
    "suspends before it starts loading", .hopsBeforeLoading)
  static let dashboardLoadsStaleLists = dashboard(
    "shows a list that was read before a change", .loadsStaleLists)
  static let dashboardTakesNoTurns = dashboard(
    "shows whichever of two saves of a post comes back last", .takesNoTurns)

  static let dashboardDeletesNewerDrafts = dashboard(
    "deletes with a post what the user has written since", .deletesNewerDrafts)
  static let dashboardSavesTakeNewerDrafts = dashboard(
    "drops what the user went on writing once what was there before is saved", .savesTakeNewerDrafts)

  static let dashboardTakesTurnsBackwards = dashboard(
    "does first what was asked last of a post", .takesTurnsBackwards)

  private static func dashboard(_ name: String, _ defect: DefectiveDashboard.Defect) -> Fault {
    Fault(name) { system in
      system.social.makeDashboard = { DefectiveDashboard($0, defect) }
    }
  }
}

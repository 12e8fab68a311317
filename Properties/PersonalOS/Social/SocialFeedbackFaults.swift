import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of the dashboard: another one with one defect, or the good one over a store with one.

extension Fault<PersonalOSSystem> {
  // POS-47.

  static let dashboardReportsBeforeItWrites = dashboard(
    "dashboardReportsBeforeItWrites", "confirms a save before it is written", .reportsBeforeItWrites)
  static let dashboardLeavesOldErrors = dashboard(
    "dashboardLeavesOldErrors", "leaves the error of an earlier operation on the screen", .leavesOldErrors)
  static let dashboardListsEditsTwice = dashboard(
    "dashboardListsEditsTwice", "lists an edited post twice", .listsEditsTwice)
  static let dashboardAnnouncesTwice = dashboard(
    "dashboardAnnouncesTwice", "announces each result twice", .announcesTwice)
  static let dashboardSaysNothing = dashboard("dashboardSaysNothing", "confirms with an empty message", .saysNothing)
  static let dashboardOverSwallowedRefusals = Fault(
    "dashboardOverSwallowedRefusals", "runs over a backend whose commits fail and are reported as done (BF-14)"
  ) { system in
    // The first commit is what is there at the start, the second one the first load.
    system.openStore = system.openStoreThatSwallows(refusalsFrom: 2)
  }

  // POS-48.

  static let dashboardKeepsOptimisticSaves = dashboard(
    "dashboardKeepsOptimisticSaves", "shows a post before it is saved, and keeps it there", .keepsOptimisticSaves)
  static let dashboardGivesNoReason = dashboard(
    "dashboardGivesNoReason", "gives no reason for a failure", .givesNoReason)
  static let dashboardGivesEveryReason = dashboard(
    "dashboardGivesEveryReason", "gives every possible reason for a failure", .givesEveryReason)
  static let dashboardCallsFailuresSuccesses = dashboard(
    "dashboardCallsFailuresSuccesses", "calls a failure a success", .callsFailuresSuccesses)
  static let dashboardReloadsOverErrors = dashboard(
    "dashboardReloadsOverErrors", "reloads after a failure, which takes the error away", .reloadsOverErrors)
  static let dashboardSwallowsErrors = dashboard("dashboardSwallowsErrors", "throws no error", .swallowsErrors)
  static let dashboardDropsDrafts = dashboard("dashboardDropsDrafts", "drops a post that could not be saved", .dropsDrafts)

  // POS-49.

  static let dashboardRemovesByText = dashboard(
    "dashboardRemovesByText", "removes posts by their text", .removesByText)
  static let dashboardRemovesAnotherAfterAnInsert = dashboard(
    "dashboardRemovesAnotherAfterAnInsert", "removes the post by its position before an insertion",
    .removesAnotherAfterAnInsert)
  static let dashboardRemovesFromTheListOnly = dashboard(
    "dashboardRemovesFromTheListOnly", "removes from the list only", .removesFromTheListOnly)
  static let dashboardConfirmsDeletionsOfNothing = dashboard(
    "dashboardConfirmsDeletionsOfNothing", "confirms the deletion of an absent post", .confirmsDeletionsOfNothing)

  // POS-50.

  static let dashboardLosesFailedDeletions = dashboard(
    "dashboardLosesFailedDeletions", "takes a post off the list before it is deleted, and leaves it off",
    .losesFailedDeletions)
  static let dashboardRestoresAtTheEnd = dashboard(
    "dashboardRestoresAtTheEnd", "puts a post that could not be deleted back at the end", .restoresAtTheEnd)
  static let dashboardHidesDeletionErrors = dashboard(
    "dashboardHidesDeletionErrors", "shows no error of a deletion", .hidesDeletionErrors)
  static let dashboardDropsDraftsOfFailedDeletions = dashboard(
    "dashboardDropsDraftsOfFailedDeletions", "drops the draft of a post that could not be deleted",
    .dropsDraftsOfFailedDeletions)

  // POS-51.

  static let dashboardResetsLoadingWithTheFirst = dashboard(
    "dashboardResetsLoadingWithTheFirst", "stops loading with the first operation that ends",
    .resetsLoadingWithTheFirst)
  static let dashboardStaysLoadingAfterFailures = dashboard(
    "dashboardStaysLoadingAfterFailures", "stays loading after a failure", .staysLoadingAfterFailures)
  static let dashboardLoadsAfterTheAwait = dashboard(
    "dashboardLoadsAfterTheAwait", "starts loading once the repository is done", .loadsAfterTheAwait)
  static let dashboardStaysLoadingAfterCancellations = dashboard(
    "dashboardStaysLoadingAfterCancellations", "stays loading after a cancellation", .staysLoadingAfterCancellations)
  static let dashboardHopsBeforeLoading = dashboard(
    "dashboardHopsBeforeLoading", "suspends before it starts loading", .hopsBeforeLoading)
  static let dashboardLoadsStaleLists = dashboard(
    "dashboardLoadsStaleLists", "shows a list that was read before a change", .loadsStaleLists)
  static let dashboardTakesNoTurns = dashboard(
    "dashboardTakesNoTurns", "shows whichever of two saves of a post returns last", .takesNoTurns)

  static let dashboardDeletesNewerDrafts = dashboard(
    "dashboardDeletesNewerDrafts", "deletes a newer draft together with the post", .deletesNewerDrafts)
  static let dashboardSavesTakeNewerDrafts = dashboard(
    "dashboardSavesTakeNewerDrafts", "drops newer text once an older draft is saved",
    .savesTakeNewerDrafts)

  static let dashboardTakesTurnsBackwards = dashboard(
    "dashboardTakesTurnsBackwards", "does the latest request for a post first", .takesTurnsBackwards)

  private static func dashboard(_ id: String, _ fact: String, _ defect: DefectiveDashboard.Defect) -> Fault {
    Fault(id, fact) { system in
      system.social.makeDashboard = { DefectiveDashboard($0, defect) }
    }
  }
}

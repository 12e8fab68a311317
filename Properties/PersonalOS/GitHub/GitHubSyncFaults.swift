import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of the sync: another one with one defect, or the good one over a store with one.

extension Fault<PersonalOSSystem> {
  // POS-27.

  static let projectSyncClearsFirst = projectSync(
    "projectSyncClearsFirst", "clears the projects, then inserts them anew", .clearsFirst)
  static let projectSyncDeletesWhatIsNotOnTheFirstPage = projectSync(
    "projectSyncDeletesWhatIsNotOnTheFirstPage", "deletes projects that are not on the first page",
    .deletesWhatIsNotOnTheFirstPage)
  static let projectSyncTakesAFailedFetchForEmpty = projectSync(
    "projectSyncTakesAFailedFetchForEmpty", "treats a failed fetch as an empty list", .takesAFailedFetchForEmpty)
  static let projectSyncAddsWhatWasRenamed = projectSync(
    "projectSyncAddsWhatWasRenamed", "adds a repository anew when it was renamed", .addsWhatWasRenamed)
  static let projectSyncStoresPageByPage = projectSync(
    "projectSyncStoresPageByPage", "stores the pages it has when the next one fails", .storesPageByPage)
  static let projectSyncWritesInTwoTransactions = projectSync(
    "projectSyncWritesInTwoTransactions", "writes the first project in a transaction of its own",
    .writesInTwoTransactions)
  static let projectSyncTakesNoTurns = projectSync(
    "projectSyncTakesNoTurns", "stores an older answer last if two syncs overlap", .takesNoTurns)
  static let projectSyncCountsUpdatesAsUnchanged = projectSync(
    "projectSyncCountsUpdatesAsUnchanged", "counts updated projects as unchanged", .countsUpdatesAsUnchanged)
  static let projectSyncListsTheLastConflictsOnly = projectSync(
    "projectSyncListsTheLastConflictsOnly", "lists the conflicts of one project only", .listsTheLastConflictsOnly)
  static let projectSyncFollowsPagesInCircles = projectSync(
    "projectSyncFollowsPagesInCircles", "asks again for a page that the list returns to", .followsPagesInCircles)
  static let projectSyncCommitsFailUnnoticed = Fault(
    "projectSyncCommitsFailUnnoticed",
    "runs over a backend whose commits fail but for the first, and are reported as done (BF-14)"
  ) { system in
    system.openStore = system.openStoreThatSwallows(refusalsFrom: 1)
  }

  // POS-28.

  static let mergeFillsEmptyNotes = projectSync(
    "mergeFillsEmptyNotes", "fills empty notes with the description", .fillsEmptyNotes)
  static let mergeTakesNoProgressForUnset = projectSync(
    "mergeTakesNoProgressForUnset", "treats a progress of 0 as unset", .takesNoProgressForUnset)
  static let mergeRecomputesTheStatus = projectSync(
    "mergeRecomputesTheStatus", "computes the status from GitHub's data", .recomputesTheStatus)
  static let mergeTrimsNotes = projectSync("mergeTrimsNotes", "trims the notes", .trimsNotes)
  static let mergeDropsUnknownFields = projectSync(
    "mergeDropsUnknownFields", "stores only the fields that it knows", .dropsUnknownFields)
  static let mergeLetsGitHubWin = projectSync("mergeLetsGitHubWin", "replaces fields that the user edited", .letsGitHubWin)
  static let mergeListsNoConflicts = projectSync("mergeListsNoConflicts", "lists no conflicts", .listsNoConflicts)
  static let mergeKeepsTheOlderState = projectSync(
    "mergeKeepsTheOlderState", "ignores GitHub if its date is earlier", .keepsTheOlderState)
  static let mergeForgetsWhatWasSynced = projectSync(
    "mergeForgetsWhatWasSynced", "remembers the first sync instead of the last", .forgetsWhatWasSynced)
  static let mergePreservesMoreThanTheUsers = projectSync(
    "mergePreservesMoreThanTheUsers", "keeps all local fields instead of only the user's own",
    .preservesMoreThanTheUsers)
  static let mergeGivesNewProjectsOneID = projectSync(
    "mergeGivesNewProjectsOneID", "gives every project that is new here the same id", .givesNewProjectsOneID)

  // POS-29.

  static let projectSyncRemovesOrphans = projectSync(
    "projectSyncRemovesOrphans", "removes a project whose repository is gone", .removesOrphans)
  static let projectSyncTouchesAllDates = projectSync(
    "projectSyncTouchesAllDates", "gives every project a new date", .touchesAllDates)
  static let projectSyncAttachesSimilarNames = projectSync(
    "projectSyncAttachesSimilarNames", "attaches a project to a repository of similar name", .attachesSimilarNames)
  static let projectSyncAttachesOrphansByName = projectSync(
    "projectSyncAttachesOrphansByName", "attaches a project with another number by its name", .attachesOrphansByName)
  static let projectSyncRewritesEverything = projectSync(
    "projectSyncRewritesEverything", "writes every project again as it is", .rewritesEverything)

  // POS-30.

  static let projectSyncDropsTheLastPage = projectSync(
    "projectSyncDropsTheLastPage", "drops the last page", .dropsTheLastPage)
  static let projectSyncSkipsNilDescriptions = projectSync(
    "projectSyncSkipsNilDescriptions", "skips repositories without a description", .skipsNilDescriptions)
  static let projectSyncAddsDuplicatesTwice = projectSync(
    "projectSyncAddsDuplicatesTwice", "adds a repository that is on two pages twice", .addsDuplicatesTwice)
  static let projectSyncMatchesCaseOfNames = projectSync(
    "projectSyncMatchesCaseOfNames", "treats names that differ in case as two", .matchesCaseOfNames)
  static let projectSyncMatchesOneNameTwice = projectSync(
    "projectSyncMatchesOneNameTwice", "treats two repositories of the same name as one project", .matchesOneNameTwice)
  static let projectSyncAddsWithOtherDefaults = projectSync(
    "projectSyncAddsWithOtherDefaults", "adds projects with another status than active", .addsWithOtherDefaults)

  private static func projectSync(_ id: String, _ fact: String, _ defect: DefectiveProjectSync.Defect) -> Fault {
    Fault(id, fact) { system in
      system.gitHub.openSync = { DefectiveProjectSync(setup: $0, defect: defect) }
    }
  }
}

import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// GitHub sync: takes what is new there, loses nothing from here.
public enum GitHubSyncProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    syncPreservesData, mergePreservesFields, localOnlyProjectsStay, remoteProjectsAreAdded,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 27: Sync data preservation**
  static let syncPreservesData = Requirement<PersonalOSSystem>(
    "POS-27", "Sync data preservation",
    says: """
      A GitHub sync fetches all pages, stores all changes in one transaction, and never deletes a local \
      project. If a page fails, or the list leads back to an earlier page, nothing changes. A repeated sync \
      adds and updates nothing. The reported counts are right. Overlapping syncs have the same result as one \
      sync after the other.
      """,
    covers: "7.1", of: "GitHubSyncService", needs: [.storage],
    mustCatch: [
      .projectSyncClearsFirst, .projectSyncDeletesWhatIsNotOnTheFirstPage,
      .projectSyncTakesAFailedFetchForEmpty, .projectSyncAddsWhatWasRenamed, .projectSyncStoresPageByPage,
      .projectSyncWritesInTwoTransactions, .projectSyncTakesNoTurns, .projectSyncCountsUpdatesAsUnchanged,
      .projectSyncListsTheLastConflictsOnly, .projectSyncFollowsPagesInCircles, .over(.losesLastWriteOfABatch), .over(.limitsScans),
    ]
  ).holds(
    forAll: .projectSyncHistory(),
    requiring: [
      "fails after a page": 0.03, "adds": 0.3, "updates": 0.3, "renames": 0.2, "matches by the name": 0.06,
      "finds nothing there": 0.1, "leaves projects alone": 0.6, "many projects": 0.04, "several pages": 0.2,
      "finds conflicts": 0.1, "two syncs at a time": 0.1, "returns to an earlier page": 0.03,
    ]
  ) { history, system, trial in
    var session = try await GitHubDriver(system, holding: history.projects)
    for step in history.steps {
      switch step {
      case .edit(let project, let field, let value):
        try await session.edit(project, field, to: value)
      case .sync(let listing):
        let sync = try await session.sync(listing)
        sync.label(trial)
        try expect("projects that are gone", sync.lost, equals: [])
        try expect("deletions, at any time", sync.deletions, equals: [])
        try expect("all writes in one transaction", sync.writingTransactions <= 1)
        try expect("writes before the last page is fetched", sync.writesBeforeTheLastPage, equals: [])
        try expect("each page is fetched once", sync.servedPages <= sync.pages)
        if !listing.isComplete {
          trial.label("returns to an earlier page", if: listing.failingPage == nil)
          try expect("a sync without all of its pages fails", sync.result == nil)
          try expect("the store after it", sync.after, equals: sync.before)
          continue
        }
        let result = try sync.succeeded()
        try expect(
          "added + updated + unchanged", result.added + result.updated + result.unchanged,
          equals: sync.distinct)
        try expect("added: what nothing here matches", result.added, equals: sync.expected.added.count)
        try expect(
          "updated: what is not as it was", result.updated, equals: sync.expected.updated.count)
        try expect("conflicts", result.conflicts.sorted, equals: sync.expected.conflicts.sorted)
        try expect("projects afterwards", sync.after.count, equals: sync.before.count + result.added)

        let again = try await session.sync(listing)
        try expect("added by the same sync again", try again.succeeded().added, equals: 0)
        try expect("updated by the same sync again", try again.succeeded().updated, equals: 0)
        try expect("unchanged by the same sync again", try again.succeeded().unchanged, equals: sync.distinct)
        try expect("the store after the same sync again", again.after, equals: sync.after)
      }
    }
    if let listings = history.overlap {
      trial.label("two syncs at a time")
      try await session.expectOverlappingSyncsInOrder(listings, trial)
    }
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 28: Merge field preservation**
  static let mergePreservesFields = Requirement<PersonalOSSystem>(
    "POS-28", "Merge field preservation",
    says: """
      A merge keeps a local project's ID, progress, notes, status and unknown fields, even if they are \
      empty or 0, and takes the other fields from GitHub. If the user edited the name, description or \
      language since the last sync, the edit stays. If GitHub changed the same field too, the sync \
      reports one conflict.
      """,
    covers: "7.2", "7.5", of: "GitHubSyncService.mergeProject", needs: [.storage],
    mustCatch: [
      .mergeFillsEmptyNotes, .mergeTakesNoProgressForUnset, .mergeRecomputesTheStatus, .mergeTrimsNotes,
      .mergeDropsUnknownFields, .mergeLetsGitHubWin, .mergeListsNoConflicts, .mergeKeepsTheOlderState,
      .mergeForgetsWhatWasSynced, .mergePreservesMoreThanTheUsers, .mergeGivesNewProjectsOneID,
      .projectSyncAddsWithOtherDefaults, .over(.normalizesText),
    ]
  ).holds(
    forAll: .projectPair,
    requiring: [
      "no notes": 0.12, "progress 0": 0.08, "another status": 0.5, "GitHub's state is older": 0.2,
      "edited here": 0.06, "conflict": 0.08, "unknown fields": 0.3, "matched by the name": 0.05,
    ]
  ) { pair, system, trial in
    var session = try await GitHubDriver(system, holding: [pair.local])
    let (local, remote) = (pair.local.project, pair.remote)
    let row = ProjectBook.Row(key: local.storageKey, fields: local.storedFields)
    let (expected, conflicts) = ProjectBook.merge(row, remote)
    for label in pair.classes(conflicts) { trial.label(label) }

    let merged = try await session.merge(remote, local)
    try expect("the project's own id", merged.id, equals: local.id)
    try merged.expectCustomFields(of: local)
    try expect("all fields", merged.storedFields, equals: expected.fields)
    try expect(
      "merged twice", try await session.merge(remote, merged).storedFields, equals: merged.storedFields)
    let other = ProjectItem.other(than: local, remote)
    let preserved = await session.preserveLocalFields(from: local, to: other)
    try preserved.expectCustomFields(of: local)
    try preserved.expectRemoteFields(of: other)
    try expect("the id that is kept", preserved.id, equals: local.id)
    let new = try await session.merge(remote, nil)
    try expect("a project that is new here", new.storedFields, equals: ProjectBook.newFields(of: remote))
    let another = try await session.merge(remote, nil)
    try expect("an id of its own for each new project", Set([local.id, new.id, another.id]).count, equals: 3)

    // The same in the store, where there are fields besides that no model knows.
    let listing = RepositoryListing(pages: [[remote]])
    let sync = try await session.sync(listing)
    try await session.expectStoreMatchesBook()
    try expect("conflicts", try sync.succeeded().conflicts.sorted, equals: conflicts.sorted)
    let again = try await session.sync(listing).succeeded()
    try expect("conflicts of the same sync again", again.conflicts, equals: [])
    try await session.expectStoreMatchesBook()
    try await session.reopen()
    try await session.expectStoreMatchesBook()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 29: Local-only project retention**
  static let localOnlyProjectsStay = Requirement<PersonalOSSystem>(
    "POS-29", "Local-only project retention",
    says: """
      A sync leaves every local project that GitHub does not list exactly as it is, without even \
      rewriting the record. That includes projects whose repository is gone and projects whose name only \
      resembles a listed one.
      """,
    covers: "7.3", of: "GitHubSyncService", needs: [.storage],
    mustCatch: [
      .projectSyncRemovesOrphans, .projectSyncTouchesAllDates, .projectSyncAttachesSimilarNames,
      .projectSyncAttachesOrphansByName, .projectSyncRewritesEverything,
    ]
  ).holds(
    forAll: .projectSyncHistory(localOnly: 0...4),
    requiring: [
      "leaves projects alone": 0.7, "leaves one with a number": 0.6, "leaves one without a number": 0.5,
      "adds": 0.3, "leaves one of nearly the same name": 0.04,
    ]
  ) { history, system, trial in
    var session = try await GitHubDriver(system, holding: history.projects)
    for step in history.steps {
      switch step {
      case .edit(let project, let field, let value):
        try await session.edit(project, field, to: value)
      case .sync(let listing):
        let sync = try await session.sync(listing)
        sync.label(trial)
        for label in sync.classesOfLocalOnly { trial.label(label) }
        // The fields, and the version too: it was not even written.
        for key in sync.expected.localOnly {
          try expect("project \(key), which GitHub does not have", sync.after[key], equals: sync.before[key])
        }
      }
    }
    try await session.expectStoreMatchesBook()
    try await session.reopen()
    try await session.expectStoreMatchesBook()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 30: Remote project addition**
  static let remoteProjectsAreAdded = Requirement<PersonalOSSystem>(
    "POS-30", "Remote project addition",
    says: """
      A sync adds each listed repository that matches no local project exactly once, with progress 0, \
      empty notes and status “active”. A repository matches by its number, or by name in any ASCII case \
      if the local project has no number. New projects survive a relaunch, and the sync counts them.
      """,
    covers: "7.4", of: "GitHubSyncService", needs: [.storage],
    mustCatch: [
      .projectSyncDropsTheLastPage, .projectSyncSkipsNilDescriptions, .projectSyncAddsDuplicatesTwice,
      .projectSyncMatchesCaseOfNames, .projectSyncAddsWithOtherDefaults, .projectSyncMatchesOneNameTwice,
      .projectSyncCommitsFailUnnoticed,
    ]
  ).holds(
    forAll: .projectSyncHistory(),
    requiring: [
      "adds": 0.3, "adds one without a description": 0.1, "adds one of the last of several pages": 0.05,
      "has one on two pages": 0.15, "matches by the name": 0.06, "adds one named like another's": 0.08,
      "finds two of a project's name": 0.01,
    ]
  ) { history, system, trial in
    var session = try await GitHubDriver(system, holding: history.projects)
    for case .sync(let listing) in history.steps {
      let sync = try await session.sync(listing)
      sync.label(trial)
      guard listing.isComplete else { continue }
      for label in sync.classesOfAdded(by: listing) { trial.label(label) }
      try expect("added", try sync.succeeded().added, equals: sync.expected.added.count)

      try await session.reopen()
      let records = Array(try await session.records().values)
      for remote in listing.repositories {
        try expect(
          "projects with the number \(remote.id)",
          records.count { $0.fields["remoteID"] == .int64(remote.id) }, equals: 1)
      }
      for remote in sync.expected.added {
        try expect(
          "the new project with the number \(remote.id)",
          records.first { $0.fields["remoteID"] == .int64(remote.id) }?.fields,
          equals: ProjectBook.newFields(of: remote))
      }
      try expect("projects afterwards", records.count, equals: sync.before.count + sync.expected.added.count)
    }
    try await session.end()
  }
}

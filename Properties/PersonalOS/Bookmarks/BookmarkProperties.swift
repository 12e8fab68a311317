import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Stable identifiers, bookmarks and tasks from articles: one article however its address is written.
public enum BookmarkProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    stableIdentifierUsage, bookmarkMatchingConsistency, stableIdentifierPersistence, bookmarkStatusAccuracy,
    taskDuplicatePrevention,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 65: Stable identifier usage**
  static let stableIdentifierUsage = Requirement<PersonalOSSystem>(
    "POS-65", "Stable identifier usage",
    says: """
      An article's ID is a hash of its canonical URL. Addresses that differ only in spelling (http or \
      https, host case, fragment, tracking parameters, parameter order) have the same ID at every \
      launch. Different pages have different IDs. If there is no usable URL, the app makes the ID from \
      source, title and UTC day.
      """,
    covers: "16.1", of: "CanonicalURL, NewsItem",
    mustCatch: [
      .articleIDIsAHashValue, .articleIDIsNewEachTime, .articleIDIsMadeOfTheTitle,
      .canonicalURLSortsOnlyNames, .canonicalURLLowercasesThePath, .canonicalURLDecodesSlashes,
      .canonicalURLDropsParameters, .canonicalURLKeepsTracking, .canonicalURLKeepsDotSegments,
      .canonicalURLAcceptsAnything, .canonicalURLDropsRef, .canonicalURLTakesPlusForSpace,
      .brokenArticlesShareAnID, .brokenArticlesLoseTheirURL, .canonicalURLDecodesPorts, .canonicalURLDropsDotsInBrackets,
    ]
  ).holds(
    forAll: .articleIdentity,
    requiring: [
      "another spelling": 0.5, "another title": 0.5, "parameters in another order": 0.1,
      "the case of the path changes": 0.01, "an encoded slash": 0.02, "a change of parameters": 0.2,
    ]
  ) { identity, system, trial in
    let claims = ArticleIdentityClaims(system.bookmarks)
    for label in identity.classes { trial.label(label) }
    try claims.expectSame(identity.first, identity.again)
    for other in identity.others { try claims.expectDifferent(identity.first, other) }
    try claims.expectDerivedFromCanonicalURL([identity.first, identity.again] + identity.others)
    try claims.expectIdentityWithoutURL(identity)
    try claims.expectLiteralsKept(identity.first)
    if identity.looksAtVectors { for vector in ArticleIDVectors.all { try claims.expectVector(vector) } }
  }

  // **Feature: system-architecture-upgrade-p0, Property 66: Bookmark matching consistency**
  static let bookmarkMatchingConsistency = Requirement<PersonalOSSystem>(
    "POS-66", "Bookmark matching consistency",
    says: """
      The app recognizes a bookmarked article by its item and by its URL, in any spelling of the \
      address, and never takes another article for it. A second bookmark of the same article adds \
      nothing. If the user removes the bookmark through one spelling, it is gone for all spellings.
      """,
    covers: "16.2", of: "BookmarkService", needs: [.storage],
    mustCatch: [.bookmarksTakeAnyTextForTheirs]
  ).holds(
    forAll: .bookmarkHistory,
    requiring: [
      "bookmarks what is bookmarked": 0.15, "removes by another spelling": 0.1,
      "looks at what was removed": 0.15,
    ]
  ) { history, system, trial in
    var session = try await BookmarkSession(system, history.pool)
    for step in history.steps {
      trial.note(describe(step))
      try await session.take(step, trial)
      try await session.expectEveryRouteAgrees(step.delivery)
      try await session.expectNobodysAddress()
    }
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 67: Stable identifier persistence**
  static let stableIdentifierPersistence = Requirement<PersonalOSSystem>(
    "POS-67", "Stable identifier persistence",
    says: """
      A bookmark stores the article's stable ID and canonical URL along with title, summary, source, \
      date and data source. Bookmarks survive a relaunch, a cache purge, and an export with a later \
      import, byte for byte. Removed bookmarks do not come back.
      """,
    covers: "16.3", of: "BookmarkService", needs: [.storage],
    mustCatch: [
      .bookmarksPersistRawURLs, .over(.normalizesText), .over(.bringsDeletedRecordsBack),
      .bookmarksTakeTitlesForSummaries, .bookmarksForgetTheSource,
    ]
  ).holds(
    forAll: .bookmarkHistory,
    requiring: [
      "reopens with bookmarks": 0.5, "reopens after removing": 0.15, "purges with bookmarks": 0.05,
      "exports and imports bookmarks": 0.05, "two articles bookmarked": 0.2,
    ]
  ) { history, system, trial in
    var session = try await BookmarkSession(system, history.pool)
    for step in history.steps {
      trial.note(describe(step))
      try await session.take(step, trial)
      try await session.expectStoredBookmarksMatchModel()
    }
    try await session.take(.reopen, trial)
    try await session.expectStoredBookmarksMatchModel()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 68: Bookmark status accuracy**
  static let bookmarkStatusAccuracy = Requirement<PersonalOSSystem>(
    "POS-68", "Bookmark status accuracy",
    says: """
      Every row from the API, the cache or a search shows whether the article is bookmarked now, \
      whatever flag the item came with. Changing the bookmark in one row changes all rows of that \
      article and no others.
      """,
    covers: "16.4", of: "BookmarkService", needs: [.storage],
    mustCatch: [.newsKnowsArticlesByRawURL]
  ).holds(
    forAll: .shownLists,
    requiring: [
      "marked rows from the api": 0.15, "marked rows from the cache": 0.06, "marked rows of a search": 0.1,
      "a marked article in two rows": 0.05, "a mark is taken away": 0.1,
    ]
  ) { lists, system, trial in
    var session = try await ShownListSession(system)
    for step in lists.steps {
      trial.note(describe(step))
      try await session.take(step, trial)
      try session.expectEveryFlagIsRight()
    }
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 69: Task duplicate prevention**
  static let taskDuplicatePrevention = Requirement<PersonalOSSystem>(
    "POS-69", "Task duplicate prevention",
    says: """
      If the user creates a task from an article, the app returns the existing task for the \
      article's stable ID, open or done, unchanged. If there is none, the app creates one. Titles \
      and raw URLs do not matter. However many callers ask at once, an article never has two tasks. \
      A deleted task can be created again.
      """,
    covers: "16.5", of: "ArticleTaskService", needs: [.storage, .concurrency],
    mustCatch: [.articlesAreKnownByRawURL, .over(.interleavesTransactions), .over(.scansOldAndNew)]
  ).holds(
    forAll: .articleTaskHistory, scheduled: .mixed,
    requiring: [
      "creates one article's task twice at once": 0.15, "meets a task": 0.3,
      "meets a task that is done": 0.05, "creates a task anew": 0.05, "deletes and creates at once": 0.1,
      "reopens with tasks": 0.04,
    ]
  ) { history, system, trial in
    var session = try await ArticleTaskSession(system, history.pool)
    for step in history.steps {
      trial.note(describe(step))
      switch step {
      case .atOnce(let wishes): try await session.fulfil(wishes, trial)
      case .reopen: try await session.reopen(trial)
      }
      try await session.expectTasksMatchModel()
    }
    try await session.end()
  }
}

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
      An article's ID is a hash of its canonical URL. Addresses that differ only in spelling (http or https, host \
      case, fragment, tracking parameters, parameter order) have the same ID at every launch. Different pages have \
      different IDs. If there is no usable URL, the app makes the ID from source, title and UTC day.
      """,
    covers: "16.1", of: "CanonicalURL, NewsItem",
    mustCatch: [.articlesAreKnownByRawURL]
  ).holds(
    forAll: .articleIdentities,
    requiring: [
      "another spelling": 0.5, "another title": 0.5, "parameters in another order": 0.1,
      "the case of the path changes": 0.01, "an encoded slash": 0.02, "a change of parameters": 0.3,
    ]
  ) { articles, system, trial in
    articles.label(trial)
    let bookmarks = system.bookmarks
    for known in articles {
      let (url, canonical) = (known.article.url, known.address?.canonical)
      let item = bookmarks.makeItem(known.article, .api)
      try expect("canonical form of \(describe(url))", bookmarks.canonicalURL(url), equals: canonical)
      try expect("URL of the item", item.url, equals: canonical ?? url)
      // Digests of different texts differ, and so do the ids of different articles.
      try expect("id of the article at \(describe(url))", item.id, equals: digestedArticleID(known.identity))
      guard let canonical else { continue }
      try expect("canonical form of \(canonical)", bookmarks.canonicalURL(canonical), equals: canonical)
    }
    let vector = try trial.draw(.element(of: ArticleIDVectors.all), "an address with a known id")
    try expect("canonical form of \(vector.url)", bookmarks.canonicalURL(vector.url), equals: vector.canonical)
    let article = FeedArticle(url: vector.url, title: "", summary: "", publishedAt: .distantPast, source: "")
    try expect("id of \(vector.url)", bookmarks.makeItem(article, .api).id, equals: vector.id)
  }

  // **Feature: system-architecture-upgrade-p0, Property 66: Bookmark matching consistency**
  static let bookmarkMatchingConsistency = Requirement<PersonalOSSystem>(
    "POS-66", "Bookmark matching consistency",
    says: """
      The app recognizes a bookmarked article by its item and by its URL, in any spelling of the address, and never \
      takes another article for it. A second bookmark of the same article adds nothing. If the user removes the \
      bookmark through one spelling, it is gone for all spellings.
      """,
    covers: "16.2", of: "BookmarkService", needs: [.storage],
    mustCatch: [.articlesAreKnownByRawURL]
  ).holds(
    of: BookmarkMachine.machine(keeping: BookmarkInvariants.everyRouteAgrees), commands: 0...16,
    requiring: [
      "bookmarks what is bookmarked": 0.15, "removes by another spelling": 0.1, "looks at what was removed": 0.15,
    ],
    making: { try await BookmarkDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 67: Stable identifier persistence**
  static let stableIdentifierPersistence = Requirement<PersonalOSSystem>(
    "POS-67", "Stable identifier persistence",
    says: """
      A bookmark stores the article's stable ID and canonical URL along with title, summary, source, date and data \
      source. Bookmarks survive a relaunch, a cache purge, and an export with a later import, byte for byte. Removed \
      bookmarks do not come back.
      """,
    covers: "16.3", of: "BookmarkService", needs: [.storage],
    mustCatch: [.articlesAreKnownByRawURL, .over(.normalizesText), .over(.bringsDeletedRecordsBack)]
  ).holds(
    of: BookmarkMachine.machine(keeping: BookmarkInvariants.everyBookmarkIsStored), commands: 0...16,
    requiring: [
      "reopens with bookmarks": 0.5, "reopens after removing": 0.15, "purges with bookmarks": 0.05,
      "exports and imports bookmarks": 0.05, "two articles bookmarked": 0.2,
    ],
    making: { try await BookmarkDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 68: Bookmark status accuracy**
  static let bookmarkStatusAccuracy = Requirement<PersonalOSSystem>(
    "POS-68", "Bookmark status accuracy",
    says: """
      Every row from the API, the cache or a search shows whether the article is bookmarked now, whatever flag the \
      item came with. Changing the bookmark in one row changes all rows of that article and no others.
      """,
    covers: "16.4", of: "BookmarkService", needs: [.storage],
    mustCatch: [.over(.bringsDeletedRecordsBack)]
  ).holds(
    of: BookmarkMachine.machine(
      [BookmarkMachine.bookmark, BookmarkMachine.unbookmark, BookmarkMachine.show, BookmarkMachine.relaunch],
      keeping: BookmarkInvariants.everyFlagIsRight), commands: 0...24,
    requiring: [
      "marked rows from the api": 0.15, "marked rows from the cache": 0.06, "marked rows of a search": 0.1,
      "a marked article in two rows": 0.05, "a mark is taken away": 0.1,
    ],
    making: { try await BookmarkDriver($0) }, tearDown: { try await $0.close() })

  // **Feature: system-architecture-upgrade-p0, Property 69: Task duplicate prevention**
  static let taskDuplicatePrevention = Requirement<PersonalOSSystem>(
    "POS-69", "Task duplicate prevention",
    says: """
      If the user creates a task from an article, the app returns the existing task for the article's stable ID, open \
      or done, unchanged. If there is none, the app creates one. Titles and raw URLs do not matter. However many \
      callers ask at once, an article never has two tasks. A deleted task can be created again.
      """,
    covers: "16.5", of: "ArticleTaskService", needs: [.storage, .concurrency],
    mustCatch: [.articlesAreKnownByRawURL, .over(.interleavesTransactions), .over(.scansOldAndNew)]
  ).holds(
    forAll: .articleTaskCalls, scheduled: .mixed,
    requiring: [
      "creates one article's task twice at once": 0.15, "meets a task": 0.3,
      "meets a task that is done": 0.05, "creates a task anew": 0.05, "deletes and creates at once": 0.1,
      "reopens with tasks": 0.04,
    ]
  ) { launches, system, trial in
    var app = try await BookmarkDriver(system)
    let history = try await app.history(of: launches, trial)
    history.label(trial)
    // Calls at once have the answers that they would have one after the other, in some order.
    try history.expectLinearizable(by: ArticleTaskModel.sequential, notingIn: trial) { describe($0.call) }
    try await app.close()
  }
}

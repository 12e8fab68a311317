import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// News and where it comes from: real, cached and made-up items are told apart.
public enum NewsSourceProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    dataSourceDistinction, realDataIndicatorRemoval, perItemSourceLabeling,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 57: Data source distinction**
  static let dataSourceDistinction = Requirement<PersonalOSSystem>(
    "POS-57", "Data source distinction",
    says: """
      If the API answers, the app returns the answer labeled “api” and caches it. If the API fails, the \
      app returns that category's cached items labeled “cache” with their time of delivery, or, without \
      any, demo items labeled “mock”. Demo items never enter the cache.
      """,
    covers: "14.3", of: "NewsService", needs: [.storage],
    mustCatch: [
      .newsCachesDemoItems, .newsServesAnotherCategory, .newsLabelsCachedItemsAsLive, .newsIsSilentlyEmpty,
      .newsKeepsNoTimeOfDelivery, .newsConfusesSimilarCategories, .newsFindsEveryDemoItem,
    ]
  ).holds(
    forAll: .newsHistory,
    requiring: [
      "answers from the API": 0.6, "answers from the cache": 0.4, "answers with demo items": 0.6,
      "searches without the API": 0.05,
    ]
  ) { history, system, trial in
    var session = try await NewsSession(system)
    for step in history.steps {
      trial.note(describe(step))
      try await session.ask(step, trial)
      try await session.expectOnlyDeliveredArticlesAreKept()
    }
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 58: Real data indicator removal**
  static let realDataIndicatorRemoval = Requirement<PersonalOSSystem>(
    "POS-58", "Real data indicator removal",
    says: """
      Once the API answers for a category, even with no items, that category's demo items are gone, and \
      the banner goes with the last demo item on screen. Exactly the demo items carry the “Demo Content” \
      badge, and the banner shows whenever one of them does.
      """,
    covers: "14.4", of: "NewsService, NewsFeedViewModel", needs: [.storage],
    mustCatch: [
      .newsBannerIsNeverCleared, .newsKeepsDemoRows, .newsSuccessClearsEveryBanner,
      .newsKeepsDemoRowsForAnEmptyAnswer, .newsFindsEveryDemoItem,
    ]
  ).holds(
    forAll: .newsHistory,
    requiring: [
      "real news in place of demo items": 0.5, "nothing in place of demo items": 0.1,
      "demo items stay elsewhere": 0.05, "shows several sources": 0.5,
    ]
  ) { history, system, trial in
    var session = try await NewsSession(system)
    for step in history.steps {
      trial.note(describe(step))
      try await session.show(step, trial)
      try await session.expectScreenMatchesModel()
      try await session.expectIndicatorsTellWhatIsShown()
    }
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 59: Per-item source labeling**
  static let perItemSourceLabeling = Requirement<PersonalOSSystem>(
    "POS-59", "Per-item source labeling",
    says: """
      Each news row names the source of its own item (api, cache or mock), also in lists that mix \
      sources. Storing, reloading and bookmarking an item keep the source, and the app refuses to read a \
      stored item with an unknown source.
      """,
    covers: "14.5", of: "NewsService, NewsItem", needs: [.storage],
    mustCatch: [
      .newsRowsNameTheServicesSource, .newsBookmarkingRewritesTheSource, .newsTakesUnknownSourcesForTheAPI,
      .over(.normalizesText),
    ]
  ).holds(
    forAll: .newsHistory,
    requiring: ["shows several sources": 0.5, "shows all sources": 0.05, "bookmarks a row": 0.1]
  ) { history, system, trial in
    var session = try await NewsSession(system)
    for step in history.steps {
      trial.note(describe(step))
      try await session.show(step, trial)
      try await session.expectLabelsTellTheSource()
    }
    try await session.expectSourcesSurviveTheStore(unknown: history.unknownSource)
    try await session.end()
  }
}

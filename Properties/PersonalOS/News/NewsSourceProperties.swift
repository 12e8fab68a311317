import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// News and where it comes from: real, cached and made-up items are told apart.
public enum NewsSourceProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    dataSourceDistinction, realDataIndicatorRemoval, perItemSourceLabeling,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 57: Data source distinction**
  static let dataSourceDistinction = Property<PersonalOSSystem>(
    "POS-57", "Data source distinction", covers: "14.3", of: "NewsService",
    needs: [.storage], forAll: .newsHistory,
    requiring: [
      "answers from the API": 0.6, "answers from the cache": 0.4, "answers with demo items": 0.6,
      "searches without the API": 0.05,
    ],
    mustCatch: .newsCachesDemoItems, .newsServesAnotherCategory, .newsLabelsCachedItemsAsLive,
    .newsIsSilentlyEmpty, .newsKeepsNoTimeOfDelivery, .newsConfusesSimilarCategories,
    .newsFindsEveryDemoItem
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
  static let realDataIndicatorRemoval = Property<PersonalOSSystem>(
    "POS-58", "Real data indicator removal", covers: "14.4", of: "NewsService, NewsFeedViewModel",
    needs: [.storage], forAll: .newsHistory,
    requiring: [
      "real news in place of demo items": 0.5, "nothing in place of demo items": 0.1,
      "demo items stay elsewhere": 0.05, "shows several sources": 0.5,
    ],
    mustCatch: .newsBannerIsNeverCleared, .newsKeepsDemoRows, .newsSuccessClearsEveryBanner,
    .newsKeepsDemoRowsForAnEmptyAnswer, .newsFindsEveryDemoItem
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
  static let perItemSourceLabeling = Property<PersonalOSSystem>(
    "POS-59", "Per-item source labeling", covers: "14.5", of: "NewsService, NewsItem",
    needs: [.storage], forAll: .newsHistory,
    requiring: ["shows several sources": 0.5, "shows all sources": 0.05, "bookmarks a row": 0.1],
    mustCatch: .newsRowsNameTheServicesSource, .newsBookmarkingRewritesTheSource,
    .newsTakesUnknownSourcesForTheAPI,
    .over(.normalizesText)
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

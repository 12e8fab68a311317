import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of POS-57 to POS-59: another service or another screen with one defect, or a changed part.

extension Fault<PersonalOSSystem> {
  // POS-57.

  static let newsCachesDemoItems = service("newsCachesDemoItems", "keeps demo items in the cache", .cachesDemoItems)
  static let newsServesAnotherCategory = service(
    "newsServesAnotherCategory", "serves the cache of another category", .servesAnotherCategory)
  static let newsLabelsCachedItemsAsLive = service(
    "newsLabelsCachedItemsAsLive", "labels cached items as live", .labelsCachedItemsAsLive)
  static let newsIsSilentlyEmpty = service(
    "newsIsSilentlyEmpty", "answers nothing where there is no cache", .isSilentlyEmpty)
  static let newsKeepsNoTimeOfDelivery = service(
    "newsKeepsNoTimeOfDelivery", "takes cached items for delivered now", .keepsNoTimeOfDelivery)

  static let newsConfusesSimilarCategories = service(
    "newsConfusesSimilarCategories", "takes categories for one that differ in case", .confusesSimilarCategories)

  static let newsFindsEveryDemoItem = service(
    "newsFindsEveryDemoItem", "finds demo items of a category of which there is news", .findsEveryDemoItem)

  // POS-58.

  static let newsBannerIsNeverCleared = screen(
    "newsBannerIsNeverCleared", "never takes the banner away", .neverClearsTheBanner)
  static let newsKeepsDemoRows = screen("newsKeepsDemoRows", "keeps demo items beside the real ones", .keepsDemoRows)
  static let newsSuccessClearsEveryBanner = screen(
    "newsSuccessClearsEveryBanner", "takes the banner away when one category of several succeeds", .clearsEveryBanner)
  static let newsKeepsDemoRowsForAnEmptyAnswer = screen(
    "newsKeepsDemoRowsForAnEmptyAnswer", "leaves demo items up when the API has nothing",
    .keepsDemoRowsForAnEmptyAnswer)

  // POS-59.

  static let newsRowsNameTheServicesSource = screen(
    "newsRowsNameTheServicesSource", "names the service's source in every row", .namesTheServicesSource)

  static let newsBookmarkingRewritesTheSource = Fault(
    "newsBookmarkingRewritesTheSource", "takes what is bookmarked for cached") { system in
    system.bookmarks.openBookmarks = { DefectiveBookmarks($0, .rewritesTheSource) }
  }

  static let newsTakesUnknownSourcesForTheAPI = Fault(
    "newsTakesUnknownSourcesForTheAPI", "takes an unknown source for the API") { system in
    system.news.storedItems = { data in
      try await data.perform { scope in
        try scope.live().scan(NewsItem.collection).map { record in
          var fields = record.fields
          if case .text(let word) = fields["dataSource"], NewsDataSource(rawValue: word) == nil {
            fields["dataSource"] = .text("api")
          }
          return try NewsItem(
            stored: StoredRecord(collection: NewsItem.collection, key: record.key, fields: fields))
        }
      }
    }
  }

  // POS-67.

  static let newsPurgeTakesBookmarksAlong = service(
    "newsPurgeTakesBookmarksAlong", "purges bookmarks with the cache", .purgesBookmarks)

  private static func service(_ id: String, _ fact: String, _ defect: DefectiveNews.Defect) -> Fault {
    Fault(id, fact) { $0.news.openService = { DefectiveNews($0, $1, $2, defect) } }
  }

  private static func screen(_ id: String, _ fact: String, _ defect: DefectiveNewsScreen.Defect) -> Fault {
    Fault(id, fact) { $0.news.openViewModel = { DefectiveNewsScreen($0, defect) } }
  }
}

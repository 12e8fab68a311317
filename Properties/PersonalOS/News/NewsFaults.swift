import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of POS-57 to POS-59: another service or another screen with one defect, or a changed part.

extension Fault<PersonalOSSystem> {
  // POS-57.

  static let newsCachesDemoItems = service("keeps demo items in the cache", .cachesDemoItems)
  static let newsServesAnotherCategory = service(
    "serves the cache of another category", .servesAnotherCategory)
  static let newsLabelsCachedItemsAsLive = service("labels cached items as live", .labelsCachedItemsAsLive)
  static let newsIsSilentlyEmpty = service("answers nothing where there is no cache", .isSilentlyEmpty)
  static let newsKeepsNoTimeOfDelivery = service(
    "takes cached items for delivered now", .keepsNoTimeOfDelivery)

  static let newsConfusesSimilarCategories = service(
    "takes categories for one that differ in case", .confusesSimilarCategories)

  static let newsFindsEveryDemoItem = service(
    "finds demo items of a category of which there is news", .findsEveryDemoItem)

  // POS-58.

  static let newsBannerIsNeverCleared = screen("never takes the banner away", .neverClearsTheBanner)
  static let newsKeepsDemoRows = screen("keeps demo items beside the real ones", .keepsDemoRows)
  static let newsSuccessClearsEveryBanner = screen(
    "takes the banner away when one category of several succeeds", .clearsEveryBanner)
  static let newsKeepsDemoRowsForAnEmptyAnswer = screen(
    "leaves demo items up when the API has nothing", .keepsDemoRowsForAnEmptyAnswer)

  // POS-59.

  static let newsRowsNameTheServicesSource = screen(
    "names the service's source in every row", .namesTheServicesSource)

  static let newsBookmarkingRewritesTheSource = Fault("takes what is bookmarked for cached") { system in
    system.bookmarks.openBookmarks = { DefectiveBookmarks($0, .rewritesTheSource) }
  }

  static let newsTakesUnknownSourcesForTheAPI = Fault("takes an unknown source for the API") { system in
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

  static let newsPurgeTakesBookmarksAlong = service("purges bookmarks with the cache", .purgesBookmarks)

  private static func service(_ name: String, _ defect: DefectiveNews.Defect) -> Fault {
    Fault(name) { $0.news.openService = { DefectiveNews($0, $1, $2, defect) } }
  }

  private static func screen(_ name: String, _ defect: DefectiveNewsScreen.Defect) -> Fault {
    Fault(name) { $0.news.openViewModel = { DefectiveNewsScreen($0, defect) } }
  }
}

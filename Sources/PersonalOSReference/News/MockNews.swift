import Foundation

/// Demo articles, which the app shows if it has no news to show. Their ids have a prefix of their own, so that no demo
/// item is mistaken for an article.
public enum MockNews {
  /// The prefix of every demo item's id. The ids of articles begin with `art_`.
  public static let idPrefix = "mock_"

  /// The categories that the app offers.
  public static let categories = ["business", "science", "technology"]

  /// Three demo items for the category, the same ones at every call.
  public static func items(category: String) -> [NewsItem] {
    (1...3).map { number in
      NewsItem(
        id: "\(idPrefix)\(category)_\(number)", url: "", title: "Demo article \(number) on \(category)",
        summary: "Shown because no news could be loaded.",
        publishedAt: Date(timeIntervalSinceReferenceDate: 0), source: "Demo", dataSource: .mock)
    }
  }
}

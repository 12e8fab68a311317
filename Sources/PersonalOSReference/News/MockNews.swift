import Foundation

/// Made-up news for when there is no other. Its ids have a namespace of their own, so that no demo item is
/// ever taken for an article.
public enum MockNews {
  public static let idPrefix = "mock_"

  /// The categories that the app offers.
  public static let categories = ["business", "science", "technology"]

  /// The same ones at every call: three for each category.
  public static func items(category: String) -> [NewsItem] {
    (1...3).map { number in
      NewsItem(
        id: "\(idPrefix)\(category)_\(number)", url: "", title: "Demo article \(number) on \(category)",
        summary: "Shown because no news could be loaded.",
        publishedAt: Date(timeIntervalSinceReferenceDate: 0), source: "Demo", dataSource: .mock)
    }
  }
}

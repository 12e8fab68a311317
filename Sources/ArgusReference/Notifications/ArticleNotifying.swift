/// Notifies the user of articles.
public protocol ArticleNotifying: Sendable {
  /// Shows a notification for one article of high priority.
  func push(_ article: ArticleModel)
  /// Shows one notification for all articles that a background sync has added.
  /// - Parameter count: the number of these articles, at least 1.
  func tellNew(count: Int)
}

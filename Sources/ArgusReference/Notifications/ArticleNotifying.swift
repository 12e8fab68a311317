/// Tells the user of articles.
public protocol ArticleNotifying: Sendable {
  /// A push notification on one article of high priority.
  func push(_ article: ArticleModel)
  /// A background sync brought so many articles.
  func tellNew(count: Int)
}

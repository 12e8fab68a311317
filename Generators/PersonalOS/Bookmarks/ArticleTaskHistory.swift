import PersonalOSReference
import PropertyTesting

/// What users do with the tasks of a few articles, one after the other and at once.
public struct ArticleTaskHistory: Sendable {
  /// One change of an article's task. Articles are named by their place in the pool.
  public enum Wish: Sendable {
    /// Creates a task from this delivery, unless its article already has one.
    case create(ArticleDelivery)
    case complete(article: Int)
    case delete(article: Int)
  }

  /// One step of the history.
  public enum Step: Sendable {
    /// Fulfils each wish in a Swift task of its own.
    case atOnce([Wish])
    /// The app ends and starts again.
    case reopen
  }

  /// The articles that the tasks belong to.
  public let pool: ArticlePool
  /// The steps in order, at most 8.
  public let steps: [Step]
}

extension Generator where Value == ArticleTaskHistory {
  /// One to three articles, so most wishes find a task.
  public static var articleTaskHistory: Generator {
    Generator { source in
      let pool = try source(.articlePool(count: 1...3))
      let article = Generator<Int>.int(in: 0...(pool.addresses.count - 1))
      let wish = Generator<ArticleTaskHistory.Wish>.frequency(
        (6, pool.delivery.map { .create($0) }), (2, article.map { .complete(article: $0) }),
        (2, article.map { .delete(article: $0) }))
      let step = Generator<ArticleTaskHistory.Step>.frequency(
        (4, Generator<[ArticleTaskHistory.Wish]>.array(of: wish, count: 1).map { .atOnce($0) }),
        (4, Generator<[ArticleTaskHistory.Wish]>.array(of: wish, count: 2...3).map { .atOnce($0) }),
        (1, .constant(.reopen)))
      return ArticleTaskHistory(pool: pool, steps: try source(.long(of: step, count: 8)))
    }
  }
}

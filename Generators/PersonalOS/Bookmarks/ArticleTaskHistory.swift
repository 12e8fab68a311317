import PersonalOSReference
import PropertyTesting

/// What is done with the tasks of a few articles, one after the other and at once.
public struct ArticleTaskHistory: Sendable {
  public enum Wish: Sendable {
    case create(ArticleDelivery)
    case complete(article: Int)
    case delete(article: Int)
  }

  public enum Step: Sendable {
    /// Each of them by a task of its own.
    case atOnce([Wish])
    /// The app ends and starts again.
    case reopen
  }

  public let pool: ArticlePool
  public let steps: [Step]
}

extension Generator where Value == ArticleTaskHistory {
  /// Few articles, so that most wishes meet a task.
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

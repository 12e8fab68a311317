import PropertyTesting

/// A call on the tasks of articles.
public enum ArticleTaskCall: Sendable {
  /// Creates a task from this delivery, unless its article already has one.
  case create(ArticleDelivery)
  /// Completes the task of the article at this address.
  case complete(WebAddress)
  /// Deletes the task of the article at this address.
  case delete(WebAddress)
  /// Lists all tasks.
  case list
}

extension Generator where Value == [[[ArticleTaskCall]]] {
  /// For each launch of the app, its steps; for each step, calls at once. Few articles, so most calls find a task.
  public static var articleTaskCalls: Generator {
    Generator { source in
      let pool = try source(.articlePool(count: 1...3))
      let address = Generator<WebAddress>.element(of: pool.addresses)
      let call = Generator<ArticleTaskCall>.frequency(
        (12, pool.delivery.map { .create($0) }), (4, address.map { .complete($0) }),
        (4, address.map { .delete($0) }), (1, .constant(.list)))
      let calls = Generator<[ArticleTaskCall]>.oneOf(.array(of: call, count: 1), .array(of: call, count: 2...3))
      return try source(.array(of: .long(of: calls, count: 6), count: 1...2))
    }
  }
}

import PersonalOSReference
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

/// One step in the life of an app with tasks of articles.
public enum ArticleTaskStep: Sendable {
  /// Makes each call in a Swift task of its own.
  case atOnce([ArticleTaskCall])
  /// The app ends and starts again.
  case relaunch
}

extension Generator where Value == [ArticleTaskStep] {
  /// Up to 8 steps with one to three articles, so most calls find a task.
  public static var articleTaskSteps: Generator {
    Generator { source in
      let pool = try source(.articlePool(count: 1...3))
      let address = Generator<WebAddress>.element(of: pool.addresses)
      let call = Generator<ArticleTaskCall>.frequency(
        (12, pool.delivery.map { .create($0) }), (4, address.map { .complete($0) }),
        (4, address.map { .delete($0) }), (1, .constant(.list)))
      let calls = Generator<[ArticleTaskCall]>.oneOf(.array(of: call, count: 1), .array(of: call, count: 2...3))
      let step = Generator<ArticleTaskStep>.frequency((8, calls.map { .atOnce($0) }), (1, .constant(.relaunch)))
      return try source(.long(of: step, count: 8))
    }
  }
}

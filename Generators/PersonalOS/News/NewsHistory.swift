import PersonalOSReference
import PropertyTesting

/// What a reader of news does, and what the API answers.
public struct NewsHistory: Sendable {
  public enum Step: Sendable {
    /// A category is loaded; nil: the API fails.
    case load(category: String, [ArticleDelivery]?)
    /// A search; nil: the API fails.
    case search(String, [ArticleDelivery]?)
    /// The article of a row is bookmarked; counts modulo the rows.
    case bookmark(row: Int)
    /// The app ends and starts again, with an empty screen.
    case reopen
    /// The cache forgets the articles.
    case purge
  }

  public let steps: [Step]
  /// No name of a source, though nearly one.
  public let unknownSource: String
}

extension Generator where Value == NewsHistory {
  /// Few articles and few categories, so that caches are met, and articles stand in two of them.
  public static var newsHistory: Generator {
    let unknown = ["API", "api ", " mock", "", "cached", "Mock", "ap", "api\0", "real"]
    return Generator { source in
      let pool = try source(.articlePool(count: 1...4))
      let list = Generator<[ArticleDelivery]>.frequency(
        (1, .constant([])), (2, .array(of: pool.delivery, count: 1...4)))
      let answer = Generator<[ArticleDelivery]?>.frequency((1, .constant(nil)), (1, list.map { $0 }))
      let category = Generator<String>.element(
        of: [
          "science", "science", "science", "science", "Science", "business", "business", "business",
          "technology", "", "Poésie", "Poe\u{301}sie",
        ])
      let query = Generator<String>.element(of: ["", "rates", "RISE", "again", "nowhere"])
      let step = Generator<NewsHistory.Step>.frequency(
        (9, Generator<NewsHistory.Step> { .load(category: try $0(category), try $0(answer)) }),
        (5, Generator<NewsHistory.Step> { .search(try $0(query), try $0(answer)) }),
        (2, Generator<Int>.int(in: 0...4).map { .bookmark(row: $0) }),
        (1, .constant(.reopen)), (1, .constant(.purge)))
      let episode = Generator<[NewsHistory.Step]>.frequency(
        (6, step.map { [$0] }),
        // The API comes back, or goes.
        (2, .visits(category, .constant(nil), list.map { $0 })),
        (2, .visits(category, list.map { $0 }, .constant(nil))))
      let episodes = try source(.long(of: episode, count: 14))
      return NewsHistory(steps: episodes.flatMap { $0 }, unknownSource: try source(.element(of: unknown)))
    }
  }
}

extension Generator where Value == [NewsHistory.Step] {
  /// One category twice in a row, with these answers.
  fileprivate static func visits(
    _ category: Generator<String>, _ first: Generator<[ArticleDelivery]?>,
    _ second: Generator<[ArticleDelivery]?>
  ) -> Generator {
    Generator { source in
      let category = try source(category)
      return try [first, second].flatMap { answer in
        try source(.dispensable(answer.map { .load(category: category, $0) }))
      }
    }
  }
}

import PersonalOSReference
import PropertyTesting

/// Lists of news as the screen shows them, and the rows that the user bookmarks.
public struct ShownLists: Sendable {
  /// One step of a session.
  public enum Step: Sendable {
    /// The user loads a category. If the list is nil, the API fails.
    case load(category: String, [ArticleDelivery]?)
    /// The user searches. If the list is nil, the API fails.
    case search([ArticleDelivery]?)
    /// The user sets or removes the bookmark of a row. The number counts modulo the rows.
    case toggle(row: Int)
    /// The app ends and starts again, with an empty screen.
    case reopen
  }

  /// The steps in order, at most 16.
  public let steps: [Step]
}

extension Generator where Value == ShownLists {
  /// Lists in which an article often occurs more than once.
  public static var shownLists: Generator {
    Generator { source in
      let pool = try source(.articlePool(count: 1...3))
      let list = Generator<[ArticleDelivery]?>.frequency(
        (3, .constant(nil)),
        (5, Generator<[ArticleDelivery]>.array(of: pool.delivery, count: 0...5).map { $0 }))
      let category = Generator<String>.element(of: ["science", "business"])
      let step = Generator<ShownLists.Step>.frequency(
        (5, Generator<ShownLists.Step> { .load(category: try $0(category), try $0(list)) }),
        (2, list.map { .search($0) }), (6, Generator<Int>.int(in: 0...4).map { .toggle(row: $0) }),
        (1, .constant(.reopen)))
      return ShownLists(steps: try source(.long(of: step, count: 16)))
    }
  }
}

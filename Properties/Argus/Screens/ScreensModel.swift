import ArgusReference
import PropertyTesting

/// What the two screens show, and what is stored.
struct ScreensModel: Sendable {
  struct Article: Sendable, Equatable {
    var title: String
    var topic: Int
    var isRead = false
    var isBookmarked = false
  }

  static let topics: [String?] = [nil, "one", "two"]

  var articles: [Int: Article] = [:]
  var topic = 0
  var unreadOnly = false
  /// The error of the latest action, if it failed.
  var message: ArgusError?
  var isBroken = false
  var isOffline = false
  /// Whether the repository says that its answers may be out of date.
  var isStale = false
  /// The article on the second screen; its place stays when it is gone.
  var opened: Int?
  /// The error of the latest action on the second screen, if it failed.
  var detailMessage: ArgusError?

  /// One line for each row of the list, the latest first.
  var rows: [String] {
    articles.keys.sorted(by: >).compactMap { number in
      guard let article = articles[number], topic == 0 || article.topic == topic else { return nil }
      return unreadOnly && article.isRead ? nil : Self.row(number, article)
    }
  }

  static func row(_ number: Int, _ article: Article) -> String {
    "\(number) \(article.title)\(article.isRead ? " read" : "")\(article.isBookmarked ? " bookmarked" : "")"
  }

  var showsDetail: Bool { opened.map { articles[$0] != nil } ?? false }

  var detail: String {
    let message = Self.text(detailMessage)
    guard let opened, let article = articles[opened] else { return "nothing" + message }
    // What is of topic 2 has a score.
    let badge = article.topic == 2 ? ", good" : ""
    return Self.row(opened, article) + ", rendered “\(article.title)”" + badge + message
  }

  var list: String { "topic \(Self.topics[topic] ?? "all")\(state)\(Self.text(message)): \(describe(rows))" }

  /// What a screen says of an error.
  static func text(_ error: ArgusError?) -> String { error.map { ", message of \($0)" } ?? "" }

  var state: String { Self.state(unreadOnly: unreadOnly, isOffline: isOffline, isStale: isStale) }

  static func state(unreadOnly: Bool, isOffline: Bool, isStale: Bool) -> String {
    "\(unreadOnly ? ", unread only" : "")\(isOffline ? ", offline" : "")\(isStale ? ", perhaps out of date" : "")"
  }

  mutating func touch(_ number: Int, _ kind: OpenedArticleMachine.Touch.Kind) {
    switch kind {
    case .bookmark(let isBookmarked): detailMessage = change(number) { $0.isBookmarked = isBookmarked } ? nil : .notFound
    case .read(let isRead): detailMessage = change(number) { $0.isRead = isRead } ? nil : .notFound
    case .write(let topic): articles[number] = Article(title: "title \(topic)", topic: topic)
    case .delete: articles[number] = nil
    }
  }

  /// Something that the user does to an article.
  /// - Returns: whether it was there.
  @discardableResult
  mutating func change(_ number: Int, _ change: (inout Article) -> Void) -> Bool {
    guard var article = articles[number] else { return false }
    change(&article)
    articles[number] = article
    return true
  }
}

import ArgusReference
import PropertyTesting

/// One change within a transaction, by numbers: see ``ArticleNames``.
public enum ArticleStep: Sendable, Equatable {
  /// Saves the article.
  case save(ArticleEdit)
  /// Updates the article from a version that is so much off the present one.
  case update(ArticleEdit, versionsOff: Int64)
  /// Gives the article these topics.
  case setTopics([Int], article: Int)
  /// Deletes the article.
  case delete(Int)
  /// Sets the topic's priority.
  case setTopic(Int, priority: Int64)
  /// Deletes the topic.
  case deleteTopic(Int)
  /// Marks the article as seen at that second.
  case markSeen(Int, second: Int)
  /// Forgets that the article was seen.
  case deleteSeen(Int)

  /// Makes the change.
  /// - Parameter version: the version from which an update goes; nil: the present one.
  public func apply(to transaction: any ArticleTransaction, from version: Int64? = nil) throws {
    switch self {
    case .save(let edit): try transaction.save(edit.model)
    case .update(let edit, let off):
      let version = try version ?? transaction.article(edit.model.id)?.version ?? 1
      try transaction.update(edit.model, expectedVersion: version + off)
    case .setTopics(let topics, let number):
      try transaction.setTopics(topics.map { ArticleNames.topics[$0] }, of: ArticleNames.ids[number])
    case .delete(let number): try transaction.deleteArticle(ArticleNames.ids[number])
    case .setTopic(let number, let priority): try transaction.setTopic(ArticleNames.topics[number], priority: priority)
    case .deleteTopic(let number): try transaction.deleteTopic(ArticleNames.topics[number])
    case .markSeen(let number, let second): try transaction.markSeen(ArticleNames.ids[number], at: ArticleNames.date(second))
    case .deleteSeen(let number): try transaction.deleteSeen(ArticleNames.ids[number])
    }
  }
}

/// An article as somebody writes it, by numbers.
public struct ArticleEdit: Sendable, Equatable {
  /// The number of its id.
  public var article: Int
  /// The number of its address. Nil: the text in its place is no address.
  public var address: Int?
  /// How the address is written.
  public var form: Int
  /// The number of its text.
  public var text: Int
  /// The numbers of its topics. One may come twice.
  public var topics: [Int]
  /// Whether it was read.
  public var isRead: Bool

  /// Creates an edit from its parts.
  public init(article: Int, address: Int?, form: Int, text: Int, topics: [Int], isRead: Bool) {
    (self.article, self.address, self.form, self.text, self.topics, self.isRead) = (article, address, form, text, topics, isRead)
  }

  /// The article in full.
  public var model: ArticleModel {
    var model = ArticleModel(
      id: ArticleNames.ids[article], url: ArticleNames.address(address, form: form),
      topicNames: topics.map { ArticleNames.topics[$0] }, isRead: isRead,
      // The store counts, whatever the caller says.
      version: 7)
    ArticleNames.fill(&model, withText: text)
    return model
  }
}

extension Generator where Value == ArticleEdit {
  /// Of one of these articles, in up to three of four topics. Without an address, no other article has it.
  public static func articleEdit(of articles: ClosedRange<Int> = 0...3, isAddressed: Bool = true) -> Generator {
    let address = Generator<Int?>.frequency((1, .constant(nil)), (2, .element(of: [0, 1])), (2, .element(of: [2, 3, 4])))
    return .build(
      ArticleEdit.init, from: .int(in: articles), isAddressed ? address : .constant(nil),
      .int(in: 0...ArticleNames.formCount - 1), .int(in: 0...ArticleNames.texts.count - 1), .topicNumbers, .bool)
  }
}

extension Generator where Value == ArticleStep {
  /// Any change.
  public static var articleStep: Generator {
    .frequency(
      (6, .save(.articleEdit())), (2, .delete), (1, .setTopics), (2, .deleteTopic),
      (3, .build({ .update($0, versionsOff: $1) }, from: .articleEdit(), Generator<Int64>.element(of: [0, -1, 1]))),
      (1, .build({ .setTopic($0, priority: $1) }, from: .fewNumbers, Generator<Int64>.element(of: [0, 5]))),
      (2, .build({ .markSeen($0, second: $1) }, from: .fewNumbers, .fewNumbers)), (1, Generator<Int>.fewNumbers.map { .deleteSeen($0) }))
  }

  /// What changes links, and is mostly not refused.
  public static var linkStep: Generator {
    .frequency((5, .save(.articleEdit(isAddressed: false))), (1, .setTopics), (1, .delete), (3, .deleteTopic))
  }

  private static func save(_ edit: Generator<ArticleEdit>) -> Generator { edit.map { .save($0) } }
  private static var delete: Generator { Generator<Int>.fewNumbers.map { .delete($0) } }
  private static var deleteTopic: Generator { Generator<Int>.fewNumbers.map { .deleteTopic($0) } }
  private static var setTopics: Generator { .build({ .setTopics($0, article: $1) }, from: .topicNumbers, .fewNumbers) }
}

extension Generator where Value == Int {
  /// Of articles, topics or seconds.
  fileprivate static var fewNumbers: Generator { .int(in: 0...3) }
}

extension Generator where Value == [Int] {
  fileprivate static var topicNumbers: Generator {
    .array(of: .frequency((8, .fewNumbers), (1, .constant(ArticleNames.noTopic))), count: 0...3)
  }
}

import ArgusReference
import PropertyTesting

/// One change within a transaction, by numbers: see ``ArticleNames``.
enum ArticleStep: Sendable, Equatable {
  case save(ArticleEdit)
  /// From a version that is so much off the present one.
  case update(ArticleEdit, versionsOff: Int64)
  case setTopics([Int], article: Int)
  case delete(Int)
  case setTopic(Int, priority: Int64)
  case deleteTopic(Int)
  case markSeen(Int, second: Int)
  case deleteSeen(Int)
}

struct ArticleEdit: Sendable, Equatable {
  var article: Int
  var address: Int?
  var form: Int
  var text: Int
  var topics: [Int]
  var isRead: Bool
}

extension ArticleStep {
  func apply(to transaction: any ArticleTransaction) throws {
    switch self {
    case .save(let edit): try transaction.save(edit.model)
    case .update(let edit, let off):
      let version = try transaction.article(edit.model.id)?.version ?? 1
      try transaction.update(edit.model, expectedVersion: version + off)
    case .setTopics(let topics, let number): try transaction.setTopics(ArticleEdit.names(of: topics), of: ArticleNames.ids[number])
    case .delete(let number): try transaction.deleteArticle(ArticleNames.ids[number])
    case .setTopic(let number, let priority): try transaction.setTopic(ArticleNames.topics[number], priority: priority)
    case .deleteTopic(let number): try transaction.deleteTopic(ArticleNames.topics[number])
    case .markSeen(let number, let second):
      try transaction.markSeen(ArticleNames.ids[number], at: ArticleNames.date(second))
    case .deleteSeen(let number): try transaction.deleteSeen(ArticleNames.ids[number])
    }
  }
}

extension ArticleEdit {
  /// The text stands in body and title, so that the two blobs cannot be exchanged for each other's unnoticed by the summary.
  var model: ArticleModel {
    var model = ArticleModel(
      id: ArticleNames.ids[article], url: ArticleNames.address(address, form: form), topicNames: Self.names(of: topics), isRead: isRead)
    ArticleNames.fill(&model, withText: text)
    return model
  }

  static func names(of topics: [Int]) -> [String] { topics.map { ArticleNames.topics[$0] } }

  /// Each topic once, where it comes first.
  static func eachOnce(_ topics: [Int]) -> [Int] {
    topics.reduce(into: []) { if $1 != ArticleNames.noTopic && !$0.contains($1) { $0.append($1) } }
  }
}

extension ArticleStep: CounterexampleDescribable {
  var counterexampleDescription: String {
    switch self {
    case .save(let edit): "save \(describe(edit))"
    case .update(let edit, let off): "update \(describe(edit))\(off == 0 ? "" : " from \(off) versions off")"
    case .setTopics(let topics, let number): "article \(number) gets topics \(describe(topics))"
    case .delete(let number): "delete article \(number)"
    case .setTopic(let number, let priority): "topic \(number) gets priority \(priority)"
    case .deleteTopic(let number): "delete topic \(number)"
    case .markSeen(let number, let second): "article \(number) is seen at \(second) s"
    case .deleteSeen(let number): "forget that article \(number) was seen"
    }
  }
}

extension ArticleEdit: CounterexampleDescribable {
  var counterexampleDescription: String {
    let place = address.map { " at address \($0), form \(form)" } ?? ""
    return "article \(article)\(place) with text \(text) in topics \(describe(topics))\(isRead ? ", read" : "")"
  }
}

extension Generator where Value == ArticleStep {
  static var articleStep: Generator {
    let article = Generator<Int>.int(in: 0...3), topic = Generator<Int>.int(in: 0...3)
    return .frequency(
      (6, Generator<ArticleEdit>.articleEdit.map { .save($0) }),
      (3, Generator<(ArticleEdit, Int64)>.zip(.articleEdit, .element(of: [0, -1, 1])).map { .update($0, versionsOff: $1) }),
      (2, article.map { .delete($0) }),
      (1, .topicsStep),
      (1, Generator<(Int, Int64)>.zip(topic, .element(of: [0, 5])).map { .setTopic($0, priority: $1) }),
      (2, topic.map { .deleteTopic($0) }),
      (2, Generator<(Int, Int)>.zip(article, .int(in: 0...3)).map { .markSeen($0, second: $1) }),
      (1, article.map { .deleteSeen($0) }))
  }
}

extension Generator where Value == ArticleStep {
  /// What changes links, and is mostly not refused.
  static var linkStep: Generator {
    .frequency(
      (5, Generator<ArticleEdit>.articleEdit.map {
        var edit = $0
        edit.address = nil
        return .save(edit)
      }),
      (1, .topicsStep), (1, Generator<Int>.int(in: 0...3).map { .delete($0) }),
      (3, Generator<Int>.int(in: 0...3).map { .deleteTopic($0) }))
  }
}

extension Generator where Value == ArticleStep {
  fileprivate static var topicsStep: Generator {
    Generator<([Int], Int)>.zip(.topicNumbers, .int(in: 0...3)).map { .setTopics($0, article: $1) }
  }
}

extension Generator where Value == [Int] {
  /// Of an article; one may come twice.
  fileprivate static var topicNumbers: Generator {
    .array(of: .frequency((8, .int(in: 0...3)), (1, .constant(ArticleNames.noTopic))), count: 0...3)
  }
}

extension Generator where Value == ArticleEdit {
  static var articleEdit: Generator {
    Generator { source in
      ArticleEdit(
        article: try source(.int(in: 0...3)),
        address: try source(.frequency((1, .constant(nil)), (2, .element(of: [0, 1])), (2, .element(of: [2, 3, 4])))),
        form: try source(.int(in: 0...ArticleNames.formCount - 1)),
        text: try source(.int(in: 0...ArticleNames.texts.count - 1)), topics: try source(.topicNumbers), isRead: try source(.bool))
    }
  }
}

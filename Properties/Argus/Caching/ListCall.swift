import ArgusReference
import PropertyTesting

/// A call of the list of articles in memory, which may hear of commits in another order than theirs: ARG-34.
enum ListCall: Sendable, Equatable, CounterexampleDescribable {
  struct Change: Sendable, Equatable {
    let article: Int
    /// Nil: it is deleted.
    let edition: Int?
  }

  /// What the database has, by article.
  case load([Change])
  case commit(Int64, [Change])
  /// Anything may be different.
  case mend(Int64)

  var counterexampleDescription: String {
    switch self {
    case .load(let changes): "load \(Self.text(changes))"
    case .commit(let sequence, let changes): "commit \(sequence): \(Self.text(changes))"
    case .mend(let sequence): "commit \(sequence): mended"
    }
  }

  /// Of a commit.
  var sequence: Int64? { if case .commit(let sequence, _) = self { sequence } else { nil } }

  private static func text(_ changes: [Change]) -> String {
    changes.map { "\($0.article) \($0.edition.map { "v\($0)" } ?? "deleted")" }.joined(separator: ", ")
  }

  /// What is listed of all articles and of the first topic after each call.
  static func run(_ calls: [ListCall], on list: any ArticleListing) async -> [[String]] {
    var listed: [[String]] = []
    for call in calls {
      switch call {
      case .load(let changes): await list.load(changes.compactMap(\.model))
      case .commit(let sequence, let changes):
        await list.apply(CommittedChanges(sequence: sequence, changes: changes.map(\.change)))
      case .mend(let sequence): await list.apply(CommittedChanges(sequence: sequence, changes: [.mended]))
      }
      for topic in [nil, ArticleNames.topics[0]] {
        let found = await list.articles(topic: topic)
        listed.append(found.map { "\(ArticleNames.number(of: $0.id, in: ArticleNames.ids)) \($0.title)" })
      }
    }
    return listed
  }

  /// Of each article the change of the latest commit counts, in whatever order the list heard of them. If there is none, what was
  /// loaded counts.
  static func expected(_ calls: [ListCall]) -> [[String]] {
    var told: [(sequence: Int64, change: Change)] = []
    var loaded: [Int: Change] = [:]
    return calls.flatMap { call in
      switch call {
      case .load(let changes):
        for change in changes where !told.contains(where: { $0.change.article == change.article }) {
          loaded[change.article] = change
        }
      case .commit(let sequence, let changes): told += changes.map { (sequence, $0) }
      case .mend: (told, loaded) = ([], [:])
      }
      let articles = (0...2).compactMap { number -> Change? in
        let own = told.filter { $0.change.article == number }
        let latest = own.map(\.sequence).max()
        let change = own.last { $0.sequence == latest }?.change ?? loaded[number]
        return change?.edition == nil ? nil : change
      }
      let inOrder = articles.sorted { $0.second != $1.second ? $0.second > $1.second : $0.rank < $1.rank }
      return [inOrder, inOrder.filter(\.isInTheFirstTopic)].map { $0.map { "\($0.article) v\($0.edition ?? -1)" } }
    }
  }
}

extension ListCall.Change {
  /// Editions change the time of publication and the topic.
  var second: Int { (edition ?? 0) % 2 }
  /// Of the bytes of the id: of one time, these decide.
  var rank: Int { [1, 0, 2][article] }
  var isInTheFirstTopic: Bool { (edition ?? 0) % 3 == 0 }

  fileprivate var model: ArticleModel? {
    edition.map {
      ArticleModel(
        id: ArticleNames.ids[article], title: "v\($0)", topicNames: [ArticleNames.topics[isInTheFirstTopic ? 0 : 1]],
        publishedAt: ArticleNames.date(second))
    }
  }

  fileprivate var change: ArticleChange {
    model.map { .savedArticle($0, before: nil) } ?? .deletedArticle(ArticleModel(id: ArticleNames.ids[article]))
  }
}

extension Generator where Value == [ListCall] {
  static var listCalls: Generator {
    let edition = Generator<Int?>.frequency((4, Generator<Int>.int(in: 0...8).map { $0 }), (1, .constant(nil)))
    let change = Generator<(Int, Int?)>.zip(.int(in: 0...2), edition).map { ListCall.Change(article: $0, edition: $1) }
    let stored = Generator<(Int, Int)>.zip(.int(in: 0...2), .int(in: 0...8)).map { ListCall.Change(article: $0, edition: $1) }
    let call = Generator<ListCall>.frequency(
      (2, Generator<[ListCall.Change]>.array(of: stored, count: 0...3).map { .load($0) }),
      // Few numbers, so that some come late and some are of one commit.
      (6, Generator<(Int, [ListCall.Change])>.zip(.int(in: 1...6), .array(of: change, count: 1...3)).map { .commit(Int64($0), $1) }),
      (1, Generator<Int>.int(in: 1...6).map { .mend(Int64($0)) }))
    return .array(of: call, count: 2...8)
  }
}

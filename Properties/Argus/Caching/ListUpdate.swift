import ArgusGenerators
import ArgusReference

/// What the list in memory hears. It may hear of commits in another order than that of their sequence numbers.
enum ListUpdate: Sendable {
  /// What the database has.
  case load([ArticleEdit])
  /// Nil: the article is deleted.
  case commit(Int64, [(article: Int, edit: ArticleEdit?)])
  /// Anything may be different.
  case mend(Int64)

  /// Of each article the change of the latest commit counts. If there is none, what was loaded counts.
  /// - Returns: the lists of a topic after each update.
  static func lists(of topic: Int?, after updates: [ListUpdate]) -> [[String]] {
    var loaded: [Int: ArticleEdit] = [:]
    var written: [(sequence: Int64, article: Int, edit: ArticleEdit?)] = []
    return updates.map { update in
      switch update {
      case .load(let edits):
        for edit in edits where !written.contains(where: { $0.article == edit.article }) { loaded[edit.article] = edit }
      case .commit(let sequence, let changes): written += changes.map { (sequence, $0.article, $0.edit) }
      case .mend: (loaded, written) = ([:], [])
      }
      let edits = (0...2).compactMap { number -> ArticleEdit? in
        let changes = written.filter { $0.article == number }
        guard let latest = changes.map(\.sequence).max() else { return loaded[number] }
        return changes.last { $0.sequence == latest }?.edit
      }
      return edits.filter { topic == nil || $0.topics.contains { $0 == topic } }
        .sorted { CacheModel.rank($0.text, $0.article) < CacheModel.rank($1.text, $1.article) }
        .map { line($0.model) }
    }
  }

  static func line(_ article: ArticleModel) -> String {
    let number = ArticleNames.number(of: article.id, in: ArticleNames.ids)
    return "article \(number): \(article.title)\(article.isRead ? ", read" : "")"
  }
}

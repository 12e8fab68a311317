import ArgusGenerators
import ArgusReference
import PropertyTesting

extension ListUpdate {
  /// Updates of a list of its own.
  static let command = CacheMachine.CacheCommand("updateList", with: .array(of: .listUpdate, count: 2...8)) {
    _, updates in
    [nil, 0].map { lists(of: $0, after: updates) }
  } system: { driver, updates in
    let list = driver.device.app.parts.makeArticleList()
    var lists: [[[String]]] = [[], []]
    for update in updates {
      await update.perform(on: list)
      lists[0].append(await list.articles(topic: nil).map(line))
      lists[1].append(await list.articles(topic: ArticleNames.topics[0]).map(line))
    }
    return lists
  }
  .labelled("a commit is told late") { step in
    let updates = step.argument([ListUpdate].self) ?? []
    let sequences = updates.compactMap { if case .commit(let sequence, _) = $0 { sequence } else { nil } }
    return sequences != sequences.sorted()
  }

  private func perform(on list: any ArticleListing) async {
    switch self {
    case .load(let edits): await list.load(edits.map(\.model))
    case .commit(let sequence, let changes):
      let changes = changes.map { article, edit in
        edit.map { .savedArticle($0.model, before: nil) }
          ?? ArticleChange.deletedArticle(ArticleModel(id: ArticleNames.ids[article]))
      }
      await list.apply(CommittedChanges(sequence: sequence, changes: changes))
    case .mend(let sequence): await list.apply(CommittedChanges(sequence: sequence, changes: [.mended]))
    }
  }
}

extension Generator where Value == ListUpdate {
  fileprivate static var listUpdate: Generator {
    let change = Generator<(ArticleEdit, Int)>.zip(.cachedEdit(), .int(in: 0...4)).map { edit, kind in
      (article: edit.article, edit: kind < 4 ? edit : nil)
    }
    // Few numbers, so that some commits come late and some changes are of one commit.
    let sequence = Generator<Int>.int(in: 1...6).map { Int64($0) }
    return .frequency(
      (2, Generator<[ArticleEdit]>.array(of: .cachedEdit(), count: 0...3).map { .load($0) }),
      (6, .build({ .commit($0, $1) }, from: sequence, .array(of: change, count: 1...3))),
      (1, sequence.map { .mend($0) }))
  }
}

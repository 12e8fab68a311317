import ArgusReference
import StorageContract

// How the twin looks at its records.
extension ArticleStoreTwin {
  @discardableResult
  func validate() async throws -> [ContextProblem] {
    let problems: [ContextProblem]
    do {
      problems = try await setup.store.write { try mend($0) }
    } catch is StoreError {
      throw ArgusError.transactionFailed
    }
    if !problems.isEmpty, defect != .mendsInSilence {
      setup.logger.log(LogEntry(.error, "ArticleStore", "corruptedContext: the twin mends \(problems.count)", at: setup.time.date()))
    }
    if !problems.isEmpty { await setup.didCommit(CommittedChanges(sequence: 1 << 40, changes: [.mended])) }
    return problems
  }

  private func mend(_ transaction: any WriteTransaction) throws -> [ContextProblem] {
    if defect == .ignoresCorruption { return [] }
    var problems = try setAside(ArticleModel.self, in: transaction) + setAside(TopicModel.self, in: transaction)
      + setAside(SeenArticleModel.self, in: transaction)
    if defect == .isAlarmedByNothing, try transaction.count(ArticleModel.collection) == 0 {
      problems.append(.danglingLinks(topic: ""))
    }
    if defect == .wipesEverything, !problems.isEmpty {
      for collection in [ArticleModel.collection, TopicModel.collection, SeenArticleModel.collection] {
        for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
      }
      return problems
    }
    let before = try TwinTables(transaction, self)
    var tables = before
    if defect != .keepsDuplicates {
      var byAddress: [String: ArticleModel] = [:]
      for article in tables.articles.inKeyOrder {
        guard let address = setup.canonicalURL(article.url) else { continue }
        guard let other = byAddress[address] else {
          byAddress[address] = article
          continue
        }
        let (winner, loser) = article.version > other.version ? (article, other) : (other, article)
        byAddress[address] = winner
        tables.articles[Array(loser.id.utf8)] = nil
        if let record = try transaction.get(loser.id, in: ArticleModel.collection) {
          try quarantine(record, ArticleModel.collection, transaction)
        }
        problems.append(.duplicate(articleID: loser.id))
      }
    }
    if defect != .leavesDanglingLinks { problems += tables.relink() }
    for record in try transaction.scan(RichTextBlobs.collection) {
      if tables.articles[Array(record.key.utf8)] != nil, (try? RichTextBlobs(sealed: record)) != nil { continue }
      try transaction.delete(record.key, in: RichTextBlobs.collection)
    }
    try tables.write(over: before, in: transaction)
    return problems
  }

  private func setAside<Model: StoredModel>(
    _ type: Model.Type, in transaction: any WriteTransaction
  ) throws -> [ContextProblem] {
    try transaction.scan(Model.collection).filter { record in
      if let article = TwinTables.article(record, self), type == ArticleModel.self {
        if record.fields["id"] == nil {
          try transaction.put(article.sealedFields, at: record.key, in: Model.collection)
        }
        return false
      }
      if type != ArticleModel.self, (try? TwinTables.model(Model.self, record, self)) != nil { return false }
      try quarantine(record, Model.collection, transaction)
      return true
    }.map { .quarantined(collection: Model.collection, key: $0.key) }
  }

  private func quarantine(_ record: Record, _ collection: String, _ transaction: any WriteTransaction) throws {
    try transaction.delete(record.key, in: collection)
    guard defect != .deletesWhatDoesNotRead else { return }
    var fields = record.fields
    if defect == .losesBytesInQuarantine {
      fields = fields.filter { if case .text = $0.value { true } else { false } }
    }
    let place = Quarantine.collection(of: collection)
    var number = 0
    func key() -> String { number == 0 ? record.key : "\(record.key) \(number)" }
    if defect != .keepsOneOfAKey { while let other = try transaction.get(key(), in: place), other.fields != fields { number += 1 } }
    try transaction.put(fields, at: key(), in: place)
  }
}

extension TwinTables {
  /// Gives each topic the articles that name it.
  fileprivate mutating func relink() -> [ContextProblem] {
    var names = Set(topics.keys)
    for article in articles.values { names.formUnion(article.topicNames.filter { !$0.isEmpty }.map { Array($0.utf8) }) }
    var problems: [ContextProblem] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let ids = articles.inKeyOrder.filter { $0.topicNames.contains { $0.utf8.elementsEqual(name) } }.map(\.id)
      var topic = topics[name] ?? TopicModel(name: String(decoding: name, as: UTF8.self))
      if topics[name] != nil, topic.articleIDs.map({ Array($0.utf8) }) == ids.map({ Array($0.utf8) }) { continue }
      topic.articleIDs = ids
      topics[name] = topic
      problems.append(.danglingLinks(topic: topic.name))
    }
    return problems
  }
}

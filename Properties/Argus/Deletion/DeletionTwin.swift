import ArgusReference
import PropertyTesting
import StorageContract

/// A second deletion: a plan of batches, made beforehand and carried out one by one.
struct DeletionTwin: DeletionServicing {
  enum Defect: String, CaseIterable, Sendable {
    // Links.
    case nullifiesWithTheDeletion = "breaks links in the same save in which it deletes"
    case nullifiesOneSide = "empties the topics of articles and leaves the topics' articles"
    case deletesInBetween = "deletes seen records while there are links"
    // Order.
    case deletesArticlesFirst = "deletes articles before topics"
    case deletesSeenLast = "deletes seen records last"
    case deletesTopicsFirst = "deletes topics before seen records"
    // Batches.
    case savesOnceAtTheEnd = "saves once"
    case takesAnySize = "takes batches of more than ten"
    case takesSmallSizes = "takes batches of less than five"
    case savesEmptyBatches = "saves once more after a full last batch, with nothing"
    case nullifiesInOneGo = "breaks all links in one save"
    // Contexts.
    case usesTheUIsContext = "works in the UI's context"
    case leavesTheUIAlone = "does not refresh what the UI shows"
    case showsDeletesEarly = "removes records from the UI before it deletes them"
    // Completeness.
    case keepsOrphans = "keeps articles that were in no topic"
    case failsOnMissingRows = "fails when a row is gone"
    case trustsItsProgress = "trusts its recorded progress when it runs again"
    case stopsAtAFullBatch = "treats a batch that is not full as the last of all"
    // The log.
    case logsSuccessAlone = "logs nothing of a batch that fails"
    case logsAfterAsBefore = "logs the count before as the count after"
    case neverWarns = "never logs a warning"
    case endsCleanAnyway = "does not warn about records left at the end"
    case logsNoDuration = "logs the time since the start of the device as a duration"
    case logsOnceForAll = "logs one line for all batches of a kind"
  }

  static let twin = Twin<ArgusSystem, Defect>("DeletionTwin") { system, defect in
    let progress = Remembered(0)
    system.parts.makeDeletion = { DeletionTwin(setup: $0, defect: defect, progress: progress) }
  }

  let setup: DeletionSetup
  let defect: Defect?
  let progress: Remembered<Int>

  private struct Batch {
    var kind: String
    var changes: [ModelContext.Change]
  }

  func deleteAll(batchSize: Int?) async throws {
    var size = batchSize ?? 5
    if defect != .takesSmallSizes || size < 1 { size = max(5, size) }
    if defect != .takesAnySize { size = min(10, size) }
    let context = defect == .usesTheUIsContext ? setup.container.main : try await setup.container.newContext()
    let objects = try await stored()
    if defect == .usesTheUIsContext { try await context.refresh() }
    let plan = batches(objects, size)
    if defect == .showsDeletesEarly {
      for article in objects.articles.prefix(1) { await setup.container.main.apply(.deleteArticle(article.id)) }
    }
    var lines = Set<String>()
    for (place, batch) in plan.enumerated() {
      if defect == .trustsItsProgress, place < progress.now { continue }
      try await carryOut(batch, context, &lines, isLast: place == plan.count - 1)
      progress.set(place + 1)
    }
    if defect == .savesOnceAtTheEnd { try await context.save() }
    progress.set(0)
    if defect == .usesTheUIsContext { try await context.refresh() }
    let left = try await stored()
    let count = left.articles.count + left.topics.count + left.seen.count
    let isClean = count == 0 || defect == .neverWarns || defect == .endsCleanAnyway
    log(
      "cleanup", isClean ? .info : .warning, .zero,
      ["before": count, "after": count, "relations": left.relationCount, "deleted": 0])
  }

  private func batches(_ objects: ContextObjects, _ size: Int) -> [Batch] {
    func cut(_ kind: String, _ all: [ModelContext.Change], _ size: Int) -> [Batch] {
      var parts: [Batch] = []
      var rest = all[...]
      while !rest.isEmpty {
        parts.append(Batch(kind: kind, changes: Array(rest.prefix(size))))
        rest = rest.dropFirst(size)
        if defect == .stopsAtAFullBatch, parts.count == 2 { break }
      }
      if defect == .savesEmptyBatches, parts.last?.changes.count == size { parts.append(Batch(kind: kind, changes: [])) }
      return parts
    }
    let linked = objects.articles.filter { !$0.topicNames.isEmpty }
    let nullify = cut("nullify", linked.map { .unlink($0.id) }, defect == .nullifiesInOneGo ? 1_000 : size)
    let seen = cut("seen", objects.seen.map { .deleteSeen($0.articleID) }, size)
    let topics = cut("topics", objects.topics.map { .deleteTopic($0.name) }, size)
    let doomed = defect == .keepsOrphans ? linked : objects.articles
    let articles = cut("articles", doomed.map { .deleteArticle($0.id) }, size)
    switch defect {
    case .deletesInBetween: return seen + nullify + topics + articles
    case .deletesArticlesFirst: return nullify + seen + articles + topics
    case .deletesSeenLast: return nullify + topics + articles + seen
    case .deletesTopicsFirst: return nullify + topics + seen + articles
    case .nullifiesWithTheDeletion:
      guard let first = seen.first ?? topics.first, let last = nullify.last else { return nullify + seen + topics + articles }
      let joined = Batch(kind: first.kind, changes: last.changes + first.changes)
      return Array(nullify.dropLast()) + [joined] + Array(seen.dropFirst())
        + (seen.isEmpty ? Array(topics.dropFirst()) : topics) + articles
    default: return nullify + seen + topics + articles
    }
  }

  private func carryOut(_ batch: Batch, _ context: ModelContext, _ lines: inout Set<String>, isLast: Bool) async throws {
    let start = setup.time.uptime()
    let before = try await stored()
    do {
      if batch.changes.isEmpty {
        try await setup.container.store.transaction { try $0.setTopic("t", priority: 0); _ = try $0.deleteTopic("t") }
      } else if defect == .nullifiesOneSide, batch.kind == "nullify" {
        try await emptyArticles(batch.changes)
        try await context.refresh()
      } else if defect == .leavesTheUIAlone {
        let alone = ModelContext(setup.container.store)
        for change in batch.changes { await alone.apply(change) }
        try await alone.save()
      } else if defect == .failsOnMissingRows {
        try await demandRows(batch.changes)
        try await save(batch.changes, context)
      } else {
        try await save(batch.changes, context)
      }
    } catch {
      if defect != .logsSuccessAlone { log(batch.kind, .error, setup.time.uptime() - start, ["before": count(batch.kind, before), "relations": before.relationCount, "deleted": 0]) }
      throw error
    }
    let after = try await stored()
    if defect == .logsOnceForAll, !lines.insert(batch.kind).inserted { return }
    let deleted = batch.kind == "nullify" ? 0 : batch.changes.count
    let isFine = batch.kind == "nullify"
      ? after.relationCount < before.relationCount : count(batch.kind, after) == count(batch.kind, before) - deleted
    let shown = count(batch.kind, defect == .logsAfterAsBefore ? before : after)
    let duration = defect == .logsNoDuration ? setup.time.uptime() : setup.time.uptime() - start
    log(batch.kind, isFine || defect == .neverWarns ? .info : .warning, duration, ["before": count(batch.kind, before), "after": shown, "relations": after.relationCount, "deleted": deleted])
  }

  private func save(_ changes: [ModelContext.Change], _ context: ModelContext) async throws {
    for change in changes { await context.apply(change) }
    if defect != .savesOnceAtTheEnd { try await context.save() }
  }

  /// Past the store's own care for both sides.
  private func emptyArticles(_ changes: [ModelContext.Change]) async throws {
    try await setup.container.store.transaction { transaction in
      for case .unlink(let id) in changes {
        guard var article = try transaction.article(id) else { continue }
        article.topicNames = []
        try transaction.writer.put(article.sealedFields, at: id, in: ArticleModel.collection)
      }
    }
  }

  private func demandRows(_ changes: [ModelContext.Change]) async throws {
    try await setup.container.store.read { reader in
      for change in changes {
        let isThere = switch change {
        case .unlink(let id), .deleteArticle(let id): try reader.article(id) != nil
        case .deleteTopic(let name): try reader.topic(name) != nil
        case .deleteSeen(let id): try reader.seen(id) != nil
        }
        if !isThere { throw ArgusError.notFound }
      }
    }
  }

  private func count(_ kind: String, _ objects: ContextObjects) -> Int {
    switch kind {
    case "nullify": objects.relationCount
    case "seen": objects.seen.count
    case "topics": objects.topics.count
    default: objects.articles.count
    }
  }

  private func stored() async throws -> ContextObjects {
    try await setup.container.store.read {
      ContextObjects(articles: try $0.articles(), topics: try $0.topics(), seen: try $0.seenArticles())
    }
  }

  private func log(_ step: String, _ level: LogEntry.Level, _ duration: Duration, _ counts: [String: Int]) {
    setup.logger.log(LogEntry(level, "Deletion", step, at: setup.time.date(), duration: duration, counts: counts))
  }
}

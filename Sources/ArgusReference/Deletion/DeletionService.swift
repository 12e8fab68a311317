/// Deletes all articles, topics and what was seen (002 Deletion Best Practices): relationships are broken and saved first, then
/// children go before parents, in small batches, in a context apart from the UI's.
public protocol DeletionServicing: Sendable {
  /// May be interrupted at any point: each save leaves a consistent store, and the next run does the rest.
  /// - Parameter batchSize: 5 to 10; what is outside counts as the nearest, nil as 5.
  /// - Throws: ``ArgusError``; what was saved before stays deleted.
  func deleteAll(batchSize: Int?) async throws
}

public struct DeletionSetup: Sendable {
  public var container: ModelContainer
  public var logger: Logger
  public var time: ArgusTime

  public init(container: ModelContainer, logger: Logger, time: ArgusTime) {
    self.container = container
    self.logger = logger
    self.time = time
  }
}

/// One of the steps of a deletion that are logged.
public enum DeletionStep: String, Sendable, CaseIterable {
  case nullify, seen, topics, articles, cleanup
}

public struct DeletionService: DeletionServicing {
  public static let batchSizes = 5...10
  public static let category = "Deletion"

  private let setup: DeletionSetup

  public init(_ setup: DeletionSetup) {
    self.setup = setup
  }

  public func deleteAll(batchSize: Int?) async throws {
    let size = min(max(batchSize ?? 5, Self.batchSizes.lowerBound), Self.batchSizes.upperBound)
    let context = try await setup.container.newContext()
    let linked = await context.objects.articles.filter { !$0.topicNames.isEmpty }.map(\.id)
    for batch in linked.chunked(into: size) {
      try await run(.nullify, batch.map { .unlink($0) }, context) { $0.relationCount }
    }
    for batch in await context.objects.seen.map(\.articleID).chunked(into: size) {
      try await run(.seen, batch.map { .deleteSeen($0) }, context) { $0.seen.count }
    }
    for batch in await context.objects.topics.map(\.name).chunked(into: size) {
      try await run(.topics, batch.map { .deleteTopic($0) }, context) { $0.topics.count }
    }
    for batch in await context.objects.articles.map(\.id).chunked(into: size) {
      try await run(.articles, batch.map { .deleteArticle($0) }, context) { $0.articles.count }
    }
    try await cleanUp(context)
  }

  /// One batch with its save and its entry in the log.
  private func run(
    _ step: DeletionStep, _ changes: [ModelContext.Change], _ context: ModelContext,
    counting count: @Sendable (ContextObjects) -> Int
  ) async throws {
    let start = setup.time.uptime()
    let before = try await stored()
    for change in changes { await context.apply(change) }
    do {
      try await context.save()
    } catch {
      log(step, .error, since: start, ["before": count(before), "relations": before.relationCount])
      throw error
    }
    let after = try await stored()
    let deleted = step == .nullify ? 0 : changes.count
    // Somebody else may have written meanwhile: that is not an error, and should not happen.
    let isExpected = step == .nullify ? after.relationCount < before.relationCount : count(after) == count(before) - deleted
    log(
      step, isExpected ? .info : .warning, since: start,
      ["before": count(before), "after": count(after), "relations": after.relationCount, "deleted": deleted])
  }

  /// What came while the rest went.
  private func cleanUp(_ context: ModelContext) async throws {
    let start = setup.time.uptime()
    try await context.refresh()
    let objects = await context.objects
    let left = objects.articles.count + objects.topics.count + objects.seen.count
    log(
      .cleanup, left == 0 ? .info : .warning, since: start,
      ["before": left, "after": left, "relations": objects.relationCount, "deleted": 0])
  }

  private func stored() async throws -> ContextObjects {
    try await setup.container.store.read { reader in
      ContextObjects(articles: try reader.articles(), topics: try reader.topics(), seen: try reader.seenArticles())
    }
  }

  private func log(_ step: DeletionStep, _ level: LogEntry.Level, since start: Duration, _ counts: [String: Int]) {
    setup.logger.log(
      LogEntry(
        level, Self.category, step.rawValue, at: setup.time.date(), duration: setup.time.uptime() - start, counts: counts))
  }
}

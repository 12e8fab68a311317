/// Deletes all articles, topics and seen records (002 Deletion Best Practices). It first breaks the relationships and
/// saves, then deletes children before parents. It works in small batches, in a context apart from the UI's.
public protocol DeletionServicing: Sendable {
  /// Deletes everything. It may be interrupted at any point: each save leaves a consistent store, and the next run does
  /// the rest.
  /// - Parameter batchSize: the number of changes between two saves, 5 to 10. Values outside count as the nearest one,
  ///   and nil as 5.
  /// - Throws: ``ArgusError``. Deletions that were saved before stay.
  func deleteAll(batchSize: Int?) async throws
}

/// The parts that a deletion service is made from.
public struct DeletionSetup: Sendable {
  /// Makes the context that the deletion works in.
  public var container: ModelContainer
  /// Receives one entry for each batch, and one for the final check.
  public var logger: Logger
  /// Measures the steps, and stamps log entries.
  public var time: ArgusTime

  /// Creates a setup from its parts.
  public init(container: ModelContainer, logger: Logger, time: ArgusTime) {
    self.container = container
    self.logger = logger
    self.time = time
  }
}

/// The steps of a deletion, in order. The raw value is the message of the log entry.
public enum DeletionStep: String, Sendable, CaseIterable {
  case nullify, seen, topics, articles, cleanup
}

/// The reference's deletion. Each batch ends with a save and a log entry.
public struct DeletionService: DeletionServicing {
  /// The batch sizes that ``deleteAll(batchSize:)`` uses.
  public static let batchSizes = 5...10
  /// The category of the log entries.
  public static let category = "Deletion"

  private let setup: DeletionSetup

  /// Creates a deletion service. It holds no state between deletions.
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
    try await logRest(context)
  }

  /// Runs one batch, saves it and logs it.
  /// - Parameter count: returns the number of objects that the step reduces.
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
    // A difference means that somebody else wrote meanwhile. That should not happen, but it is not an error.
    let isExpected = step == .nullify ? after.relationCount < before.relationCount : count(after) == count(before) - deleted
    log(
      step, isExpected ? .info : .warning, since: start,
      ["before": count(before), "after": count(after), "relations": after.relationCount, "deleted": deleted])
  }

  /// Logs how many objects were added during the deletion. It leaves them: they came after the user's decision.
  private func logRest(_ context: ModelContext) async throws {
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

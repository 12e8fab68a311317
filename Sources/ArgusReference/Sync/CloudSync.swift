import StorageContract

/// Exchanges changes with the cloud, so that all devices of the user reach the same state (002 Architecture Overview,
/// Graceful Degradation Pattern).
public protocol CloudSyncing: Sendable {
  /// Sends pending changes in order, then fetches new ones and merges them. Repeating it changes nothing.
  /// - Throws: what the cloud or the store throws. Changes that were sent or merged before that stay; the others still
  ///   wait.
  func synchronize() async throws
}

/// The parts that the synchronization is made from.
public struct SyncSetup: Sendable {
  /// The store that receives the changes of other devices.
  public var articles: any ArticleStore
  /// The cloud that the user's devices share.
  public var cloud: any CloudDatabase
  /// Runs the push as an `export` and the pull as an `import`.
  public var coordinator: any CloudRequestCoordinating
  /// Knows which changes wait to be sent.
  public var ledger: SyncLedger
  /// Merges the local record of an article, first, with the record from the cloud.
  public var merge: @Sendable (SyncRecord, SyncRecord) -> SyncRecord

  /// Creates a setup from its parts.
  public init(
    articles: any ArticleStore, cloud: any CloudDatabase, coordinator: any CloudRequestCoordinating, ledger: SyncLedger,
    merge: @escaping @Sendable (SyncRecord, SyncRecord) -> SyncRecord
  ) {
    self.articles = articles
    self.cloud = cloud
    self.coordinator = coordinator
    self.ledger = ledger
    self.merge = merge
  }
}

/// Pushes before it pulls, so that the user's changes are in the cloud before it reads those of other devices.
public struct CloudSync: CloudSyncing {
  private let setup: SyncSetup

  /// Creates the synchronization. Its progress is kept in the store.
  public init(_ setup: SyncSetup) {
    self.setup = setup
  }

  public func synchronize() async throws {
    try await push()
    try await pull()
  }

  private func push() async throws {
    let (articles, cloud, ledger) = (setup.articles, setup.cloud, setup.ledger)
    try await setup.coordinator.enqueueRequest(.export, named: "send changes", priority: .normal) {
      let pending = try await articles.read { try ledger.pending(in: $0.raw) }
      // Push even without changes: a push that succeeds shows that the cloud works.
      try await cloud.push(pending.map(\.record))
      try await articles.transaction { transaction in
        for entry in pending { try ledger.settle(entry.record.articleID, number: entry.number, in: transaction.writer) }
      }
    }
  }

  private func pull() async throws {
    let setup = setup
    try await setup.coordinator.enqueueRequest(.import, named: "fetch changes", priority: .normal) {
      let token = try await setup.articles.read { try setup.ledger.number("token", in: $0.raw) }
      let page = try await setup.cloud.pull(after: token)
      try await setup.articles.transaction { transaction in
        var changed = try setup.ledger.hidden(in: transaction.writer)
        for record in page.records where try merge(record, in: transaction) { changed.append(record.articleID) }
        for id in changed.eachOnce.inByteOrder { try show(id, in: transaction) }
        try setup.ledger.set(page.token, "token", in: transaction.writer)
      }
    }
  }

  /// Merges a record into the ledger, and deletes the article if that deletes it.
  /// - Returns: whether the article has changed.
  private func merge(_ remote: SyncRecord, in transaction: any ArticleTransaction) throws -> Bool {
    let local = try setup.ledger.record(remote.articleID, in: transaction.writer)
    let merged = setup.merge(local, remote)
    if merged == local { return false }
    try setup.ledger.put(merged, isPending: false, in: transaction.writer)
    if merged.article == nil { try transaction.deleteArticle(remote.articleID) }
    if let seenAt = merged.seenAt, seenAt != local.seenAt {
      try transaction.deleteSeen(remote.articleID)
      try transaction.markSeen(remote.articleID, at: seenAt)
    }
    return merged.article != local.article
  }

  /// Stores the article of a record as the ledger has it. Of two articles of one address it stores the one whose id has
  /// the lower bytes, so that all devices store the same one, and hides the other one.
  ///
  /// It must be called in the order of the ids' bytes: then an article finds its address as those before it left it.
  private func show(_ id: String, in transaction: any ArticleTransaction) throws {
    let ledger = setup.ledger
    guard let article = try ledger.record(id, in: transaction.writer).article else {
      return try ledger.unhide(id, in: transaction.writer)
    }
    if let other = try transaction.article(at: article.url), !KeyBytes.equal(other.id, id) {
      // An article that the ledger does not know could not be shown again.
      let isKnown = try ledger.record(other.id, in: transaction.writer).article != nil
      guard isKnown && KeyBytes.precedes(id, other.id) else { return try hide(id, behind: other.id, in: transaction) }
      try hide(other.id, behind: id, in: transaction)
    }
    try transaction.save(article)
  }

  private func hide(_ id: String, behind other: String, in transaction: any ArticleTransaction) throws {
    // First, so that the ledger does not take this for the user's deletion.
    try setup.ledger.hide(id, behind: other, in: transaction.writer)
    try transaction.deleteArticle(id)
  }
}

import StorageContract

/// Brings this device and the cloud to the same (002 Architecture Overview, Graceful Degradation Pattern).
public protocol CloudSyncing: Sendable {
  /// Sends what waits, in order, and then fetches and merges what is new. Repeating it changes nothing.
  /// - Throws: what the cloud or the store throws. What was sent or merged before stays so; the rest still waits.
  func synchronize() async throws
}

/// What the sync works with.
public struct SyncSetup: Sendable {
  public var articles: any ArticleStore
  public var cloud: any CloudDatabase
  public var coordinator: any CloudRequestCoordinating
  public var ledger: SyncLedger
  public var merge: @Sendable (SyncRecord, SyncRecord) -> SyncRecord

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

/// Push before pull: what the user did here is in the cloud before anything from there is looked at.
public struct CloudSync: CloudSyncing {
  private let setup: SyncSetup

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
      // Also without any: that the cloud takes nothing says that it works.
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
        for record in page.records { try apply(record, in: transaction) }
        try setup.ledger.set(page.token, "token", in: transaction.writer)
      }
    }
  }

  private func apply(_ remote: SyncRecord, in transaction: any ArticleTransaction) throws {
    let local = try setup.ledger.record(remote.articleID, in: transaction.writer)
    let merged = setup.merge(local, remote)
    if merged == local { return }
    try setup.ledger.put(merged, isPending: false, in: transaction.writer)
    if let article = merged.article {
      if article != local.article {
        // Another article has its address here: it is known, and shown when the other one is gone.
        do { try transaction.save(article) } catch ArgusError.conflict {}
      }
    } else if try transaction.article(remote.articleID) != nil {
      try transaction.deleteArticle(remote.articleID)
    }
    if let seenAt = merged.seenAt, seenAt != local.seenAt {
      try transaction.deleteSeen(remote.articleID)
      try transaction.markSeen(remote.articleID, at: seenAt)
    }
  }
}

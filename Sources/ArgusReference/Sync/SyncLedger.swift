import StorageContract

/// What this device has to tell the others, in the store beside the articles: a write and the note that it has to be sent are
/// one transaction (002 Graceful Degradation Pattern: without data loss).
public struct SyncLedger: Sendable {
  static let records = "sync_records"
  static let pending = "sync_pending"
  static let state = "sync_state"

  /// Of this device among the user's.
  public let device: String

  public init(device: String) {
    self.device = device
  }

  /// Told of each change of the articles, in its transaction.
  public func note(_ change: ArticleChange, in transaction: any WriteTransaction) throws {
    guard let articleID = change.articleID else { return }
    let known = try record(articleID, in: transaction)
    var record = known
    switch change {
    case .savedArticle(let article, _): record = known.writing(article, on: device)
    case .deletedArticle: record.isDeleted = true
    case .seen(let seen): record.seenAt = [known.seenAt, seen.seenAt].compactMap { $0 }.min()
    case .savedTopic, .deletedTopic, .deletedSeen, .mended: break
    }
    // Nobody has to hear of a write that changed nothing; what came from the cloud is noted before it is written here.
    if record != known { try put(record, isPending: true, in: transaction) }
  }

  func record(_ articleID: String, in transaction: any ReadTransaction) throws -> SyncRecord {
    let stored = try transaction.get(articleID, in: Self.records)
    return stored.flatMap { SyncRecord(articleID: articleID, stored: $0.fields) } ?? .unknown(articleID)
  }

  func put(_ record: SyncRecord, isPending: Bool, in transaction: any WriteTransaction) throws {
    try transaction.put(record.storedFields, at: record.articleID, in: Self.records)
    guard isPending else { return }
    let next = try number("writes", in: transaction) + 1
    try set(next, "writes", in: transaction)
    try transaction.put(["number": .int64(next)], at: record.articleID, in: Self.pending)
  }

  /// What has to be sent, in the order of the last writes, with their numbers.
  func pending(in transaction: any ReadTransaction) throws -> [(record: SyncRecord, number: Int64)] {
    try transaction.scan(Self.pending).map { entry in
      (record: try record(entry.key, in: transaction), number: Self.number(of: entry))
    }.sorted { $0.number < $1.number }
  }

  func hasPending(in transaction: any ReadTransaction) throws -> Bool { try !transaction.scan(Self.pending).isEmpty }

  /// It was sent. What was written since stays pending.
  func settle(_ articleID: String, number: Int64, in transaction: any WriteTransaction) throws {
    if try transaction.get(articleID, in: Self.pending)?.fields["number"] == .int64(number) {
      try transaction.delete(articleID, in: Self.pending)
    }
  }

  func number(_ name: String, in transaction: any ReadTransaction) throws -> Int64 {
    Self.number(of: try transaction.get(name, in: Self.state))
  }

  /// 0 if there is none yet.
  private static func number(of record: Record?) -> Int64 {
    if case .int64(let number) = record?.fields["number"] { number } else { 0 }
  }

  func set(_ number: Int64, _ name: String, in transaction: any WriteTransaction) throws {
    try transaction.put(["number": .int64(number)], at: name, in: Self.state)
  }
}

extension ArticleChange {
  /// The article that devices exchange because of it. Topics follow from what articles say.
  fileprivate var articleID: String? {
    switch self {
    case .savedArticle(let article, _), .deletedArticle(let article): article.id
    case .seen(let seen): seen.articleID
    case .savedTopic, .deletedTopic, .deletedSeen, .mended: nil
    }
  }
}

import StorageContract

/// Records which changes this device has to send, in the same store as the articles. A write and the note that it must
/// be sent are one transaction (002 Graceful Degradation Pattern: without data loss).
public struct SyncLedger: Sendable {
  static let records = "sync_records"
  static let pending = "sync_pending"
  static let state = "sync_state"
  static let hidden = "sync_hidden"

  /// The name of this device, unlike those of the user's other devices.
  public let device: String

  /// Creates the ledger of a device. It holds nothing itself: all its data is in the store.
  public init(device: String) {
    self.device = device
  }

  /// Records a change of the articles. It must be called in the transaction of that change.
  /// - Throws: what the store throws.
  public func note(_ change: ArticleChange, in transaction: any WriteTransaction) throws {
    guard let articleID = change.articleID else { return }
    let known = try record(articleID, in: transaction)
    var record = known
    switch change {
    case .savedArticle(let article, _):
      record = known.writing(article, on: device)
      try unhide(articleID, in: transaction)
    case .deletedArticle:
      // The synchronization takes a hidden article away. Its record stays.
      if try transaction.get(articleID, in: Self.hidden) != nil { return }
      record.isDeleted = true
    case .seen(let seen): record.seenAt = [known.seenAt, seen.seenAt].compactMap { $0 }.min()
    case .savedTopic, .deletedTopic, .deletedSeen, .mended: break
    }
    // A write that changed nothing is not sent. A record from the cloud is in the ledger before its article is written
    // here, so it is not sent back.
    guard record != known else { return }
    try put(record, isPending: true, in: transaction)
    // One address is one article for the user. What is hidden must not appear instead of what they have deleted.
    if record.isDeleted && !known.isDeleted { try deleteHidden(behind: articleID, in: transaction) }
  }

  // Articles that are known and not stored, because another article has their address.

  /// Returns the ids of the hidden articles.
  func hidden(in transaction: any ReadTransaction) throws -> [String] { try transaction.scan(Self.hidden).map(\.key) }

  /// Records that an article is hidden, and which article is stored in its place.
  func hide(_ articleID: String, behind other: String, in transaction: any WriteTransaction) throws {
    try transaction.put(["behind": .text(other)], at: articleID, in: Self.hidden)
  }

  /// Records that an article is not hidden any more.
  func unhide(_ articleID: String, in transaction: any WriteTransaction) throws {
    if try transaction.get(articleID, in: Self.hidden) != nil { try transaction.delete(articleID, in: Self.hidden) }
  }

  private func deleteHidden(behind other: String, in transaction: any WriteTransaction) throws {
    for entry in try transaction.scan(Self.hidden) where entry.fields["behind"] == .text(other) {
      var record = try record(entry.key, in: transaction)
      record.isDeleted = true
      try put(record, isPending: true, in: transaction)
      try transaction.delete(entry.key, in: Self.hidden)
    }
  }

  /// Returns the record of an article, or the unknown record if there is none or it cannot be read.
  func record(_ articleID: String, in transaction: any ReadTransaction) throws -> SyncRecord {
    let stored = try transaction.get(articleID, in: Self.records)
    return stored.flatMap { SyncRecord(articleID: articleID, stored: $0.fields) } ?? .unknown(articleID)
  }

  /// Stores the record of an article. If it is pending, it gets the next number.
  func put(_ record: SyncRecord, isPending: Bool, in transaction: any WriteTransaction) throws {
    try transaction.put(record.storedFields, at: record.articleID, in: Self.records)
    guard isPending else { return }
    let next = try number("writes", in: transaction) + 1
    try set(next, "writes", in: transaction)
    try transaction.put(["number": .int64(next)], at: record.articleID, in: Self.pending)
  }

  /// Returns the records to send with their numbers, in the order of their last writes.
  func pending(in transaction: any ReadTransaction) throws -> [(record: SyncRecord, number: Int64)] {
    try transaction.scan(Self.pending).map { entry in
      (record: try record(entry.key, in: transaction), number: Self.number(of: entry))
    }.sorted { $0.number < $1.number }
  }

  /// Whether any record waits to be sent.
  func hasPending(in transaction: any ReadTransaction) throws -> Bool { try !transaction.scan(Self.pending).isEmpty }

  /// Records that the write of this number was sent. If the article was written since, it stays pending.
  func settle(_ articleID: String, number: Int64, in transaction: any WriteTransaction) throws {
    if try transaction.get(articleID, in: Self.pending)?.fields["number"] == .int64(number) {
      try transaction.delete(articleID, in: Self.pending)
    }
  }

  /// Returns a stored number of the synchronization, or 0 if it is not set.
  func number(_ name: String, in transaction: any ReadTransaction) throws -> Int64 {
    Self.number(of: try transaction.get(name, in: Self.state))
  }

  /// 0 if there is none yet.
  private static func number(of record: Record?) -> Int64 {
    if case .int64(let number) = record?.fields["number"] { number } else { 0 }
  }

  /// Stores a number of the synchronization.
  func set(_ number: Int64, _ name: String, in transaction: any WriteTransaction) throws {
    try transaction.put(["number": .int64(number)], at: name, in: Self.state)
  }
}

extension ArticleChange {
  /// The article whose record the change affects, or nil. Devices do not exchange topics, because the articles name
  /// them.
  fileprivate var articleID: String? {
    switch self {
    case .savedArticle(let article, _), .deletedArticle(let article): article.id
    case .seen(let seen): seen.articleID
    case .savedTopic, .deletedTopic, .deletedSeen, .mended: nil
    }
  }
}

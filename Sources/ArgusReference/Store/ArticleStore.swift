import Foundation
import StorageContract

/// Articles, topics and what was seen, on the device (002 Transaction Management, Data Persistence).
///
/// Every change is part of a transaction: all of it, or nothing.
public protocol ArticleStore: Sendable {
  /// One consistent state. Rethrows what `body` throws; a failure of the backend is ``ArgusError/transactionFailed``.
  func read<Result: Sendable>(_ body: @Sendable (any ArticleReader) throws -> Result) async throws -> Result

  /// Runs `body` as one transaction. If it throws, or the task is cancelled before the commit, nothing has changed, and the
  /// error is thrown. If the backend fails, the transaction is run once more in a fresh context.
  /// - Throws: what `body` throws; `CancellationError`; ``ArgusError/transactionFailed`` if the backend fails twice.
  func transaction<Result: Sendable>(
    _ body: @Sendable (any ArticleTransaction) throws -> Result
  ) async throws -> Result

  /// Looks at every record: sets aside those that do not read, mends links, and logs ``ArgusError/corruptedContext`` if there
  /// was anything to mend. Also done when the store is opened and after a transaction that failed.
  /// - Returns: what was wrong.
  @discardableResult
  func validate() async throws -> [ContextProblem]
}

/// What a ``ArticleStore/read(_:)`` closure may ask. Valid only inside the closure.
public protocol ArticleReader: AnyObject {
  /// With its blobs, as far as they lie there.
  func article(_ id: String) throws -> ArticleModel?
  /// The article of this address, whatever form the address is written in.
  func article(at url: String) throws -> ArticleModel?
  /// In the order of their ids' bytes.
  func articles() throws -> [ArticleModel]
  func topic(_ name: String) throws -> TopicModel?
  /// In the order of their names' bytes.
  func topics() throws -> [TopicModel]
  func seen(_ articleID: String) throws -> SeenArticleModel?
  func seenArticles() throws -> [SeenArticleModel]
  /// The store's own transaction, for who keeps records beside these.
  var raw: any ReadTransaction { get }
}

/// What a ``ArticleStore/transaction(_:)`` closure may do. It reads its own writes.
public protocol ArticleTransaction: ArticleReader {
  /// Inserts the article, or replaces the one that has its id or else its address, which keeps its id. Links and the rich text
  /// of every field go with it.
  /// - Returns: what is stored, with its version and blobs.
  /// - Throws: ``ArgusError/conflict(id:)`` if the address is that of another article than the id.
  @discardableResult
  func save(_ article: ArticleModel) throws -> ArticleModel
  /// Replaces the article if it is still of that version.
  /// - Throws: ``ArgusError/notFound``; ``ArgusError/conflict(id:)``, and nothing is written.
  @discardableResult
  func update(_ article: ArticleModel, expectedVersion: Int64) throws -> ArticleModel
  /// Links the article to these topics and no others; its texts and their rich text stay.
  /// - Throws: ``ArgusError/notFound``.
  @discardableResult
  func setTopics(_ names: [String], of articleID: String) throws -> ArticleModel
  /// Deletes the article and its links. Whether it was seen stays known.
  /// - Returns: whether there was one.
  @discardableResult
  func deleteArticle(_ id: String) throws -> Bool
  /// Makes the topic, or sets its priority.
  func setTopic(_ name: String, priority: Int64) throws
  /// Deletes the topic and removes it from its articles, which stay, with no topic if need be.
  @discardableResult
  func deleteTopic(_ name: String) throws -> Bool
  /// The first time counts.
  @discardableResult
  func markSeen(_ articleID: String, at date: Date) throws -> SeenArticleModel
  func deleteSeen(_ articleID: String) throws
  /// Puts rich text that was rendered anew in the place of what lies there; nothing else changes, nor does the version.
  func backfill(_ blobs: [RichTextField: [UInt8]], of articleID: String) throws
  /// A transaction within this one, which it joins: there is one commit. If `body` throws, the outer one cannot be committed
  /// any more, whoever catches the error: half of it would be.
  func transaction<Result>(_ body: (any ArticleTransaction) throws -> Result) throws -> Result
  /// The store's own transaction, for who keeps records beside these.
  var writer: any WriteTransaction { get }
}

/// One change of the store, as it is made: told inside the transaction.
public enum ArticleChange: Sendable, Equatable {
  case savedArticle(ArticleModel, before: ArticleModel?)
  case deletedArticle(ArticleModel)
  case savedTopic(TopicModel)
  case deletedTopic(TopicModel)
  case seen(SeenArticleModel)
  case deletedSeen(SeenArticleModel)
  /// Records were set aside or links made anew: anything may be different.
  case mended
}

/// The changes of one transaction, after its commit.
public struct CommittedChanges: Sendable, Equatable {
  /// Higher than that of every commit before: two that are told in another order can be put in theirs.
  public var sequence: Int64
  public var changes: [ArticleChange]

  public init(sequence: Int64, changes: [ArticleChange]) {
    self.sequence = sequence
    self.changes = changes
  }
}

/// Something that a look at the records found.
public enum ContextProblem: Sendable, Equatable {
  /// The record was set aside as it is: see ``Quarantine``.
  case quarantined(collection: String, key: String)
  /// A topic's articles, or an article's topics, were not the other's: made anew from what the articles say.
  case danglingLinks(topic: String)
  /// A second article of one address was set aside.
  case duplicate(articleID: String)
}

/// What an article store works with.
public struct ArticleStoreSetup: Sendable {
  public var store: any Store
  /// Renders Markdown. What it throws aborts the transaction.
  public var render: @Sendable (String) throws -> RichText
  public var canonicalURL: @Sendable (String) -> String?
  /// Told of each change, in its transaction: what it throws rolls the change back.
  public var changeLog: @Sendable (ArticleChange, any WriteTransaction) throws -> Void
  /// Told of each commit before whoever made it is: caches have forgotten what is old when the write is acknowledged.
  public var didCommit: @Sendable (CommittedChanges) async -> Void
  public var logger: Logger
  public var time: ArgusTime
  public var makeID: @Sendable () -> UUID

  public init(
    store: any Store, render: @escaping @Sendable (String) throws -> RichText, canonicalURL: @escaping @Sendable (String) -> String?,
    changeLog: @escaping @Sendable (ArticleChange, any WriteTransaction) throws -> Void,
    didCommit: @escaping @Sendable (CommittedChanges) async -> Void, logger: Logger, time: ArgusTime,
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.store = store
    self.render = render
    self.canonicalURL = canonicalURL
    self.changeLog = changeLog
    self.didCommit = didCommit
    self.logger = logger
    self.time = time
    self.makeID = makeID
  }
}

import Foundation
import StorageContract

/// The articles, topics and seen records on the device (002 Transaction Management, Data Persistence).
///
/// Every change is part of a transaction. The store makes all changes of a transaction, or none.
public protocol ArticleStore: Sendable {
  /// Runs `body` over one consistent state of the store.
  /// - Throws: what `body` throws; ``ArgusError/transactionFailed`` if the backend fails.
  func read<Result: Sendable>(_ body: @Sendable (any ArticleReader) throws -> Result) async throws -> Result

  /// Runs `body` as one transaction. If `body` throws, or the task is cancelled before the commit, nothing has changed,
  /// and the call throws the error. If the backend fails, the store runs `body` once more in a fresh context.
  /// - Throws: what `body` throws; `CancellationError`; ``ArgusError/transactionFailed`` if the backend fails twice, or
  ///   does not say whether it has committed.
  func transaction<Result: Sendable>(
    _ body: @Sendable (any ArticleTransaction) throws -> Result
  ) async throws -> Result

  /// Checks every record, quarantines those that cannot be read, and repairs links. Logs
  /// ``ArgusError/corruptedContext`` if it had to repair anything. The store also does this when it is opened, and
  /// after a transaction that failed.
  /// - Returns: the problems that it found.
  /// - Throws: ``ArgusError/transactionFailed`` if the backend fails.
  @discardableResult
  func validate() async throws -> [ContextProblem]
}

/// The reads that a ``ArticleStore/read(_:)`` closure may do. Valid only inside the closure.
public protocol ArticleReader: AnyObject {
  /// Returns the article of this id with those of its blobs that are stored, or nil if there is none.
  func article(_ id: String) throws -> ArticleModel?
  /// Returns the article of this address, in whatever form the address is written. Nil if there is none, or if the
  /// address has no canonical form.
  func article(at url: String) throws -> ArticleModel?
  /// Returns all articles, with their blobs, in the order of their ids' bytes.
  func articles() throws -> [ArticleModel]
  /// Returns the topic of this name, or nil if there is none.
  func topic(_ name: String) throws -> TopicModel?
  /// Returns all topics, in the order of their names' bytes.
  func topics() throws -> [TopicModel]
  /// Returns the record that the user has seen the article of this id, or nil if they have not.
  func seen(_ articleID: String) throws -> SeenArticleModel?
  /// Returns all seen records, in the order of their articles' ids' bytes.
  func seenArticles() throws -> [SeenArticleModel]
  /// The transaction of the underlying store, for callers that keep records of their own in it.
  var raw: any ReadTransaction { get }
}

/// The reads and writes that a ``ArticleStore/transaction(_:)`` closure may do. It reads its own writes.
public protocol ArticleTransaction: ArticleReader {
  /// Inserts the article. If an article of the same id is stored, or else one of the same address, replaces that one,
  /// which keeps its id. The same transaction writes the links and the rich text of every field.
  /// - Returns: the stored article, with its version and blobs.
  /// - Throws: ``ArgusError/conflict(id:)`` if the id and the address belong to two different articles; what the
  ///   renderer throws.
  @discardableResult
  func save(_ article: ArticleModel) throws -> ArticleModel
  /// Replaces the article if the stored one is still of `expectedVersion`.
  /// - Throws: ``ArgusError/notFound``; ``ArgusError/conflict(id:)``. Nothing is written then.
  @discardableResult
  func update(_ article: ArticleModel, expectedVersion: Int64) throws -> ArticleModel
  /// Links the article to exactly these topics. Its texts and their rich text stay, and its version rises.
  /// - Throws: ``ArgusError/notFound``.
  @discardableResult
  func setTopics(_ names: [String], of articleID: String) throws -> ArticleModel
  /// Deletes the article and its links. Its seen record stays.
  /// - Returns: whether the article was there.
  @discardableResult
  func deleteArticle(_ id: String) throws -> Bool
  /// Creates the topic, or sets the priority of an existing one.
  func setTopic(_ name: String, priority: Int64) throws
  /// Deletes the topic and removes it from its articles. The articles stay, if need be without a topic.
  /// - Returns: whether the topic was there.
  @discardableResult
  func deleteTopic(_ name: String) throws -> Bool
  /// Records that the user has seen the article. If there is a record already, it keeps its date.
  /// - Returns: the stored record.
  @discardableResult
  func markSeen(_ articleID: String, at date: Date) throws -> SeenArticleModel
  /// Deletes the seen record of this article. A missing one is no error.
  func deleteSeen(_ articleID: String) throws
  /// Replaces all stored blobs of the article with `blobs`. Nothing else changes, not even the version. For rich text
  /// that was rendered anew.
  /// - Throws: ``ArgusError/notFound``.
  func backfill(_ blobs: [RichTextField: [UInt8]], of articleID: String) throws
  /// Runs a nested transaction, which joins this one: there is one commit. If `body` throws, the outer transaction
  /// cannot be committed any more, even if the caller catches the error, because it would commit half of `body`.
  func transaction<Result>(_ body: (any ArticleTransaction) throws -> Result) throws -> Result
  /// The transaction of the underlying store, for callers that keep records of their own in it. These writes alone do not
  /// tell whether a commit was made: if the backend does not say so either, the closure runs once more in any case.
  var writer: any WriteTransaction { get }
}

/// A change of the store. The store reports it inside the transaction.
public enum ArticleChange: Sendable, Equatable {
  /// The article was inserted or replaced. `before` is the article that it replaced, or nil.
  case savedArticle(ArticleModel, before: ArticleModel?)
  /// This article was deleted.
  case deletedArticle(ArticleModel)
  /// The topic was created, or its priority was set. Changes of its links are not reported: the articles' changes imply
  /// them.
  case savedTopic(TopicModel)
  /// This topic was deleted. A ``savedArticle(_:before:)`` for each of its articles precedes it.
  case deletedTopic(TopicModel)
  /// The user has seen an article for the first time.
  case seen(SeenArticleModel)
  /// This seen record was deleted.
  case deletedSeen(SeenArticleModel)
  /// A validation quarantined records or repaired links, or nobody knows if a commit was made. Any record may be
  /// different.
  case mended
}

/// The changes of one committed transaction.
public struct CommittedChanges: Sendable, Equatable {
  /// Higher than that of every earlier commit, unless the change is ``ArticleChange/mended``. It restores the order of
  /// commits that are reported out of order.
  public var sequence: Int64
  /// The changes in the order in which they were made.
  public var changes: [ArticleChange]

  /// Creates the changes of a commit from its parts.
  public init(sequence: Int64, changes: [ArticleChange]) {
    self.sequence = sequence
    self.changes = changes
  }
}

/// A problem that a validation found and repaired.
public enum ContextProblem: Sendable, Equatable {
  /// The record could not be read, and is now in the quarantine: see ``Quarantine``.
  case quarantined(collection: String, key: String)
  /// The topic and its articles named different links, or the topic was missing. The links now follow the articles.
  case danglingLinks(topic: String)
  /// A second article of the same address is now in the quarantine.
  case duplicate(articleID: String)
}

/// The parts that an article store is made from.
public struct ArticleStoreSetup: Sendable {
  /// Holds the records. The article store does not close it.
  public var store: any Store
  /// Renders Markdown. If it throws, the transaction is rolled back.
  public var render: @Sendable (String) throws -> RichText
  /// Returns the canonical form of an address. Two articles with the same form are one; nil means that the id alone
  /// counts.
  public var canonicalURL: @Sendable (String) -> String?
  /// Called for each change, in its transaction. If it throws, the transaction is rolled back.
  public var changeLog: @Sendable (ArticleChange, any WriteTransaction) throws -> Void
  /// Called after each commit, before the write returns to its caller. So the caches have dropped old values when a
  /// caller learns that its write is done.
  public var didCommit: @Sendable (CommittedChanges) async -> Void
  /// Receives a warning for each failed attempt, and an error for each validation that repaired something.
  public var logger: Logger
  /// Stamps log entries.
  public var time: ArgusTime
  /// Makes the id of each attempt of a transaction. It must be new each time.
  public var makeID: @Sendable () -> UUID

  /// Creates a setup.
  public init(
    store: any Store, render: @escaping @Sendable (String) throws -> RichText,
    canonicalURL: @escaping @Sendable (String) -> String?,
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

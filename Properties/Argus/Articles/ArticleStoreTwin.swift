import ArgusReference
import Foundation
import PropertyTesting
import StorageContract

/// A second store of articles: it reads all tables into memory, changes them there, and writes back what is different.
struct ArticleStoreTwin: ArticleStore {
  enum Defect: String, CaseIterable, Sendable {
    // Transactions.
    case keepsWhatWasDoneBeforeTheError = "commits the changes made before the closure's error"
    case ignoresCancellation = "commits although the task was cancelled"
    case commitsDespiteANestedFailure = "commits the changes of a failed nested transaction if its error was caught"
    case tellsTheCachesTooEarly = "tells the caches before the commit, even about changes that are rolled back"
    case savesEachStepForItself = "commits the first of several changes separately"
    // Locking.
    case lastWriteWins = "writes, whatever version was expected"
    case writesInASecondTransaction = "reads in one transaction and writes in another"
    case countsRefusedWrites = "counts a write that it refuses"
    case takesNewerForEqual = "accepts a version that does not exist yet as the current one"
    case leavesTheVersion = "leaves the version of an article that it changes"
    // Failures.
    case appliesTwice = "runs a transaction again that was done"
    case neverRetries = "reports the first failure"
    case retriesOften = "tries thirty times"
    case staysPoisoned = "refuses every transaction after one that failed"
    case reportsTheBackendsError = "reports the backend's own error"
    case claimsSuccess = "says that a transaction was done that failed"
    // Corruption.
    case wipesEverything = "deletes everything if it cannot read a record"
    case ignoresCorruption = "leaves unreadable records and reports nothing"
    case deletesWhatDoesNotRead = "deletes unreadable records"
    case isAlarmedByNothing = "reports a corrupted context if there are no records"
    case mendsInSilence = "repairs without a log entry"
    case keepsOneOfAKey = "overwrites an earlier record of the same key that was set aside"
    case losesBytesInQuarantine = "sets aside only the text fields of a record"
    case ignoresChecksums = "does not look at checksums"
    case leavesDanglingLinks = "does not look at links"
    case keepsDuplicates = "keeps two articles of one address"
    // Rich text.
    case rendersInASecondTransaction = "stores rich text in a transaction after the article's"
    case savesWithoutRichText = "stores an article whose text cannot be rendered without rich text"
    case keepsTheOldRichText = "keeps the rich text of the previous text"
    case rendersTheBodyAlone = "renders no field but the body"
    // Duplicates.
    case doesNotLookForTheAddress = "inserts an article whose address is known"
    case comparesAddressesAsWritten = "treats two forms of one address as two addresses"
    case keepsTheOthersRichText = "keeps the rich text of the article that had the address"
    // Links.
    case leavesTheInverse = "leaves a deleted article in its topics"
    case keepsOldTopics = "leaves an article in topics that it left"
    case deletesArticlesWithTheirTopic = "deletes the articles of a topic with it"
    case deletesOrphans = "deletes articles that have no topic left"
    case linksTwice = "links an article twice to a topic that is named twice"
    case leavesDeletedTopicsInArticles = "leaves a deleted topic in its articles"
    // Records.
    case refusesMissingProperties = "refuses an article without all properties"
    case inventsIDs = "gives an article without an id a new one"
    case overwritesWithDefaults = "resets read and bookmarked to the default if another property is missing"
    // What was seen.
    case keepsSeenInMemory = "keeps seen records only in memory"
    case forgetsSeenWithTheArticle = "forgets that an article was seen when it is deleted"
    case movesSeenAt = "uses the last time at which an article was seen"
  }

  static let twin = Twin<ArgusSystem, Defect>("ArticleStoreTwin") { system, defect in
    let lasting = ArticleStoreTwin.Lasting()
    system.parts.openArticleStore = {
      lasting.seen.set([:])
      lasting.isPoisoned.set(false)
      let store = ArticleStoreTwin(setup: $0, defect: defect, lasting: lasting)
      try await store.validate()
      return store
    }
  }

  /// What a defect remembers as long as the app lives.
  final class Lasting: Sendable {
    let seen = Remembered<[[UInt8]: SeenArticleModel]>([:])
    let isPoisoned = Remembered(false)
  }

  let setup: ArticleStoreSetup
  let defect: Defect?
  let lasting: Lasting

  func read<Result: Sendable>(_ body: @Sendable (any ArticleReader) throws -> Result) async throws -> Result {
    do {
      return try await setup.store.read { try body(TwinReader(try TwinTables($0, self), $0, self)) }
    } catch let error as StoreError where defect != .reportsTheBackendsError {
      throw error == .closed ? error as any Error : ArgusError.transactionFailed
    }
  }

  func transaction<Result: Sendable>(
    _ body: @Sendable (any ArticleTransaction) throws -> Result
  ) async throws -> Result {
    if lasting.isPoisoned.now { throw ArgusError.transactionFailed }
    let attempts = defect == .neverRetries ? 1 : defect == .retriesOften ? 30 : 2
    let outcome = Remembered<Result?>(nil)
    for _ in 0..<attempts {
      if defect != .ignoresCancellation { try Task.checkCancellation() }
      let mark = FieldValue.uuid(setup.makeID())
      let changes = Remembered<[ArticleChange]>([])
      let sequence = Remembered<Int64>(0)
      let own = Remembered<(any Error)?>(nil)
      let late = Remembered<TwinTables?>(nil)
      do {
        if defect == .writesInASecondTransaction {
          let drafted = try await setup.store.write { transaction in
            let draft = try ArticleDraft(transaction, self)
            outcome.set(try body(draft))
            try draft.demandCommit()
            changes.set(draft.changes)
            return (draft.before, draft.tables)
          }
          await Task.yield()
          try await setup.store.write { try drafted.1.write(over: drafted.0, in: $0) }
        } else {
          try await setup.store.write { transaction in
            let draft = try ArticleDraft(transaction, self)
            do {
              outcome.set(try body(draft))
              try draft.demandCommit()
            } catch {
              if defect == .tellsTheCachesTooEarly { changes.set(draft.changes) }
              guard let kept = draft.kept(after: error) else { throw error }
              own.set(error)
              draft.tables = kept
            }
            changes.set(draft.changes)
            if draft.hasChanged {
              sequence.set(try nextSequence(in: transaction))
              try transaction.put(["twin": mark, "sequence": .int64(sequence.now)], at: "last", in: "commits")
            }
            if defect == .rendersInASecondTransaction {
              late.set(draft.tables)
              draft.tables.dropNewBlobs(over: draft.before)
            }
            try draft.tables.write(over: draft.before, in: transaction)
          }
        }
        if let late = late.now { try await setup.store.write { try late.write(over: TwinTables($0, self), in: $0) } }
        if !changes.now.isEmpty {
          await setup.didCommit(CommittedChanges(sequence: sequence.now, changes: changes.now))
        }
        if let error = own.now { throw error }
        if let result = outcome.now { return result }
      } catch let error as StoreError {
        if defect == .reportsTheBackendsError { throw error }
        guard case .lost = error else { continue }
        if sequence.now == 0 { continue }
        let isDone = try? await setup.store.read { try $0.get("last", in: "commits")?.fields["twin"] == mark }
        if isDone == true, defect != .appliesTwice {
          await setup.didCommit(CommittedChanges(sequence: sequence.now, changes: changes.now))
          if let result = outcome.now { return result }
        }
        if isDone == nil { break }
      } catch {
        if defect == .tellsTheCachesTooEarly, !changes.now.isEmpty {
          await setup.didCommit(CommittedChanges(sequence: .max, changes: changes.now))
        }
        throw error
      }
    }
    if defect == .claimsSuccess, let result = outcome.now { return result }
    if defect == .staysPoisoned { lasting.isPoisoned.set(true) }
    throw ArgusError.transactionFailed
  }

  private func nextSequence(in transaction: any ReadTransaction) throws -> Int64 {
    guard case .int64(let last)? = try transaction.get("last", in: "commits")?.fields["sequence"] else { return 1 }
    return last + 1
  }
}

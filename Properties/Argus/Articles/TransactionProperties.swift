import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageFaults

/// Transactions on the store of articles.
public enum TransactionProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [atomicity, locking, fallback, noDuplicates, relationships]

  // Feature: argus-system-patterns, Property 38: Transactions are atomic and roll back on error
  static let atomicity = Requirement<ArgusSystem>(
    "ARG-38", "Transactions are atomic and roll back on error",
    says: """
      A transaction does all of its changes, or none if its closure throws, if its task is cancelled before the commit or if \
      the app dies. A transaction within another joins it: if the inner one fails, nothing of the outer one is done, whoever \
      catches the error. What is rolled back shows nowhere, not in the caches either.
      """,
    covers: "002 Transaction Management", of: "ArticleStore", needs: [.storage],
    mustCatch: ArticleStoreTwin.twin.faults(
      .keepsWhatWasDoneBeforeTheError, .ignoresCancellation, .commitsDespiteANestedFailure, .tellsTheCachesTooEarly,
      .savesEachStepForItself),
    [.over(.losesLastWriteOfABatch), .over(.keepsFirstWriteOnRollback), .over(.losesUnflushedWrites)]
  ).holds(
    of: ArticleStoreMachine.atomicity, commands: 1...10,
    requiring: [
      "rolled back with something to undo": 0.3, "committed": 0.3, "a nested one fails and is caught": 0.1,
    ],
    making: { try await ArticleStoreMachine.launch($0) }, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 39: Optimistic locking refuses a stale write
  static let locking = Requirement<ArgusSystem>(
    "ARG-39", "Optimistic locking refuses a stale write",
    says: """
      An update names the version that it was made from. If the article is of another one by now, nothing is written and the \
      editor is told of the conflict; otherwise its version is one higher. Of several editors of one version, at the same \
      time, exactly one wins.
      """,
    covers: "002 Transaction Management", of: "ArticleStore", needs: [.storage, .concurrency],
    mustCatch: ArticleStoreTwin.twin.faults(
      .lastWriteWins, .writesInASecondTransaction, .countsRefusedWrites, .takesNewerForEqual, .leavesTheVersion)
  ).holds(
    of: ArticleStoreMachine.editors, commands: 1...8, scheduled: .mixed,
    requiring: ["refused as stale": 0.06, "several edit one version": 0.2],
    making: { try await ArticleStoreMachine.launch($0) }, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 40: Unexpected transaction failure falls back safely
  static let fallback = Requirement<ArgusSystem>(
    "ARG-40", "Unexpected transaction failure falls back safely",
    says: """
      If the backend fails in a transaction, the app rolls the transaction back and tries once more; if that fails \
      too, the caller gets transactionFailed. If the backend does not say whether a commit was done, the app looks it \
      up and never commits twice. Before and after, committed data is read, and later transactions work.
      """,
    covers: "002 Transaction Management", of: "ArticleStore", needs: [.storage],
    mustCatch: ArticleStoreTwin.twin.faults(
      .appliesTwice, .neverRetries, .retriesOften, .staysPoisoned, .reportsTheBackendsError, .claimsSuccess)
  ).holds(
    of: ArticleStoreMachine.fallback, commands: 1...10,
    requiring: ["failed for good": 0.3, "committed": 0.3],
    making: { try await ArticleStoreMachine.launch($0) }, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 43: No duplicate article or inconsistent rich text
  static let noDuplicates = Requirement<ArgusSystem>(
    "ARG-43", "No duplicate article or inconsistent rich text",
    says: """
      One id, or one address in whatever form it is written, is one article: saving it again, or twice at the same time, \
      changes the one that is there, which keeps its id, and its rich text is that of its texts. A save whose id and address \
      are of two articles is refused.
      """,
    covers: "002 Synchronous Rich Text Generation", of: "ArticleStore", needs: [.storage, .concurrency],
    mustCatch: ArticleStoreTwin.twin.faults(
      .doesNotLookForTheAddress, .comparesAddressesAsWritten, .keepsTheOthersRichText, .keepsTheOldRichText,
      .writesInASecondTransaction)
  ).holds(
    of: ArticleStoreMachine.savers, commands: 1...6, scheduled: .mixed,
    requiring: ["one article is saved twice at once": 0.3, "an article goes by its address": 0.1],
    making: { try await ArticleStoreMachine.launch($0) }, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 60: Relationships stay consistent under cascade rules
  static let relationships = Requirement<ArgusSystem>(
    "ARG-60", "Relationships stay consistent under cascade rules",
    says: """
      An article is in each topic that it names, once, and in no other; each topic lists exactly its articles. Deleting an \
      article removes it from its topics. Deleting a topic removes it from its articles, which stay, also with no topic left. \
      It is so after every step and after a relaunch.
      """,
    covers: "002 Data Models", "002 SwiftData Relationship Management", of: "ArticleModel, TopicModel", needs: [.storage],
    mustCatch: ArticleStoreTwin.twin.faults(
      .leavesTheInverse, .keepsOldTopics, .deletesArticlesWithTheirTopic, .deletesOrphans, .linksTwice,
      .leavesDeletedTopicsInArticles),
    [.over(.bringsDeletedRecordsBack)]
  ).holds(
    of: ArticleStoreMachine.relationships, commands: 1...10,
    requiring: ["a topic with articles is deleted": 0.2],
    making: { try await ArticleStoreMachine.launch($0) }, tearDown: { try await $0.end() })
}

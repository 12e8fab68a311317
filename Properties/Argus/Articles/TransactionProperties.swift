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
      A transaction makes all of its changes. It makes none if its closure throws, its task is cancelled before the commit, \
      or the app dies. A nested transaction joins the outer one: if the inner one fails, the outer one changes nothing, even \
      if somebody catches the error. Rolled back changes appear nowhere, not even in the caches.
      """,
    covers: "002 Transaction Management", of: "ArticleStore", needs: [.storage],
    mustCatch: [.over(.losesLastWriteOfABatch), .over(.keepsFirstWriteOnRollback), .over(.losesUnflushedWrites)]
  ).holds(
    of: ArticleStoreMachine.atomicity, commands: 1...10,
    requiring: [
      "rolled back with something to undo": 0.3, "committed": 0.3, "a nested one fails and is caught": 0.1,
    ],
    making: ArticleStoreMachine.launch, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 39: Optimistic locking refuses a stale write
  static let locking = Requirement<ArgusSystem>(
    "ARG-39", "Optimistic locking refuses a stale write",
    says: """
      An update names the version on which it is based. If the article has another version by now, nothing is written and \
      the editor gets a conflict. Otherwise, the version increases by one. Of several editors of one version at the same \
      time, exactly one wins.
      """,
    covers: "002 Transaction Management", of: "ArticleStore", needs: [.storage, .concurrency],
    mustCatch: [.over(.interleavesTransactions)]
  ).holds(
    of: ArticleStoreMachine.editors, commands: 1...8, scheduled: .mixed,
    requiring: ["refused as stale": 0.06, "several edit one version": 0.2],
    making: ArticleStoreMachine.launch, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 40: Unexpected transaction failure falls back safely
  static let fallback = Requirement<ArgusSystem>(
    "ARG-40", "Unexpected transaction failure falls back safely",
    says: """
      If the backend fails in a transaction, the app rolls the transaction back and tries once more. If the second \
      try fails, the caller gets transactionFailed. If the backend does not say whether it committed, the app looks \
      it up and never commits twice; if it cannot, the caches forget everything. Committed data can be read throughout, and \
      later transactions work.
      """,
    covers: "002 Transaction Management", of: "ArticleStore", needs: [.storage],
    mustCatch: [.marksCommitsAlike]
  ).holds(
    of: ArticleStoreMachine.fallback, commands: 1...10,
    requiring: ["failed for good": 0.3, "committed": 0.3],
    making: ArticleStoreMachine.launch, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 43: No duplicate article or inconsistent rich text
  static let noDuplicates = Requirement<ArgusSystem>(
    "ARG-43", "No duplicate article or inconsistent rich text",
    says: """
      Articles with the same id, or with the same address in any form, are one article. A second save, even at the same \
      time, changes the existing article, which keeps its id, and its rich text matches its texts. If the id and the address \
      belong to two different articles, the app refuses the save.
      """,
    covers: "002 Synchronous Rich Text Generation", of: "ArticleStore", needs: [.storage, .concurrency],
    mustCatch: [.comparesAddressesAsWritten, .over(.interleavesTransactions)]
  ).holds(
    of: ArticleStoreMachine.savers, commands: 1...6, scheduled: .mixed,
    requiring: ["one article is saved twice at once": 0.3, "an article goes by its address": 0.1],
    making: ArticleStoreMachine.launch, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 60: Relationships stay consistent under cascade rules
  static let relationships = Requirement<ArgusSystem>(
    "ARG-60", "Relationships stay consistent under cascade rules",
    says: """
      An article is in each topic that it names, once, and in no other. Each topic lists exactly its articles. If an article \
      is deleted, it leaves its topics. If a topic is deleted, it is removed from its articles, which stay even without a \
      topic. This holds after every step and after a relaunch.
      """,
    covers: "002 Data Models", "002 SwiftData Relationship Management", of: "ArticleModel, TopicModel", needs: [.storage],
    mustCatch: [.over(.bringsDeletedRecordsBack)]
  ).holds(
    of: ArticleStoreMachine.relationships, commands: 1...10,
    requiring: ["a topic with articles is deleted": 0.2],
    making: ArticleStoreMachine.launch, tearDown: { try await $0.end() })
}

extension Fault<ArgusSystem> {
  fileprivate static let marksCommitsAlike = Fault("marksCommitsAlike", "takes an earlier commit for the one that it looks up") { system in
    let open = system.parts.openArticleStore
    system.parts.openArticleStore = { var setup = $0; let id = setup.makeID(); setup.makeID = { id }; return try await open(setup) }
  }

  fileprivate static let comparesAddressesAsWritten = Fault("comparesAddressesAsWritten", "treats two forms of one address as two") {
    $0.parts.canonicalURL = { address in CanonicalURL.text(of: address).map { _ in address } }
  }
}

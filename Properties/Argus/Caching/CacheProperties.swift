import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageFaults

/// Lists of articles, and the layers that they come from.
public enum CacheProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [transparency, invalidation, fallback, guarantee]

  // Feature: argus-system-patterns, Property 31: Topic-switch cache is transparent
  static let transparency = Requirement<ArgusSystem>(
    "ARG-31", "Topic-switch cache is transparent",
    says: """
      The list of a topic is that of the articles in the store that name it, byte for byte, the latest first, then by id: \
      whether it comes from the database or, when the topic is chosen again, from memory.
      """,
    covers: "002 Two-Tier Cache for Topic Switching", of: "TopicCache, ArticleService", needs: [.storage],
    mustCatch: [.keysBySmallLetters, .keysByLook, .listsTopicsThatBeginSo, .listsInTheOrderOfIDs, .keepsNoList]
  ).holds(
    of: CacheMachine.switching, commands: 1...14, requiring: ["from the cache": 0.3, "an empty list": 0.2],
    making: { try await ArgusDevice($0) }, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 32: Writes invalidate the cache
  static let invalidation = Requirement<ArgusSystem>(
    "ARG-32", "Writes invalidate the cache",
    says: """
      When a write is acknowledged, every list shows it: those of the topics that the article has and those that it had, and \
      that of all. Lists of other topics stay in memory, and so do other articles; when records were mended, nothing does. A list that was read while the write was under way is not kept as if \
      it were new.
      """,
    covers: "002 Repository Pattern", of: "TopicCache, ArticleService", needs: [.storage, .concurrency],
    mustCatch: [
      .forgetsOldTopics, .forgetsDeletions, .forgetsFlags, .agesEveryList, .fillsWithOldAnswers, .remembersWhatWasMended,
      .over(.servesStaleReads),
    ]
  ).holds(
    of: CacheMachine.writing, commands: 1...12, scheduled: .mixed,
    requiring: [
      "from the cache": 0.1, "an article leaves a topic": 0.02, "a list is asked for during a write": 0.4,
      "caches keep what a commit does not concern": 0.08,
    ],
    making: { try await ArgusDevice($0) }, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 33: Cache answers when the database method fails
  static let fallback = Requirement<ArgusSystem>(
    "ARG-33", "Cache answers when the database method fails",
    says: """
      If the database does not answer, the list of a topic is the last one that the database gave, and says that it is \
      old, unless no write has concerned it since. As long as the database answers, the app gives no old list.
      """,
    covers: "002 Two-Tier Cache for Topic Switching", "002 Error Handling", of: "ArticleService", needs: [.storage],
    mustCatch: [.asksTheCacheFirst, .forgetsOldLists, .hidesAge, .givesAnotherTopicsList]
  ).holds(
    of: CacheMachine.failing, commands: 1...24, requiring: ["stale from the cache": 0.04],
    making: { try await ArgusDevice($0) }, tearDown: { try await $0.end() })

  // Feature: argus-system-patterns, Property 34: Filtering gives a guaranteed last result
  static let guarantee = Requirement<ArgusSystem>(
    "ARG-34", "Filtering gives a guaranteed last result",
    says: """
      If neither the database nor the cache has the list of a topic, it is filtered from all articles in memory, which are \
      loaded at the start and follow every write, also if they hear of two in another order than theirs: there is always an answer, \
      the right one, from the first layer that has it.
      """,
    covers: "002 Error Handling", of: "ArticleService", needs: [.storage],
    mustCatch: [
      .givesNothing, .filtersNothing, .loadsTheListAlone, .listsInMemoryByWrites, .listsWhatItHeardLast, .listsWhatItLoadedLast,
    ]
  ).holds(
    of: CacheMachine.cold, commands: 1...10, requiring: ["filtered in memory": 0.3, "a commit is told late": 0.15],
    making: { try await ArgusDevice($0) }, tearDown: { try await $0.end() })
}

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
      The list of a topic holds exactly the stored articles that name this topic, byte for byte, the latest first, then \
      by id. This holds whether the list comes from the database or, if the user selects the topic again, from memory.
      """,
    covers: "002 Two-Tier Cache for Topic Switching", of: "TopicCache, ArticleService", needs: [.storage],
    mustCatch: [.listsInTheOrderOfIDs]
  ).holds(
    of: CacheMachine.switching, commands: 1...14, requiring: ["from the cache": 0.3, "an empty list": 0.2],
    making: { try await CacheDriver($0) }, tearDown: { try await $0.device.end() })

  // Feature: argus-system-patterns, Property 32: Writes invalidate the cache
  static let invalidation = Requirement<ArgusSystem>(
    "ARG-32", "Writes invalidate the cache",
    says: """
      When a write is acknowledged, every affected list shows it: those of the article's old and new topics, and the list of \
      all articles. Lists of other topics and other articles stay in memory. After records were mended, none does. If a list was \
      read while a write was under way, the cache does not keep it as current.
      """,
    covers: "002 Repository Pattern", of: "TopicCache, ArticleService", needs: [.storage, .concurrency],
    mustCatch: [.fillsWithOldAnswers, .showsListsFromBefore, .over(.servesStaleReads)]
  ).holds(
    of: CacheMachine.writing, commands: 1...12, scheduled: .mixed,
    requiring: [
      "from the cache": 0.1, "an article leaves a topic": 0.02, "a list is asked for during a write": 0.4,
      "caches keep what a commit does not concern": 0.08,
    ],
    making: { try await CacheDriver($0) }, tearDown: { try await $0.device.end() })

  // Feature: argus-system-patterns, Property 33: Cache answers when the database method fails
  static let fallback = Requirement<ArgusSystem>(
    "ARG-33", "Cache answers when the database method fails",
    says: """
      If the database does not answer, the app returns the topic's last list from the database. It marks the list as \
      stale if a write has affected the topic since. As long as the database answers, the app returns no stale list.
      """,
    covers: "002 Two-Tier Cache for Topic Switching", "002 Error Handling", of: "ArticleService", needs: [.storage],
    mustCatch: [.hidesAge]
  ).holds(
    of: CacheMachine.failing, commands: 1...24, requiring: ["stale from the cache": 0.04],
    making: { try await CacheDriver($0) }, tearDown: { try await $0.device.end() })

  // Feature: argus-system-patterns, Property 34: Filtering gives a guaranteed last result
  static let guarantee = Requirement<ArgusSystem>(
    "ARG-34", "Filtering gives a guaranteed last result",
    says: """
      If neither the database nor the cache has a topic's list, the app filters it from all articles in memory. It loads \
      these at the start and updates them with every write, even if it hears of two writes in the wrong order. So there is \
      always a correct answer, from the first layer that has one.
      """,
    covers: "002 Error Handling", of: "ArticleService", needs: [.storage],
    mustCatch: [.givesNothing]
  ).holds(
    of: CacheMachine.cold, commands: 1...10, requiring: ["filtered in memory": 0.3, "a commit is told late": 0.15],
    making: { try await CacheDriver($0) }, tearDown: { try await $0.device.end() })
}

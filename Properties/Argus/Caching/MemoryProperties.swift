import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageFaults

/// What is kept in memory, within its limits.
public enum MemoryProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [serialized, eviction, phases]

  // Feature: argus-system-patterns, Property 35: Cache access is serialized
  static let serialized = Requirement<ArgusSystem>(
    "ARG-35", "Cache access is serialized",
    says: """
      If several tasks fill, read and invalidate the topic cache at the same time, each gets a result that some order of \
      the calls explains, for a cache used by one task at a time. So a reader gets a whole list that a task filled in, \
      every invalidation counts, and a list that was read before a write is not current after the write.
      """,
    covers: "002 Repository Pattern", of: "TopicCache", needs: [.concurrency],
    mustCatch: [.fillsWithOldAnswers]
  ).holds(
    forAll: .concurrentCacheCalls, scheduled: .randomWalk,
    requiring: ["fills and reads": 0.3, "an invalidation beside others": 0.3]
  ) { tasks, system, trial in
    tasks.label(trial)
    let history = await ConcurrentCacheDriver(system.parts.makeTopicCache()).run(tasks)
    try history.expectLinearizable(by: SequentialCache.model, notingIn: trial)
  }

  // Feature: argus-system-patterns, Property 36: Memory cache eviction never changes results
  static let eviction = Requirement<ArgusSystem>(
    "ARG-36", "Memory cache eviction never changes results",
    says: """
      Whatever the memory limit for articles, even none, and whenever the system reclaims memory, an article reads as it was \
      last written. An evicted article comes from the store. Memory never holds more articles than the limit. It holds those \
      used last, but none that was read from the store before a write.
      """,
    covers: "002 Data Persistence", of: "MemoryCache", needs: [.storage],
    mustCatch: [.keepsOneWithoutRoom]
  ).holds(
    of: CacheMachine.evicting, commands: 1...24,
    requiring: ["no room": 0.04, "room": 0.4, "something is evicted": 0.1],
    making: { try await CacheDriver($0, room: $1.room) }, tearDown: { try await $0.device.end() })

  // Feature: argus-system-patterns, Property 37: Rich text loads in three phases
  static let phases = Requirement<ArgusSystem>(
    "ARG-37", "Rich text loads in three phases",
    says: """
      The rich text of a field comes from memory, or else from its stored blob. Otherwise the app renders it, stores it and \
      remembers it. It always matches the article's current text. If the blob is missing, damaged or made from another \
      text, the app renders it again. If the store refuses the rendered text, the reader still gets it. The app stores no text \
      from before an edit.
      """,
    covers: "002 Repository Pattern", of: "RichTextLoader", needs: [.storage],
    mustCatch: [.over(.flipsBitsAtRest)]
  ).holds(
    of: RichTextMachine.machine, commands: 1...16,
    requiring: [
      "from memory": 0.15, "from the stored blob": 0.3, "rendered": 0.1, "rendered while the store refuses it": 0.05,
      "the article was edited meanwhile": 0.2,
    ],
    making: { try await CacheDriver($0) }, tearDown: { try await $0.device.end() })
}

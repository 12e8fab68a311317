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
    mustCatch: [
      Fault("doesNotAskWhenItWasRead", "keeps a list that was read before a write as current") { system in
        system.parts.makeTopicCache = { AlteredCache(base: TopicCache(), fill: { await $3.fill($0, for: $1, since: .max) }) }
      }
    ]
  ).holds(
    forAll: .cacheHistory, scheduled: .randomWalk, requiring: ["fills and reads": 0.3, "an invalidation beside others": 0.3]
  ) { history, system, trial in
    trial.label(
      "fills and reads", if: history.contains { if case .read = $0 { true } else { false } } && history.contains(\.isFilling))
    trial.label("an invalidation beside others", if: history.contains { if case .invalidate = $0 { true } else { false } })
    try await history.run(on: system.parts.makeTopicCache(), trial)
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
    mustCatch: [
      Fault("keepsOneWithoutRoom", "keeps one article when there is room for none") { system in
        system.parts.makeArticleMemory = { ArticleMemory(countLimit: max(1, $0)) }
      }
    ]
  ).holds(
    forAll: .zip(MemoryMachine.machine.sequence(count: 1...16), .frequency((1, .int(in: 0...3)), (1, .int(in: 2...3))), .array(of: .memoryCall, count: 12...24)),
    requiring: ["no room": 0.04, "room": 0.4, "something is evicted": 0.1]
  ) { argument, system, trial in
    let (commands, limit, calls) = argument
    try await MemoryCall.run(calls, on: system.parts.makeArticleMemory(limit), limit: limit, trial)
    trial.label("no room", if: limit == 0)
    trial.label("room", if: limit > 0)
    var device = try await MemoryDevice(system, limit: limit)
    try await device.device.ending { try await commands.run(on: &device, trial) }
  }

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
    of: LoaderMachine.machine, commands: 1...16,
    requiring: [
      "from memory": 0.15, "from the stored blob": 0.3, "rendered": 0.1, "rendered while the store refuses it": 0.05,
      "the article was edited meanwhile": 0.2,
    ],
    making: { try await LoaderMachine.launch($0) }, tearDown: { try await $0.end() })
}

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
      Several tasks may fill, read and invalidate the cache of topics at the same time: there is an order of their calls in \
      which a cache that is used by one task at a time gives each of them what it got. So a reader gets a whole list that \
      somebody filled in, every invalidation is counted, and a list that was read before a write is not new after it.
      """,
    covers: "002 Repository Pattern", of: "TopicCache", needs: [.concurrency],
    mustCatch: TopicCacheTwin.twin.faults
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
      Whatever room there is in memory for articles, none included, and whenever the system takes it back: an article is read \
      as it was written last, and one that was evicted comes from the store. There are never more in memory than there is room \
      for: those that were used last, but none that was read from the store before something was written.
      """,
    covers: "002 Data Persistence", of: "MemoryCache", needs: [.storage],
    mustCatch: ArticleMemoryTwin.twin.faults(
      .keepsOneWithoutRoom, .holdsOneTooMany, .forgetsNothing, .keepsDeletedOnes, .confusesCase, .keepsNothing, .evictsWhatWasUsed,
      .remembersFromBeforeAWrite)
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
      The rich text of a field comes from memory, else from its stored blob, else it is rendered, and then stored and \
      remembered; it is always that of the text that the article has. A blob that is missing, damaged or of another text is \
      rendered anew. A store that refuses what was rendered costs no reader the text, and what was rendered of a text before an \
      edit is not stored after it.
      """,
    covers: "002 Repository Pattern", of: "RichTextLoader", needs: [.storage],
    mustCatch: RichTextLoaderTwin.twin.faults, [.over(.flipsBitsAtRest)]
  ).holds(
    of: LoaderMachine.machine, commands: 1...16, requiring: ["from memory": 0.15, "from the stored blob": 0.3, "rendered": 0.1, "rendered while the store refuses it": 0.05, "the article was edited meanwhile": 0.2],
    making: { try await LoaderMachine.launch($0) }, tearDown: { try await $0.end() })
}

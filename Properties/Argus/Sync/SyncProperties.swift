import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// What several devices make of one cloud. The oracle is `DevicesModel`.
public enum SyncProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [noDataIsLost, recoveryConverges, devicesConverge]

  // Feature: argus-system-patterns, Property 20: Mode switching loses no data
  static let noDataIsLost = Requirement<ArgusSystem>(
    "ARG-20", "Mode switching loses no data",
    says: """
      All data that the app accepted stays visible, in cloud and local mode, across every switch and every launch. \
      Once the cloud is back, it has this data too. Deleted articles stay deleted.
      """,
    covers: "002 Graceful Degradation Pattern", of: "StorageModeController, ArticleService", needs: [.storage, .concurrency],
    mustCatch: [
      .keepsPendingInMemory, .forgetsWhatFailed, .letsEditsReviveTheDeleted, .doesNotSendDeletions,
      .over(.bringsDeletedRecordsBack), .over(.losesUnflushedWrites),
    ]
  ).holds(
    of: DevicesMachine.underOutages.keeping(DevicesMachine.articles, DevicesMachine.seen), commands: 0...20, scheduled: .mixed,
    requiring: ["writes while local": 0.15, "goes local": 0.2, "is launched again with something to send": 0.1],
    making: { try await DevicesDriver($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 21: Recovery is transparent and converges
  static let recoveryConverges = Requirement<ArgusSystem>(
    "ARG-21", "Recovery is transparent and converges",
    says: """
      When the cloud works again, a local app recovers by itself: it sends pending changes, then fetches, and only \
      then uses the cloud. If a recovery fails midway, it does not count, and the app repeats it. The user notices a \
      recovery only by the new articles.
      """,
    covers: "002 Graceful Degradation Pattern", of: "StorageModeController, CloudSync", needs: [.storage, .concurrency],
    mustCatch: [.fetchesBeforeItSends, .sendsEverythingAgain, .prefersTheRemote]
  ).holds(
    of: DevicesMachine.underOutages.keeping(DevicesMachine.modes, DevicesMachine.articles, DevicesMachine.sent),
    commands: 0...20, scheduled: .mixed,
    requiring: ["recovers by itself": 0.3, "a recovery fails": 0.1, "goes local": 0.2],
    making: { try await DevicesDriver($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 25: Two devices converge through the cloud
  static let devicesConverge = Requirement<ArgusSystem>(
    "ARG-25", "Two devices converge through the cloud",
    says: """
      After two syncs without new edits, two devices show the same: the latest write of an article's text and of each \
      mark, a deletion before any edit, and the first time it was seen. The order and repetition of deliveries make no \
      difference, nor does a store call that fails once. Of two articles with one address, both show the one with the \
      lower id. A device fetches only new records.
      """,
    covers: "002 Architecture Overview item 5", of: "CloudSync", needs: [.storage, .concurrency],
    mustCatch: [
      .prefersTheRemote, .letsEditsReviveTheDeleted, .mergesWholeArticles, .forgetsWhereItWas, .doesNotSendMarks, .fetchesOnlyOnce,
    ]
  ).holds(
    of: DevicesMachine.exchanging, commands: 0...24, scheduled: .mixed,
    requiring: [
      "both wrote one article": 0.06, "makes a deleted article anew": 0.06, "deletes what the other one edits": 0.04,
      "writes during an outage": 0.3, "is launched again with something to send": 0.2,
      "two articles of one address meet": 0.03, "a hidden article appears": 0.03,
    ],
    making: { try await DevicesDriver($0) }, tearDown: { try await $0.close() })
}

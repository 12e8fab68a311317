import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization

/// What several devices make of one cloud.
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
      .keepsPendingInMemory, .forgetsWhatFailed, .dropsWritesWhileLocal, .letsEditsReviveTheDeleted, .doesNotSendDeletions,
      .over(.bringsDeletedRecordsBack), .over(.losesUnflushedWrites),
    ]
  ).holds(
    of: OutageMachine.machine.keeping(DevicesMachine.articles, DevicesMachine.seen), commands: 0...20, scheduled: .mixed,
    requiring: ["writes while local": 0.15, "goes local": 0.2, "is launched again with something to send": 0.1],
    making: { try await DevicesUnderTest($0) }, tearDown: { try await $0.close() })

  // Feature: argus-system-patterns, Property 21: Recovery is transparent and converges
  static let recoveryConverges = Requirement<ArgusSystem>(
    "ARG-21", "Recovery is transparent and converges",
    says: """
      When the cloud works again, a local app recovers by itself: it sends pending changes, then fetches, and only \
      then uses the cloud. If a recovery fails midway, it does not count, and the app repeats it. The user notices a \
      recovery only by the new articles.
      """,
    covers: "002 Graceful Degradation Pattern", of: "StorageModeController, CloudSync", needs: [.storage, .concurrency],
    mustCatch: [
      .fetchesBeforeItSends, .takesHalfARecovery, .sendsEverythingAgain, .prefersTheRemote,
      .returnsWithoutSending,
    ]
  ).holds(
    of: OutageMachine.machine.keeping(
      OutageMachine.modes, DevicesMachine.articles, OutageMachine.sent), commands: 0...20, scheduled: .mixed,
    requiring: ["recovers by itself": 0.3, "a recovery fails": 0.1, "goes local": 0.2],
    making: { try await DevicesUnderTest($0) }, tearDown: { try await $0.close() })

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
      .prefersItsOwn, .prefersTheRemote, .letsEditsReviveTheDeleted, .mergesWholeArticles, .mergesArchivingWithTheText, .forgetsWhereItWas,
      .doesNotSendMarks, .doesNotSendWhatWasSeen, .takesTheLastSeen, .neverMakesAnew,
      .breaksTiesByItself, .fetchesOnlyOnce, .storesWhatItCanOfAPage, .fetchesEverythingAgain,
      .writesOverTheAddress, .showsWhatCameFirst, .keepsWhatItHides,
    ]
  ).holds(
    of: DevicesMachine.machine, commands: 0...24, scheduled: .mixed,
    requiring: [
      "both wrote one article": 0.06, "makes a deleted article anew": 0.06, "deletes what the other one edits": 0.04,
      "writes during an outage": 0.3, "is launched again with something to send": 0.2,
      "two articles of one address meet": 0.03,
    ],
    making: { try await DevicesUnderTest($0) }, tearDown: { try await $0.close() })
}

// What the properties of the sync must catch.
extension Fault<ArgusSystem> {
  static let prefersItsOwn = merging("prefersItsOwn", "keeps its own text when both have the same number of edits") { own, other in
    var merged = own.merged(with: other)
    if own.generation == other.generation && own.content.stamp.version == other.content.stamp.version { merged.content = own.content }
    return merged
  }

  static let prefersTheRemote = merging("prefersTheRemote", "always takes the cloud's version") { own, other in
    own.generation > other.generation ? own : other
  }

  static let letsEditsReviveTheDeleted = merging("letsEditsReviveTheDeleted", "brings a deleted article back when it was edited elsewhere") {
    var merged = $0.merged(with: $1)
    if $0.generation == $1.generation && $0.content.stamp != $1.content.stamp { merged.isDeleted = $0.isDeleted && $1.isDeleted }
    return merged
  }

  static let mergesWholeArticles = merging("mergesWholeArticles", "takes the marks from the device with the later text") { own, other in
    var merged = own.merged(with: other)
    if let later = withTheLaterText(own, other) { merged.flags = later.flags }
    return merged
  }

  static let mergesArchivingWithTheText = merging(
    "mergesArchivingWithTheText", "takes the archived mark from the device with the later text"
  ) { own, other in
    var merged = own.merged(with: other)
    if let later = withTheLaterText(own, other) { merged.flags.fields["isArchived"] = later.flags.fields["isArchived"] }
    return merged
  }

  /// Nil if both have the same text, or one was made anew since.
  private static func withTheLaterText(_ own: SyncRecord, _ other: SyncRecord) -> SyncRecord? {
    guard own.generation == other.generation, own.content.stamp != other.content.stamp else { return nil }
    return own.content.stamp < other.content.stamp ? other : own
  }

  static let takesTheLastSeen = merging("takesTheLastSeen", "keeps the last time that an article was seen") {
    var merged = $0.merged(with: $1)
    merged.seenAt = [$0.seenAt, $1.seenAt].compactMap { $0 }.max()
    return merged
  }

  static let neverMakesAnew = merging("neverMakesAnew", "treats a re-created article as deleted") {
    var merged = $0.merged(with: $1)
    if $0.generation != $1.generation && ($0.isDeleted && $0.generation > 0) { merged.isDeleted = true }
    return merged
  }

  static let breaksTiesByItself = merging("breaksTiesByItself", "decides between equal versions of marks by the asking device") {
    var merged = $0.merged(with: $1)
    if $0.generation == $1.generation && $0.flags.stamp.version == $1.flags.stamp.version { merged.flags = $1.flags }
    return merged
  }

  private static func merging(
    _ id: String, _ fact: String, _ merge: @escaping @Sendable (SyncRecord, SyncRecord) -> SyncRecord
  ) -> Fault {
    Fault(id, fact) { $0.parts.mergeRecords = merge }
  }

  static let doesNotSendMarks = Fault("doesNotSendMarks", "does not send changes of marks only") { system in
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if case .savedArticle(let article, let before?) = change, article.text(of: .title) == before.text(of: .title) { return }
      try note(ledger, change, transaction)
    }
  }

  static let doesNotSendWhatWasSeen = Fault("doesNotSendWhatWasSeen", "does not send seen records") { system in
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if case .seen = change { return }
      try note(ledger, change, transaction)
    }
  }

  static let forgetsWhereItWas = cloud("forgetsWhereItWas", "skips a record each time that it fetches") { ForgetfulCloud(base: $0) }
  static let fetchesEverythingAgain = cloud("fetchesEverythingAgain", "fetches everything each time") { EntireCloud(base: $0) }
  static let fetchesOnlyOnce = cloud("fetchesOnlyOnce", "fetches once and then never again") { OneTimeCloud(base: $0) }

  static let writesOverTheAddress = cloud(
    "writesOverTheAddress", "writes an article from the cloud over the one that has its address here"
  ) { AddressCloud(base: $0) { $1.renamed($0) } }
  static let showsWhatCameFirst = cloud(
    "showsWhatCameFirst", "leaves out an article from the cloud whose address another one has here"
  ) { AddressCloud(base: $0) { $0 == $1.articleID ? $1 : nil } }
  static let keepsWhatItHides = Fault("keepsWhatItHides", "deletes an article without the one that it hides") { system in
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if case .deletedArticle(let article) = change, try transaction.get(article.id, in: "sync_hidden") == nil {
        for entry in try transaction.scan("sync_hidden") { try transaction.delete(entry.key, in: "sync_hidden") }
      }
      try note(ledger, change, transaction)
    }
  }

  /// The sync over another view of the cloud.
  private static func cloud(
    _ id: String, _ fact: String, _ view: @escaping @Sendable (any CloudDatabase) -> any CloudDatabase
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.makeSync = changingSetup(of: system.parts.makeSync) { setup in
        setup.cloud = view(setup.cloud)
      }
    }
  }
}

private struct ForgetfulCloud: CloudDatabase {
  let base: any CloudDatabase
  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws { try await base.push(records) }
  func pull(after token: Int64) async throws -> CloudPage { try await base.pull(after: token > 0 ? token + 1 : 0) }
}

private struct EntireCloud: CloudDatabase {
  let base: any CloudDatabase
  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws { try await base.push(records) }
  func pull(after token: Int64) async throws -> CloudPage { try await base.pull(after: 0) }
}

private struct OneTimeCloud: CloudDatabase {
  let base: any CloudDatabase
  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws { try await base.push(records) }
  func pull(after token: Int64) async throws -> CloudPage {
    token > 0 ? CloudPage(records: [], token: token) : try await base.pull(after: token)
  }
}

/// Knows the first article of each address, and changes the records of others that come.
private final class AddressCloud: CloudDatabase {
  private let base: any CloudDatabase
  /// Receives the id of the first article of the record's address, and the record. Nil leaves it out.
  private let change: @Sendable (String, SyncRecord) -> SyncRecord?
  private let firsts = Mutex<[String: String]>([:])

  init(base: any CloudDatabase, _ change: @escaping @Sendable (String, SyncRecord) -> SyncRecord?) {
    (self.base, self.change) = (base, change)
  }

  private func first(_ record: SyncRecord) -> String {
    guard case .text(let url)? = record.content.fields["url"] else { return record.articleID }
    return firsts.withLock { firsts in
      let first = firsts[url] ?? record.articleID
      firsts[url] = first
      return first
    }
  }

  func isAvailable() async throws -> Bool { try await base.isAvailable() }

  func push(_ records: [SyncRecord]) async throws {
    for record in records { _ = first(record) }
    try await base.push(records)
  }

  func pull(after token: Int64) async throws -> CloudPage {
    var page = try await base.pull(after: token)
    page.records = page.records.compactMap { change(first($0), $0) }
    return page
  }
}

extension SyncRecord {
  fileprivate func renamed(_ id: String) -> SyncRecord {
    var record = self
    record.articleID = id
    return record
  }
}

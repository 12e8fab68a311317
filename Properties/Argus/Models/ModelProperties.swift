import ArgusReference
import Foundation
import PropertyTesting
import StorageFaults

/// The models, as they are stored and read.
public enum ModelProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [corruption, defaults, bridge, seen]

  // Feature: argus-system-patterns, Property 41: Corrupted context is detected and remedied
  static let corruption = Requirement<ArgusSystem>(
    "ARG-41", "Corrupted context is detected and remedied",
    says: """
      The app sets aside, with all bytes, each record that is unreadable or has a wrong checksum or id, and the second article \
      of one address. It never overwrites another record that was set aside. It rebuilds links from the articles, and no list \
      shows a record that was set aside. The log reports a corrupted context if and only if there was one. Intact records stay \
      as they are.
      """,
    covers: "002 Transaction Management", of: "ArticleStore", needs: [.storage],
    mustCatch: [.showsListsFromBefore, .over(.flipsBitsAtRest), .over(.scansOldAndNew)]
  ).holds(
    forAll: .damagedStore, requiring: ["damaged": 0.25, "not damaged": 0.08]
  ) { damaged, system, trial in
    trial.label("damaged", if: damaged.isDamaged)
    trial.label("not damaged", if: !damaged.isDamaged)
    try await damaged.run(in: system)
  }

  // Feature: argus-system-patterns, Property 61: Required properties have defaults
  static let defaults = Requirement<ArgusSystem>(
    "ARG-61", "Required properties have defaults",
    says: """
      The app reads a record with missing or null properties. It keeps the present values, even empty ones, and gives missing \
      properties their declared defaults. If the identity is missing or a property has another type, the app sets the record \
      aside and never invents an identity. A key that no record can have finds nothing.
      """,
    covers: "002 SwiftData Model Definition", of: "ArticleModel, SeenArticleModel, TopicModel", needs: [.storage],
    mustCatch: [.over(.dropsEmptyValues)]
  ).holds(
    forAll: .recordWithGaps,
    requiring: ["no identity": 0.05, "something is missing": 0.4, "nothing is missing": 0.08, "something is of another type": 0.15]
  ) { record, system, trial in
    trial.label("no identity", if: record.lacksIdentity)
    trial.label("something is of another type", if: record.wrong != nil)
    trial.label("something is missing", if: !record.missing.isEmpty && !record.lacksIdentity)
    trial.label("nothing is missing", if: record.missing.isEmpty)
    try await record.run(in: system)
  }

  // Feature: argus-system-patterns, Property 62: Old and new model bridge round trip
  static let bridge = Requirement<ArgusSystem>(
    "ARG-62", "Old and new model bridge round trip",
    says: """
      If an article of the old shape is converted to the new shape and back, every field is the same. An article of the new \
      shape keeps everything that the old shape can hold: id, address, title, body, first topic, flags, and the date to the \
      millisecond. A date out of range becomes the earliest or the latest one.
      """,
    covers: "002 SwiftData Model Definition", of: "CompatibilityBridge",
    mustCatch: [
      Fault("dropsMilliseconds", "drops the fraction of a second") { system in
        system.parts.articleOfLegacy = { legacy in
          var legacy = legacy
          legacy.published -= legacy.published % 1_000
          return CompatibilityBridge.article(of: legacy)
        }
      },
      Fault("takesNoTopicForAnEmptyOne", "gives an article without a topic the topic \"\"") { system in
        system.parts.articleOfLegacy = {
          var article = CompatibilityBridge.article(of: $0)
          if $0.topic == nil { article.topicNames = [""] }
          return article
        }
      },
      Fault("swapsFlags", "exchanges read and bookmarked") { system in
        system.parts.articleOfLegacy = {
          var article = CompatibilityBridge.article(of: $0)
          swap(&article.isRead, &article.isBookmarked)
          return article
        }
      },
      Fault("forgetsArchived", "does not tell the old shape of archived articles") { system in
        system.parts.legacyOfArticle = {
          var legacy = CompatibilityBridge.legacy(of: $0)
          legacy.flags.remove(.archived)
          return legacy
        }
      },
      Fault("takesTheLastTopic", "gives the old shape the last topic") { system in
        system.parts.legacyOfArticle = {
          var legacy = CompatibilityBridge.legacy(of: $0)
          legacy.topic = $0.topicNames.last
          return legacy
        }
      },
      Fault("takesTheFarPastForTheFuture", "treats a date before the earliest one as the latest") { system in
        system.parts.legacyOfArticle = {
          var legacy = CompatibilityBridge.legacy(of: $0)
          if legacy.published == .min { legacy.published = .max }
          return legacy
        }
      },
      Fault("cutsMilliseconds", "truncates the date to milliseconds instead of rounding it") { system in
        system.parts.legacyOfArticle = {
          var legacy = CompatibilityBridge.legacy(of: $0)
          legacy.published = Int64(exactly: ($0.publishedAt.timeIntervalSince1970 * 1_000).rounded(.down)) ?? legacy.published
          return legacy
        }
      },
    ]
  ).holds(
    forAll: .bridged, requiring: ["no topic": 0.1, "several topics": 0.08, "a fraction of a second": 0.4]
  ) { pair, system, trial in
    let (legacy, article) = (pair.legacy, pair.article)
    trial.label("no topic", if: legacy.topic == nil)
    trial.label("several topics", if: article.topicNames.count > 1)
    trial.label("a fraction of a second", if: legacy.published % 1_000 != 0)
    let new = system.parts.articleOfLegacy(legacy)
    try expect("the old article after a round trip", system.parts.legacyOfArticle(new), equals: legacy)
    try expect("the topics of the new one", new.topicNames, equals: legacy.topic.map { [$0] } ?? [])
    try expect("the flags of the new one", [new.isRead, new.isBookmarked, new.isArchived], equals: (0..<3).map { legacy.flags.rawValue >> $0 & 1 == 1 })
    let back = system.parts.articleOfLegacy(system.parts.legacyOfArticle(article))
    try expect("what the old shape can hold", BridgedArticle.shared(back), equals: BridgedArticle.shared(article))
    let old = system.parts.legacyOfArticle(article)
    try expect("the old shape of the new one", BridgedArticle.shared(old), equals: BridgedArticle.shared(article))
    // Of what the old shape does not have there is nothing.
    try expect("a summary and a score of an old article", new.summary.isEmpty && new.qualityScore == nil && !new.highPriority)
    for (seconds, published) in [(1e300, Int64.max), (-1e300, Int64.min)] {
      var far = article
      far.publishedAt = Date(timeIntervalSince1970: seconds)
      try expect("a date \(seconds) s from 1970", system.parts.legacyOfArticle(far).published, equals: published)
    }
  }

  // Feature: argus-system-patterns, Property 63: Seen articles stay seen
  static let seen = Requirement<ArgusSystem>(
    "ARG-63", "Seen articles stay seen",
    says: """
      A seen article stays seen, with the time when it was seen first, across relaunches and its own deletion. If an article \
      was seen and deleted, an import never brings it back, however often it is offered. An article that was not seen does \
      come back.
      """,
    covers: "002 Data Models", of: "SeenArticleModel, ArticleService", needs: [.storage, .virtualTime],
    mustCatch: [
      Fault("importsWhatWasDeleted", "imports articles even if they were seen and deleted") { system in
        system.parts.alterArticles { articles, setup in
          articles.importing = { list, _ in
            var report = ImportReport()
            for article in list {
              let isNew = try await setup.store.transaction { try $0.save(article).version == 1 }
              if isNew { report.added.append(article.id) } else { report.updated.append(article.id) }
            }
            return report
          }
        }
      },
      Fault("importsNothingThatWasSeen", "does not update articles that were seen") { system in
        system.parts.alterArticles { articles, setup in
          let base = articles.base
          articles.importing = { list, size in
            let seen = try await setup.store.read { reader in try list.filter { try reader.seen($0.id) != nil } }
            var report = try await base.importArticles(list.filter { !seen.contains($0) }, batchSize: size)
            report.skipped += seen.map(\.id)
            return report
          }
        }
      },
      .over(.bringsDeletedRecordsBack),
    ]
  ).holds(
    of: SeenMachine.machine, commands: 1...12,
    requiring: [
      "one that was seen and deleted comes again": 0.15, "new ones are added": 0.4, "seen again later": 0.1,
    ],
    making: { try await ArgusDevice($0) }, tearDown: { try await $0.end() })
}

import ArgusReference
import PropertyTesting
import StorageContract

/// What articles are processed with.
public enum UtilityProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [chunking, batches, badges]

  // Feature: argus-system-patterns, Property 64: Chunking partitions an array
  static let chunking = Requirement<ArgusSystem>(
    "ARG-64", "Chunking partitions an array",
    says: """
      Chunks of n hold every element once, in order. All chunks have n elements except the last, which has the rest \
      and is never empty. An empty array has no chunks, and no array has chunks if n is below 1.
      """,
    covers: "002 Data Processing", of: "Array.chunked",
    mustCatch: [
      Fault("dropsTheRemainder", "drops a last chunk that is not full") { system in
        system.parts.chunk = { articles, size in articles.chunked(into: size).filter { $0.count == size } }
      },
      Fault("addsAnEmptyChunk", "ends with an empty chunk when the last one is full") { system in
        system.parts.chunk = { articles, size in
          let chunks = articles.chunked(into: size)
          return chunks.last?.count == size ? chunks + [[]] : chunks
        }
      },
      Fault("takesZeroForOne", "treats a size of 0 as 1") { system in
        system.parts.chunk = { $0.chunked(into: $1 == 0 ? 1 : $1) }
      },
      Fault("fillsFromTheEnd", "puts the remainder into the first chunk") { system in
        system.parts.chunk = { articles, size in
          guard size > 0 else { return [] }
          let rest = articles.count % size
          return (rest > 0 ? [Array(articles.prefix(rest))] : []) + Array(articles.dropFirst(rest)).chunked(into: size)
        }
      },
      Fault("makesChunksEven", "makes chunks that differ by one at most") { system in
        system.parts.chunk = { articles, size in
          guard size > 0, !articles.isEmpty else { return [] }
          let count = (articles.count + size - 1) / size
          return (0..<count).map { Array(articles[articles.count * $0 / count..<articles.count * ($0 + 1) / count]) }
        }
      },
      Fault("overlapsByOne", "begins each chunk with the last element of the previous one") { system in
        system.parts.chunk = { articles, size in
          let chunks = articles.chunked(into: size)
          return chunks.enumerated().map { place, chunk in place == 0 ? chunk : (chunks[place - 1].last.map { [$0] } ?? []) + chunk.dropLast() }
        }
      },
    ]
  ).holds(
    forAll: .zip(.int(in: 0...12), .int(in: -2...14)),
    requiring: ["a remainder": 0.2, "none left": 0.06, "less than one": 0.08, "nothing": 0.03]
  ) { (argument: (Int, Int), system: ArgusSystem, trial: Trial) in
    let (count, size) = argument
    let articles = (0..<count).map { ArticleModel(id: "\($0)") }
    let chunks = system.parts.chunk(articles, size).map { $0.map(\.id) }
    trial.label("a remainder", if: size > 0 && count % size > 0)
    trial.label("none left", if: size > 0 && count > 0 && count % size == 0)
    trial.label("less than one", if: size < 1)
    trial.label("nothing", if: count == 0)
    guard size > 0 else { return try expect("chunks of \(size)", chunks, equals: []) }
    try expect("all elements of the chunks, in order", chunks.flatMap { $0 }, equals: (0..<count).map { "\($0)" })
    try expect("the sizes of all but the last", chunks.dropLast().allSatisfy { $0.count == size })
    try expect("the last one has 1 to \(size)", chunks.last.map { 1...size ~= $0.count } ?? true)
  }

  // Feature: argus-system-patterns, Property 65: Batch processing equals one-by-one processing
  static let batches = Requirement<ArgusSystem>(
    "ARG-65", "Batch processing equals one-by-one processing",
    says: """
      If the app imports a list in batches of any size, the store and the report are the same as after importing the \
      articles one by one. If an article cannot be stored, only that article is missing, and the log has a warning. If an article \
      comes again, it is still one article and keeps its marks. A cancelled import stores nothing and says so.
      """,
    covers: "002 Data Persistence", of: "ArticleService", needs: [.storage],
    mustCatch: [
      Fault("losesTheBatchOfABadOne", "stores nothing of a batch in which one article fails") { system in
        system.parts.alterArticles { articles, setup in
          articles.importing = { list, size in
            var report = ImportReport()
            for batch in list.chunked(into: max(1, size)) {
              do {
                try await setup.store.transaction { for article in batch { try $0.save(article) } }
                report.added += batch.map(\.id)
              } catch {
                report.failed += batch.map(\.id)
              }
            }
            return report
          }
        }
      },
      Fault("skipsTheLastBatch", "drops a last batch that is not full") { system in
        system.parts.chunk = { articles, size in articles.chunked(into: size).filter { $0.count == size } }
      },
      Fault("reversesBatches", "stores the articles of a batch from the last to the first") { system in
        system.parts.chunk = { articles, size in articles.chunked(into: size).map { $0.reversed() } }
      },
      Fault("looksForDuplicatesInTheBatchAlone", "stores only the first of several articles with the same id in a batch") { system in
        system.parts.chunk = { articles, size in
          articles.chunked(into: size).map { batch in
            batch.indices.filter { place in !batch[..<place].contains { $0.id == batch[place].id } }.map { batch[$0] }
          }
        }
      },
      Fault("forgetsMarksAtAnImport", "marks an article that comes again as unread") { system in
        system.parts.alterArticles { articles, _ in
          let base = articles.base
          articles.importing = { list, size in
            let report = try await base.importArticles(list, batchSize: size)
            for id in Set(report.updated).sorted() {
              guard var article = try await base.article(id), article.isRead || article.isBookmarked else { continue }
              (article.isRead, article.isBookmarked) = (false, false)
              try await base.save(article)
            }
            return report
          }
        }
      },
      Fault("takesUpdatesForNews", "reports a known article as a new one") { system in
        system.parts.alterArticles { articles, _ in
          let base = articles.base
          articles.importing = { list, size in
            var report = try await base.importArticles(list, batchSize: size)
            (report.added, report.updated) = (report.added + report.updated, [])
            return report
          }
        }
      },
      Fault("goesOnWithTheNextBatch", "leaves out the articles after a bad one in its batch") { system in
        system.parts.chunk = { articles, size in
          articles.chunked(into: size).map { batch in
            batch.firstIndex { $0.id.isEmpty }.map { Array(batch[...$0]) } ?? batch
          }
        }
      },
    ]
  ).holds(
    forAll: .importedBatch,
    requiring: ["an article that fails": 0.2, "one comes again": 0.2, "several batches": 0.12, "one was seen and is gone": 0.1]
  ) { batch, system, trial in
    trial.label("an article that fails", if: batch.articles.contains { $0.id.isEmpty })
    trial.label("one was seen and is gone", if: !batch.expected.report.contains("skipped []"))
    trial.label("one comes again", if: Set(batch.articles.map(\.id)).count < batch.articles.count)
    trial.label("several batches", if: batch.size > 1 && batch.articles.count > batch.size)
    let inBatches = try await batch.outcome(in: system, size: batch.size)
    // Of the same parts over a store of its own.
    var alone = system
    let place = MemoryLocation()
    alone.openStore = { try await place.open() }
    try expect(
      "the outcome in batches of \(batch.size)", inBatches, equals: try await batch.outcome(in: alone, size: 1))
    try expect("the outcome", inBatches, equals: batch.expected)
  }

  // Feature: argus-system-patterns, Property 67: Quality badge mapping is total and ordered
  static let badges = Requirement<ArgusSystem>(
    "ARG-67", "Quality badge mapping is total and ordered",
    says: """
      A score from 0 to 100 is poor below 25, fair below 50, good below 75 and excellent from 75. A higher score never \
      gets a lower badge. If there is no score, or the score is outside 0 to 100 or not a number, there is no badge.
      """,
    covers: "002 Data Processing", of: "QualityBadges",
    mustCatch: [
      Fault("hasAGapAt75", "gives 75 no badge") { $0.parts.badge = { $0 == 75 ? nil : QualityBadge.of(score: $0) } },
      Fault("takesNaNForExcellent", "rates NaN as excellent") {
        $0.parts.badge = { $0.map(\.isNaN) == true ? .excellent : QualityBadge.of(score: $0) }
      },
      Fault("reversesTheOrder", "gives the best the lowest badge") {
        $0.parts.badge = { QualityBadge.of(score: $0.map { 100 - $0 }) }
      },
      Fault("clampsScores", "treats a score above 100 as 100") {
        $0.parts.badge = { QualityBadge.of(score: $0.map { min($0, 100) }) }
      },
      Fault("includesTheUpperBound", "gives 25, 50 and 75 the badge below") {
        $0.parts.badge = { QualityBadge.of(score: $0.map { [25, 50, 75].contains($0) ? $0 - 1 : $0 }) }
      },
      Fault("roundsScores", "rounds a score first") { $0.parts.badge = { QualityBadge.of(score: $0.map { $0.rounded() }) } },
      Fault("takesNoScoreForPoor", "treats an article without a score as poor") { $0.parts.badge = { QualityBadge.of(score: $0 ?? 0) } },
    ]
  ).holds(
    forAll: .zip(.score, .score), requiring: ["at a border": 0.2, "none": 0.1, "no number": 0.01]
  ) { (scores: (Double?, Double?), system: ArgusSystem, trial: Trial) in
    for score in [scores.0, scores.1] {
      trial.label("at a border", if: score.map { [0, 25, 50, 75, 100].contains($0) } ?? false)
      trial.label("none", if: score == nil)
      trial.label("no number", if: score?.isNaN == true)
      let below = [25.0, 50, 75, 100.000_001].firstIndex { bound in score.map { $0 >= 0 && $0 <= 100 && $0 < bound } ?? false }
      try expect("the badge of \(describe(score))", system.parts.badge(score)?.rawValue, equals: below)
    }
    if let low = scores.0, let high = scores.1, low <= high, let first = system.parts.badge(low), let second = system.parts.badge(high) {
      try expect("the badge of \(high) is no lower than that of \(low)", first <= second)
    }
  }
}

extension Generator where Value == Double? {
  /// At the borders and a hair beside them, mostly.
  fileprivate static var score: Generator {
    .frequency(
      (1, .constant(nil)), (3, .element(of: [0, 25, 50, 75, 100])),
      (3, .element(of: [-0.001, 24.999, 49.9999, 74.999_999, 100.000_000_1, 25.001])),
      (1, .element(of: [.nan, .infinity, -.infinity, -0.0, 1e300])), (2, Generator<Double>.double(in: -10...110).map { $0 }))
  }
}

import ArgusReference
import PropertyTesting

/// A list to import, with duplicates and articles that cannot be stored: ARG-65.
struct ImportedBatch: Sendable, CounterexampleDescribable {
  let articles: [ArticleModel]
  let size: Int

  var counterexampleDescription: String { "\(describe(articles.map { "\($0.id): \($0.title)" })) by \(size)" }

  struct Outcome: Sendable, Equatable {
    let lines: [String]
    let report: [String]
    let articleCount: Int
  }

  var storableCount: Int { Set(articles.map(\.id).filter { !$0.isEmpty }).count }

  func outcome(in system: ArgusSystem, size: Int) async throws -> Outcome {
    try await ArgusDevice.use(system) { device in
      let report = try await device.app.articles.importArticles(articles, batchSize: size)
      let stored = try await device.app.articleStore.read { try $0.articles() }
      return Outcome(
        lines: stored.map { "\($0.id) v\($0.version): \($0.title) in \($0.topicNames)" },
        report: [
          "added \(report.added)", "updated \(report.updated)", "skipped \(report.skipped)", "failed \(report.failed)",
        ], articleCount: stored.count)
    }
  }
}

extension Generator where Value == ImportedBatch {
  static var importedBatch: Generator {
    Generator { source in
      let article = Generator<ArticleModel> { source in
        let number = try source(.int(in: 0...5))
        // No store takes an empty id.
        let id = try source(.int(in: 0...5)) == 5 ? "" : "a\(number)"
        return ArticleModel(
          id: id, url: "https://news.example/\(number)", title: try source(.element(of: ["a", "b", "c"])),
          topicNames: try source(.array(of: .element(of: ["x", "y"]), count: 0...2)))
      }
      return ImportedBatch(
        articles: try source(.array(of: article, count: 3...9)), size: try source(.int(in: 1...5)))
    }
  }
}

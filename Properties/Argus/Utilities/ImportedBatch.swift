import ArgusReference
import PropertyTesting

/// A list to import, with duplicates and articles that cannot be stored: ARG-65.
struct ImportedBatch: Sendable, CounterexampleDescribable {
  let articles: [ArticleModel]
  let size: Int

  var counterexampleDescription: String {
    "\(describe(articles.map { "\($0.id): \($0.title)" })) by \(size), known \(describe(known.sorted())), seen \(describe(seen.sorted()))"
  }

  struct Outcome: Sendable, Equatable, CounterexampleDescribable {
    var lines: [String]
    var report: [String]

    var counterexampleDescription: String { "\(describe(lines)), \(describe(report))" }
  }

  /// What is there before the import, by number, with a mark, and what was seen.
  let known: Set<Int>
  let seen: Set<Int>

  static func id(_ number: Int) -> String { "a\(number)" }
  private static func address(_ number: Int) -> String { "https://news.example/\(number)" }

  func outcome(in system: ArgusSystem, size: Int) async throws -> Outcome {
    try await ArgusDevice.use(system) { device in
      for number in known.sorted() {
        let article = ArticleModel(
          id: Self.id(number), url: Self.address(number), title: "known", isRead: number % 2 == 0, isBookmarked: true,
          isArchived: number % 3 == 0)
        try await device.app.articles.save(article)
      }
      for number in seen.sorted() { try await device.app.articles.markSeen(Self.id(number)) }
      try await expectNothingOfTheCancelled(device)
      let report = try await device.app.articles.importArticles(articles, batchSize: size)
      let warnings = device.app.logger.entries.filter { $0.level == .warning && $0.category == "ArticleService" }
      try expect("warnings of articles that were not imported", warnings.count, equals: report.failed.count)
      try expect("a warning says something", warnings.allSatisfy { !$0.message.isEmpty })
      let stored = try await device.app.articleStore.read { try $0.articles() }
      return Outcome(
        lines: stored.map { Self.line($0, $0.version) },
        report: [
          "added \(report.added)", "updated \(report.updated)", "skipped \(report.skipped)", "failed \(report.failed)",
        ])
    }
  }

  /// An import that is cancelled before it begins.
  private func expectNothingOfTheCancelled(_ device: ArgusDevice) async throws {
    let before = device.commits.count
    let result = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await device.app.articles.importArticles(articles, batchSize: size)
    }.result
    guard case .failure(let error) = result, error is CancellationError else {
      return try expect("a cancelled import says so", false)
    }
    try expect("what a cancelled import stores", device.commits.count - before, equals: 0)
  }

  /// As it would be one by one.
  var expected: Outcome {
    var stored: [Int: (article: ArticleModel, version: Int64)] = [:]
    var (added, updated, skipped, failed): ([String], [String], [String], [String]) = ([], [], [], [])
    for number in known {
      stored[number] = (
        ArticleModel(id: Self.id(number), title: "known", isRead: number % 2 == 0, isBookmarked: true, isArchived: number % 3 == 0), 1
      )
    }
    for article in articles {
      let number = Self.number(of: article)
      if let (old, version) = stored[number] {
        // By its address, if it has no id.
        let new = ArticleModel(
          id: old.id, title: article.title, topicNames: article.topicNames, isRead: old.isRead, isBookmarked: old.isBookmarked,
          isArchived: old.isArchived)
        stored[number] = (new, version + 1)
        updated.append(article.id)
      } else if article.id.isEmpty {
        failed.append("")
      } else if seen.contains(number) {
        skipped.append(article.id)
      } else {
        stored[number] = (article, 1)
        added.append(article.id)
      }
    }
    return Outcome(
      lines: stored.keys.sorted().compactMap { number in stored[number].map { Self.line($0.article, $0.version) } },
      report: ["added \(added)", "updated \(updated)", "skipped \(skipped)", "failed \(failed)"])
  }

  /// It stands in the address.
  private static func number(of article: ArticleModel) -> Int { article.url.last?.wholeNumberValue ?? -1 }

  private static func line(_ article: ArticleModel, _ version: Int64) -> String {
    var topics: [String] = []
    for topic in article.topicNames where !topics.contains(topic) { topics.append(topic) }
    let marks = [article.isRead, article.isBookmarked, article.isArchived]
    return "\(article.id) v\(version): \(article.title) in \(topics), \(marks)"
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
        articles: try source(.array(of: article, count: 3...9)), size: try source(.int(in: 0...5)),
        known: Set(try source(.array(of: .int(in: 0...5), count: 0...2))),
        seen: Set(try source(.array(of: .int(in: 0...5), count: 0...2))))
    }
  }
}

import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract

/// What several tasks do at the same time in the context that the UI shows: ARG-57.
struct SharedContext: Sendable, CounterexampleDescribable {
  /// What one task does.
  enum Deed: Sendable, CounterexampleDescribable {
    /// Takes the article of this number out of its topic, and saves.
    case empty(Int)
    /// Deletes the article of this number, and saves.
    case delete(Int)
    case save, refresh

    var counterexampleDescription: String {
      switch self {
      case .empty(let number): "empty \(number)"
      case .delete(let number): "delete \(number)"
      case .save: "save"
      case .refresh: "refresh"
      }
    }
  }

  /// No two of them change the same article.
  let deeds: [Deed]
  var counterexampleDescription: String { describe(deeds) }

  private static let articleCount = 4
  private static func id(_ number: Int) -> String { "shared \(number)" }

  func run(on device: ArgusDevice, _ trial: Trial) async throws {
    for number in 0..<Self.articleCount {
      try await device.app.articles.save(ArticleModel(id: Self.id(number), title: "T", topicNames: ["topic"]))
    }
    let context = device.app.container.main
    try await context.refresh()
    let tasks = deeds.map { deed in
      Task {
        switch deed {
        case .empty(let number):
          await context.apply(.unlink(Self.id(number)))
          try await context.save()
        case .delete(let number):
          await context.apply(.deleteArticle(Self.id(number)))
          try await context.save()
        case .save: try await context.save()
        case .refresh: try await context.refresh()
        }
      }
    }
    for task in tasks { try await task.value }
    let stored = try await device.app.articleStore.read { reader in
      ContextObjects(articles: try reader.articles(), topics: try reader.topics(), seen: try reader.seenArticles())
    }
    try expect("what the context holds, and the store", StoredLinks(await context.objects), equals: StoredLinks(stored))
    try expect("how often an article was written, at most once after it was made", stored.articles.allSatisfy { $0.version <= 2 })
    let refreshes = deeds.contains { if case .refresh = $0 { true } else { false } }
    trial.label("a refresh comes between saves", if: refreshes)
    trial.label("several saves and no refresh", if: !refreshes && deeds.count > 1)
    // A refresh discards what is not saved: then any change may be lost, and it is not judged.
    if refreshes { return }
    for deed in deeds {
      switch deed {
      case .empty(let number):
        try expect("the topics of article \(number)", stored.articles.first { $0.id == Self.id(number) }?.topicNames, equals: [])
      case .delete(let number):
        try expect("article \(number) is gone", !stored.articles.contains { $0.id == Self.id(number) })
      case .save, .refresh: break
      }
    }
  }
}

extension Generator where Value == SharedContext {
  static let sharedContext = Generator { source in
    let numbers = try source(.permutation(of: [0, 1, 2, 3]))
    var deeds: [SharedContext.Deed] = []
    for number in numbers.prefix(try source(.int(in: 1...4))) {
      switch try source(.int(in: 0...5)) {
      case 0, 1: deeds.append(.empty(number))
      case 2, 3: deeds.append(.delete(number))
      case 4: deeds.append(.save)
      default: deeds.append(.refresh)
      }
    }
    return SharedContext(deeds: deeds)
  }
}

import ArgusGenerators
import ArgusReference
import PropertyTesting
import StorageContract

/// Articles that an earlier version stored, with rich text that is missing, half there, damaged or of another text: ARG-44.
struct OlderArticles: Sendable, CounterexampleDescribable {
  enum Blobs: String, Sendable, CaseIterable {
    case complete, missing
    case halfThere = "half there"
    case damaged
    case ofAnotherText = "of another text"
  }

  let blobs: [Blobs]
  /// Whether the list is asked first, or each article.
  let listFirst: Bool

  var counterexampleDescription: String { "rich text \(describe(blobs.map(\.rawValue))), \(listFirst ? "the list" : "each") first" }

  private func article(_ place: Int) -> ArticleModel {
    ArticleModel(
      id: "a\(place)", title: "Title \(place)", summary: place % 2 == 0 ? "" : "Summary", body: "Body \(place)",
      topicNames: ["news"])
  }

  private func put(in transaction: any WriteTransaction) throws {
    for (place, kind) in blobs.enumerated() {
      let article = article(place)
      try transaction.put(article.sealedFields, at: article.id, in: ArticleModel.collection)
      var rendered: [RichTextField: [UInt8]] = [:]
      for field in RichTextField.allCases {
        let text = kind == .ofAnotherText ? "old" : article.text(of: field)
        rendered[field] = try RichTextBlob.encode(ArticleNames.rendered(text), of: text)
      }
      switch kind {
      case .missing: continue
      case .halfThere: rendered[.body] = nil
      case .damaged: rendered[.body]?[20] ^= 1
      case .complete, .ofAnotherText: break
      }
      try transaction.put(
        RichTextBlobs(articleID: article.id, blobs: rendered).sealedFields, at: article.id, in: RichTextBlobs.collection)
    }
    if !blobs.isEmpty {
      let topic = TopicModel(name: "news", articleIDs: blobs.indices.map { "a\($0)" })
      try transaction.put(topic.sealedFields, at: "news", in: TopicModel.collection)
    }
  }

  func run(in system: ArgusSystem) async throws {
    var system = system
    system.parts.render = { ArticleNames.rendered($0) }
    try await ArgusDevice.use(system, prepare: put) { device in
      for isList in [listFirst, !listFirst] {
        if isList {
          let listed = await device.app.articles.articles(topic: "news").articles
          try expect("how many articles the list has", listed.count, equals: blobs.count)
          for article in listed { try expectComplete(article, "listed") }
        } else {
          for place in blobs.indices {
            guard let article = try await device.app.articles.article("a\(place)") else {
              return try expect("article \(place) is there", false)
            }
            try expectComplete(article, "asked for")
          }
        }
      }
      let stored = try await device.app.articleStore.read { try $0.articles() }
      for article in stored { try expectComplete(article, "stored, after it was shown") }
      try expect("the versions, which no rendering counts for", stored.map(\.version), equals: blobs.map { _ in 1 })
    }
  }

  private func expectComplete(_ article: ArticleModel, _ how: String) throws {
    try expect(
      "fields without their rich text of \(article.id), \(how)", article.wrongBlobs.map(\.rawValue), equals: [String]())
  }
}

extension Generator where Value == OlderArticles {
  static var olderArticles: Generator {
    Generator { source in
      OlderArticles(
        blobs: try source(.array(of: .element(of: OlderArticles.Blobs.allCases), count: 0...4)),
        listFirst: try source(.bool))
    }
  }
}

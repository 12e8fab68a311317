import StorageContract

/// The rich text of an article's field, in three phases (002 Blob storage and retrieval with three-phase loading): from memory,
/// from the stored blob, or rendered from the Markdown, stored and remembered. A blob that is damaged or of another text counts
/// as missing.
public protocol RichTextLoading: Sendable {
  /// - Throws: what rendering throws.
  func load(_ field: RichTextField, of article: ArticleModel) async throws -> LoadedRichText
  /// Stores and remembers whatever is missing of an article.
  /// - Returns: the article with all of its blobs.
  func complete(_ article: ArticleModel) async throws -> ArticleModel
  func memoryWarning() async
}

public struct LoadedRichText: Sendable, Equatable {
  public enum Phase: Sendable, Equatable, CaseIterable {
    case memory, storedBlob, rendered
  }

  public var text: RichText
  public var phase: Phase

  public init(text: RichText, phase: Phase) {
    self.text = text
    self.phase = phase
  }
}

public struct RichTextLoaderSetup: Sendable {
  public var store: any ArticleStore
  public var render: @Sendable (String) throws -> RichText
  public var memoryLimit: Int

  public init(store: any ArticleStore, render: @escaping @Sendable (String) throws -> RichText, memoryLimit: Int) {
    self.store = store
    self.render = render
    self.memoryLimit = memoryLimit
  }
}

public actor RichTextLoader: RichTextLoading {
  private struct Key: Hashable {
    let article: KeyBytes
    let field: RichTextField
  }

  /// With the Markdown that it was made of: after an edit it is of no use.
  private struct Remembered {
    let markdown: KeyBytes
    let text: RichText
  }

  private let setup: RichTextLoaderSetup
  private var memory: MemoryCache<Key, Remembered>

  public init(_ setup: RichTextLoaderSetup) {
    self.setup = setup
    memory = MemoryCache(countLimit: setup.memoryLimit)
  }

  public func load(_ field: RichTextField, of article: ArticleModel) async throws -> LoadedRichText {
    let key = Key(article: KeyBytes(article.id), field: field)
    let markdown = article.text(of: field)
    if let known = memory.value(for: key), known.markdown == KeyBytes(markdown) {
      return LoadedRichText(text: known.text, phase: .memory)
    }
    if let text = article.blobs[field].flatMap({ RichTextBlob.decode($0, of: markdown) }) {
      memory.set(Remembered(markdown: KeyBytes(markdown), text: text), for: key)
      return LoadedRichText(text: text, phase: .storedBlob)
    }
    let text = try setup.render(markdown)
    memory.set(Remembered(markdown: KeyBytes(markdown), text: text), for: key)
    await backfill([field: try RichTextBlob.encode(text, of: markdown)], of: article)
    return LoadedRichText(text: text, phase: .rendered)
  }

  public func complete(_ article: ArticleModel) async throws -> ArticleModel {
    var missing: [RichTextField: [UInt8]] = [:]
    for field in RichTextField.allCases {
      let markdown = article.text(of: field)
      let isThere = article.blobs[field].map { RichTextBlob.decode($0, of: markdown) != nil } ?? false
      if !isThere { missing[field] = try RichTextBlob.encode(try setup.render(markdown), of: markdown) }
    }
    if missing.isEmpty { return article }
    await backfill(missing, of: article)
    var complete = article
    complete.blobs.merge(missing) { $1 }
    return complete
  }

  /// Unless the article was edited meanwhile: then its blobs went with the edit. A store that fails, or a task that is cancelled,
  /// costs no reader his text: the next load renders it again.
  private func backfill(_ missing: [RichTextField: [UInt8]], of article: ArticleModel) async {
    _ = try? await setup.store.transaction { transaction in
      guard let stored = try transaction.article(article.id), stored.version == article.version else { return }
      try transaction.backfill(stored.blobs.merging(missing) { $1 }, of: article.id)
    }
  }

  public func memoryWarning() { memory.removeAll() }
}

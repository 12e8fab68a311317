import StorageContract

/// Loads the rich text of an article's field in three phases (002 Blob storage and retrieval with three-phase loading):
/// from memory, from the stored blob, or by rendering the Markdown. Rendered text is stored and cached. A blob that is
/// damaged or was rendered from other Markdown counts as missing.
public protocol RichTextLoading: Sendable {
  /// Returns the rich text of a field, and the phase that had it.
  /// - Throws: what the renderer throws. A store that fails is no error, and neither is a cancelled task.
  func load(_ field: RichTextField, of article: ArticleModel) async throws -> LoadedRichText
  /// Renders and stores the blobs that the article lacks.
  /// - Returns: the article with all of its blobs.
  /// - Throws: what the renderer throws. A store that fails is no error, and neither is a cancelled task.
  func complete(_ article: ArticleModel) async throws -> ArticleModel
  /// Drops the rich text in memory.
  func memoryWarning() async
}

/// A loaded rich text.
public struct LoadedRichText: Sendable, Equatable {
  /// The phases of loading, in the order in which they are tried.
  public enum Phase: Sendable, Equatable, CaseIterable {
    case memory, storedBlob, rendered
  }

  /// The rich text of the field.
  public var text: RichText
  /// The phase that had the text.
  public var phase: Phase

  /// Creates a loaded text from its parts.
  public init(text: RichText, phase: Phase) {
    self.text = text
    self.phase = phase
  }
}

/// The parts that a loader is made from.
public struct RichTextLoaderSetup: Sendable {
  /// Receives the blobs that were missing.
  public var store: any ArticleStore
  /// Renders Markdown.
  public var render: @Sendable (String) throws -> RichText
  /// The most fields whose rich text is kept in memory.
  public var memoryLimit: Int

  /// Creates a setup from its parts.
  public init(store: any ArticleStore, render: @escaping @Sendable (String) throws -> RichText, memoryLimit: Int) {
    self.store = store
    self.render = render
    self.memoryLimit = memoryLimit
  }
}

/// The reference's loader.
public actor RichTextLoader: RichTextLoading {
  private struct Key: Hashable {
    let article: KeyBytes
    let field: RichTextField
  }

  /// A rich text with the Markdown that it was rendered from. After an edit the Markdown differs, and the entry is
  /// useless.
  private struct Remembered {
    let markdown: KeyBytes
    let text: RichText
  }

  private let setup: RichTextLoaderSetup
  private var memory: MemoryCache<Key, Remembered>

  /// Creates a loader with nothing in memory.
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

  /// Stores the missing blobs, unless the article was edited meanwhile: the edit has stored its own. If the store
  /// fails or the task is cancelled, the reader still gets the text, and the next load renders it again.
  private func backfill(_ missing: [RichTextField: [UInt8]], of article: ArticleModel) async {
    _ = try? await setup.store.transaction { transaction in
      guard let stored = try transaction.article(article.id), stored.version == article.version else { return }
      try transaction.backfill(stored.blobs.merging(missing) { $1 }, of: article.id)
    }
  }

  public func memoryWarning() { memory.removeAll() }
}

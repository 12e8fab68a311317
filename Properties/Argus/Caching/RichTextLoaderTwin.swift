import ArgusReference
import Foundation
import PropertyTesting

/// A second loader, with lists in place of a cache.
actor RichTextLoaderTwin: RichTextLoading {
  enum Defect: String, CaseIterable, Sendable {
    case rendersAlways = "renders a text each time"
    case servesOldText = "serves rich text from before an edit from memory"
    case takesAnyBlob = "accepts a stored blob, whatever text it was made from"
    case takesDamagedBlobs = "accepts a blob although its bytes have changed"
    case takesWhatReads = "takes a blob whose bytes have changed if it reads as rich text"
    case storesNothing = "does not store rendered text"
    case storesAtTheFirstAttempt = "does not store rendered text again if the store refused it once"
    case storesForAnotherVersion = "stores rendered text although the article was edited meanwhile"
    case failsWithTheStore = "fails if the store refuses rendered text"
    case remembersNothing = "does not remember loaded rich text"
    case remembersOneFieldOfAnArticle = "remembers an article's rich text without its field"
  }

  static let twin = Twin<ArgusSystem, Defect>("RichTextLoaderTwin") { system, defect in
    system.parts.makeRichTextLoader = { RichTextLoaderTwin($0, defect) }
  }

  private let setup: RichTextLoaderSetup
  private let defect: Defect?
  private var known: [(id: [UInt8], field: RichTextField, markdown: [UInt8], text: RichText)] = []

  init(_ setup: RichTextLoaderSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func load(_ field: RichTextField, of article: ArticleModel) async throws -> LoadedRichText {
    let (id, markdown) = (Array(article.id.utf8), article.text(of: field))
    func keep(_ text: RichText) {
      known.removeAll { $0.id == id && $0.field == field }
      if defect != .remembersNothing { known.append((id, field, Array(markdown.utf8), text)) }
    }
    let found = known.first {
      $0.id == id && ($0.field == field || defect == .remembersOneFieldOfAnArticle)
        && ($0.markdown == Array(markdown.utf8) || defect == .servesOldText || defect == .remembersOneFieldOfAnArticle)
    }
    if let found, defect != .rendersAlways { return LoadedRichText(text: found.text, phase: .memory) }
    if defect != .rendersAlways, let bytes = article.blobs[field], let text = read(bytes, markdown) {
      keep(text)
      return LoadedRichText(text: text, phase: .storedBlob)
    }
    let text = try setup.render(markdown)
    keep(text)
    if defect != .storesNothing {
      let blob = try RichTextBlob.encode(text, of: markdown)
      do { try await store([field: blob], article) } catch ArgusError.transactionFailed where defect != .failsWithTheStore {}
    }
    return LoadedRichText(text: text, phase: .rendered)
  }

  private func read(_ bytes: [UInt8], _ markdown: String) -> RichText? {
    if defect == .takesAnyBlob, let text = RichTextBlob.decode(bytes, of: "old") { return text }
    if defect == .takesDamagedBlobs, RichTextBlob.decode(bytes, of: markdown) == nil {
      return RichText(blocks: [RichText.Block(.verbatim, runs: [RichText.Run("damaged")])])
    }
    // Both digests have eight bytes.
    if defect == .takesWhatReads, let good = try? RichTextBlob.encode(RichText(), of: markdown), bytes.prefix(8) == good.prefix(8) {
      return try? JSONDecoder().decode(RichText.self, from: Data(bytes.dropFirst(16)))
    }
    return RichTextBlob.decode(bytes, of: markdown)
  }

  private func store(_ blobs: [RichTextField: [UInt8]], _ article: ArticleModel) async throws {
    try await setup.store.transaction { transaction in
      guard let now = try transaction.article(article.id) else { return }
      guard now.version == article.version || self.defect == .storesForAnotherVersion else { return }
      do {
        try transaction.backfill(now.blobs.merging(blobs) { $1 }, of: article.id)
      } catch where self.defect == .storesAtTheFirstAttempt {}
    }
  }

  func complete(_ article: ArticleModel) async throws -> ArticleModel {
    var article = article
    var missing: [RichTextField: [UInt8]] = [:]
    for field in RichTextField.allCases {
      let markdown = article.text(of: field)
      if let blob = article.blobs[field], RichTextBlob.decode(blob, of: markdown) != nil { continue }
      missing[field] = try RichTextBlob.encode(try setup.render(markdown), of: markdown)
    }
    if !missing.isEmpty { try await store(missing, article) }
    article.blobs.merge(missing) { $1 }
    return article
  }

  func memoryWarning() { known = [] }
}

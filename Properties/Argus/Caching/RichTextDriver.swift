import ArgusGenerators
import ArgusReference
import StorageContract
import StorageFaults

extension CacheDriver {
  func perform(_ call: RichTextCall) async throws -> RichTextAnswer? {
    switch call {
    case .load(let number, let field, let refusals):
      if refusals != 0 { device.faults.inject(StoreFault(.put, .fails, times: refusals)) }
      defer { device.faults.heal() }
      return RichTextAnswer(loaded: try await device.app.articles.richText(field, of: ArticleNames.ids[number]))
    case .complete(let number, let field, let isOld): return try await complete(number, without: field, isOld)
    case .save(let number, let text):
      let edit = ArticleEdit(article: number, address: nil, form: 0, text: text, topics: [], isRead: false)
      try await device.app.articles.save(edit.model)
    case .damage(let number, let field, let damage):
      try await device.store.write { transaction in
        let (id, collection) = (ArticleNames.ids[number], RichTextBlobs.collection)
        guard let record = try transaction.get(id, in: collection), var blobs = try? RichTextBlobs(sealed: record)
        else { return }
        blobs.blobs[field] = try blobs.blobs[field].flatMap(damage.damaged)
        // Such that nothing but the blob itself tells of it.
        try transaction.put(blobs.sealedFields, at: id, in: collection)
      }
    case .memoryWarning: await device.app.articles.memoryWarning()
    case .relaunch: try await device.relaunch()
    }
    return nil
  }

  private func complete(_ number: Int, without field: RichTextField, _ isOld: Bool) async throws -> RichTextAnswer {
    let (store, parts) = (device.app.articleStore, device.app.parts)
    guard var article = try await store.read({ try $0.article(ArticleNames.ids[number]) }) else {
      throw ArgusError.notFound
    }
    if isOld {
      (article.title, article.summary, article.body) = ("old", "old", "old")
      article.version -= 1
    }
    article.blobs[field] = nil
    let loader = parts.makeRichTextLoader(RichTextLoaderSetup(store: store, render: parts.render, memoryLimit: 0))
    let loaded = try await loader.load(field, of: article)
    let complete = try await loader.complete(article)
    let mark = try await lastCommit()
    _ = try await loader.complete(complete)
    return RichTextAnswer(
      loaded: loaded, wrong: complete.wrongBlobs, isWrittenAgain: try await lastCommit() != mark)
  }

  /// Each write leaves its mark.
  private func lastCommit() async throws -> [String: FieldValue]? {
    try await device.store.read { try $0.get("last", in: "commits")?.fields }
  }

  func missingRichText() async throws -> [[RichTextField]] {
    try await device.app.articleStore.read { reader in
      try (0...1).map { try reader.article(ArticleNames.ids[$0])?.wrongBlobs ?? [] }
    }
  }
}

extension BlobDamage {
  fileprivate func damaged(_ blob: [UInt8]) throws -> [UInt8]? {
    let other = try RichTextBlob.encode(ArticleNames.rendered("other"), of: "other")
    return switch self {
    case .missing: nil
    case .ofAnotherText: other
    case .flipped: blob.dropLast(2) + [0] + blob.suffix(1)
    case .cutOff: Array(blob.prefix(12))
    // Behind the two digests.
    case .readsOtherwise: Array(blob.prefix(16) + other.dropFirst(16))
    }
  }
}

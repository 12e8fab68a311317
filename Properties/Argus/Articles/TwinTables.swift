import ArgusReference
import Foundation
import StorageContract

/// Everything that the store holds, by the bytes of the keys. What does not read is not there.
struct TwinTables: Sendable {
  var articles: [[UInt8]: ArticleModel] = [:]
  var topics: [[UInt8]: TopicModel] = [:]
  var seen: [[UInt8]: SeenArticleModel] = [:]

  private let twin: ArticleStoreTwin

  init(_ transaction: any ReadTransaction, _ twin: ArticleStoreTwin) throws {
    self.twin = twin
    for record in try transaction.scan(ArticleModel.collection) {
      guard var article = Self.article(record, twin) else { continue }
      let blobs = try transaction.get(record.key, in: RichTextBlobs.collection).flatMap { try? RichTextBlobs(sealed: $0) }
      article.blobs = blobs?.blobs ?? [:]
      articles[Array(article.id.utf8)] = article
    }
    for record in try transaction.scan(TopicModel.collection) {
      if let topic = try? Self.model(TopicModel.self, record, twin) { topics[Array(topic.name.utf8)] = topic }
    }
    if twin.defect == .keepsSeenInMemory {
      seen = twin.lasting.seen.now
    } else {
      for record in try transaction.scan(SeenArticleModel.collection) {
        if let one = try? Self.model(SeenArticleModel.self, record, twin) { seen[Array(one.articleID.utf8)] = one }
      }
    }
  }

  static func article(_ record: Record, _ twin: ArticleStoreTwin) -> ArticleModel? {
    var record = record
    switch twin.defect {
    case .refusesMissingProperties where ArticleModel(id: "x").storedFields.keys.contains { record.fields[$0] == nil }: return nil
    case .inventsIDs where record.fields["id"] == nil:
      var fields = record.fields
      fields["id"] = .text(record.key)
      record = Record(key: record.key, version: record.version, fields: fields)
    case .overwritesWithDefaults where ArticleModel(id: "x").storedFields.keys.contains { record.fields[$0] == nil }:
      var fields = record.fields
      (fields["isRead"], fields["isBookmarked"]) = (nil, nil)
      record = Record(key: record.key, version: record.version, fields: fields)
    default: break
    }
    return try? model(ArticleModel.self, record, twin)
  }

  static func model<Model: StoredModel>(_ type: Model.Type, _ record: Record, _ twin: ArticleStoreTwin) throws -> Model {
    twin.defect == .ignoresChecksums ? try Model(stored: record) : try Model(sealed: record)
  }

  mutating func dropNewBlobs(over before: TwinTables) {
    for (key, article) in articles where before.articles[key]?.blobs != article.blobs {
      articles[key]?.blobs = before.articles[key]?.blobs ?? [:]
    }
  }

  /// Writes what is different.
  func write(over old: TwinTables, in transaction: any WriteTransaction) throws {
    if twin.defect == .keepsSeenInMemory { twin.lasting.seen.set(seen) }
    try Self.write(articles, over: old.articles, in: transaction)
    try Self.write(topics, over: old.topics, in: transaction)
    if twin.defect != .keepsSeenInMemory { try Self.write(seen, over: old.seen, in: transaction) }
    try Self.write(articles.mapValues(\.richText), over: old.articles.mapValues(\.richText), in: transaction)
  }

  private static func write<Model: StoredModel & Equatable>(
    _ new: [[UInt8]: Model], over old: [[UInt8]: Model], in transaction: any WriteTransaction
  ) throws {
    for key in Set(new.keys).union(old.keys).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let name = String(decoding: key, as: UTF8.self)
      if let model = new[key] {
        if old[key]?.storedFields != model.storedFields {
          try transaction.put(model.sealedFields, at: name, in: Model.collection)
        }
      } else {
        try transaction.delete(name, in: Model.collection)
      }
    }
  }
}

extension ArticleModel {
  fileprivate var richText: RichTextBlobs { RichTextBlobs(articleID: id, blobs: blobs) }
}

extension Dictionary where Key == [UInt8] {
  var inKeyOrder: [Value] { sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value) }
}

import ArgusReference
import Foundation
import StorageContract

/// A read-only view of the old database (002 One-Time Migration Flow). It has no method that writes.
struct LegacyDatabase: Sendable {
  static let collection = "notification_data"

  private let store: any Store

  init(_ store: any Store) {
    self.store = store
  }

  func count() async throws -> Int { try await store.read { try $0.count(Self.collection) } }

  /// The rows after `key` in the order of the keys' bytes, at most `limit`. If `key` is nil, they begin with the first
  /// row. An article is nil if its row cannot be read.
  func articles(after key: String?, limit: Int) async throws -> [(key: String, article: LegacyArticle?)] {
    // The least key after another one is that key with U+0000 at its end.
    let lower = key.map { $0 + "\0" }
    return try await store.read { transaction in
      try transaction.scan(Self.collection, from: lower, to: nil, limit: limit).map { ($0.key, Self.article($0)) }
    }
  }

  /// The row's article, or nil if it cannot be read.
  private static func article(_ record: Record) -> LegacyArticle? {
    guard case .bytes(let bytes)? = record.fields["article"] else { return nil }
    return try? JSONDecoder().decode(LegacyArticle.self, from: Data(bytes))
  }
}

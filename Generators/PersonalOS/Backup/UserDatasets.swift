import PersonalOSReference
import PropertyTesting
import StorageContract

/// All that a user has in the app: rows of every model, in their stored form, and trades that were moved aside.
public struct UserDataset: Sendable, Equatable {
  /// The collections of the user's data, in the order of their names.
  public static let collections = [
    "article_tasks", "assets", "bookmarks", "focus_sessions", "news", "news_lists", "posts", "projects",
    "quarantine", "trades",
  ]

  /// The rows, ordered by collection, then by the bytes of the key. No two have the same collection and key.
  public private(set) var records: [RawRecord]

  /// Sorts the records. If several have the same collection and key, it keeps the first.
  public init(_ records: [RawRecord]) {
    self.records = records.sortedWithoutDuplicates()
  }

  /// The rows of one collection, ordered by the bytes of their keys.
  public func records(of collection: String) -> [RawRecord] {
    records.filter { $0.collection == collection }
  }

  /// The number of rows in the largest collection.
  public var largestTableCount: Int {
    Self.collections.map { records(of: $0).count }.max() ?? 0
  }

  /// Whether each of ``collections`` has at least one row.
  public var hasEveryTable: Bool {
    Self.collections.allSatisfy { name in records.contains { $0.collection == name } }
  }
}

extension [RawRecord] {
  /// The records in the order of collections and keys. If several have the same collection and key, only the first
  /// remains.
  public func sortedWithoutDuplicates() -> [RawRecord] {
    var sorted = enumerated().sorted { left, right in
      if RawRecord.precedes(left.element, right.element) { return true }
      return !RawRecord.precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
    for index in sorted.indices.dropFirst().reversed()
    where sorted[index].collection == sorted[index - 1].collection
      && KeyBytes.equal(sorted[index].key, sorted[index - 1].key)
    {
      sorted.remove(at: index)
    }
    return sorted
  }
}

extension Generator where Value == UserDataset {
  /// Rows of all collections: `rows` of each, few more often than many. Now and then one table has 17 to 24 rows, more
  /// than a page of 16.
  public static func userDataset(rows: ClosedRange<Int> = 0...4) -> Generator {
    Generator { source in
      let crowded = try source(
        Generator<Int?>.frequency((2, .constant(nil)), (1, .optional(.int(in: 0...8)))))
      var records: [RawRecord] = []
      for (index, table) in tables.enumerated() {
        let count = index == crowded ? 17...24 : rows
        records += try source(.array(of: table, count: count))
      }
      return UserDataset(records)
    }
  }

  /// One or two rows of one collection, in every second case trades that were moved aside.
  static var userDatasetOfOneTable: Generator {
    Generator { source in
      let table = try source(.bool) ? tables[try source(.int(in: 0...(tables.count - 1)))] : .tradeMovedAside
      return UserDataset(try source(.array(of: table, count: 1...2)))
    }
  }

  private static var tables: [Generator<RawRecord>] {
    [
      Generator<ArticleTask>.storedRow.map { RawRecord($0) },
      Generator<AssetItem>.storedRow.map { RawRecord($0) },
      Generator<Bookmark>.storedRow.map { RawRecord($0) },
      Generator<FocusSession>.storedRow.map { RawRecord($0) },
      Generator<NewsItem>.storedRow.map { RawRecord($0) },
      Generator<CachedNewsList>.storedRow.map { RawRecord($0) },
      Generator<SocialPost>.storedRow.map { RawRecord($0) },
      Generator<ProjectItem>.storedRow.map { RawRecord($0) },
      .tradeMovedAside,
      Generator<TradeRecord>.storedRow.map { RawRecord($0) },
    ]
  }
}

extension UserDataset {
  /// The same rows with `marker` appended to every text of the user's, in keys too. Enumerations (type, data source,
  /// status of a post) and ids stay as they are.
  public func marked(_ marker: String) -> UserDataset {
    let words: Set<String> = ["type", "dataSource"]
    return UserDataset(
      records.map { record in
        var record = record
        for case (let name, .text(let text)) in record.fields where !words.contains(name) {
          if record.collection == "posts" && name == "status" { continue }
          record.fields[name] = .text(text + marker)
        }
        if ["article_tasks", "assets", "bookmarks", "news", "news_lists"].contains(record.collection) {
          record.key += marker
        }
        return record
      })
  }
}

import Foundation
import StorageContract

/// A step from one layout to the next. It works on raw records, so a change of the models never changes the step.
///
/// - v1: `trades` have no notes. The amounts of `trades` and `assets` are doubles. The key of a record of `news` is the
///   address as the feed wrote it, and the record has no source label. `projects` and `posts` have not changed since.
/// - v2: `trades` have notes. `focus_sessions` are new.
/// - v3: The key of a record of `news` is the stable id, and the record has its canonical URL and a source label.
///   `bookmarks`, made from the marked articles, and `article_tasks` are new.
/// - v4: The amounts are decimals.
public struct MigrationStep: Sendable {
  /// The layout that the step starts from.
  public let from: SchemaVersion
  /// The layout that the step ends with, greater than ``from``.
  public let to: SchemaVersion
  /// Rewrites the records inside the migration's transaction. It throws ``UnreadableRecord`` for a record that does not
  /// have the layout ``from``.
  public let run: @Sendable (any WriteTransaction) throws -> Void

  /// Creates a step from its parts. The coordinator ignores a step whose `to` is not greater than `from`.
  public init(
    from: SchemaVersion, to: SchemaVersion, run: @escaping @Sendable (any WriteTransaction) throws -> Void
  ) {
    self.from = from
    self.to = to
    self.run = run
  }

  /// The steps from the first layout to the current one, in order.
  public static let all = [addNotes, identifyArticles, storeAmountsAsDecimals]

  /// v1 → v2. Gives each trade empty notes, if it has none. Focus sessions are new, so there are none to rewrite.
  public static let addNotes = MigrationStep(from: .v1, to: .v2) { transaction in
    for trade in try transaction.rawRecords(of: "trades") where trade.fields["notes"] == nil {
      var fields = trade.fields
      fields["notes"] = .text("")
      try transaction.put(fields, at: trade.key, in: "trades")
    }
  }

  /// v2 → v3. Gives each article its stable id. If several rows are the same article, the latest one stays, or the one
  /// whose old key comes first among equally late ones. It is bookmarked if any of them was. Unknown fields of its row
  /// stay.
  public static let identifyArticles = MigrationStep(from: .v2, to: .v3) { transaction in
    var items: [String: NewsItem] = [:]
    var rows: [String: [String: FieldValue]] = [:]
    for old in try transaction.rawRecords(of: "news") {
      let record = StoredRecord(collection: "news", key: old.key, fields: old.fields)
      let article = FeedArticle(
        url: old.key, title: try record.text("title"), summary: try record.text("summary"),
        publishedAt: try record.date("publishedAt"), source: try record.text("source"))
      // In v2, every stored article is the app's own copy.
      var item = NewsItem(article, dataSource: .cache, isBookmarked: try record.bool("isBookmarked"))
      if let other = items[item.id] {
        let isBookmarked = item.isBookmarked || other.isBookmarked
        if item.publishedAt <= other.publishedAt { item = other } else { rows[item.id] = old.fields }
        item.isBookmarked = isBookmarked
      } else {
        rows[item.id] = old.fields
      }
      items[item.id] = item
      try transaction.delete(old.key, in: "news")
    }
    for (id, item) in items.sorted(by: { $0.key < $1.key }) {
      let article: [String: FieldValue] = [
        "url": .text(item.url), "title": .text(item.title), "summary": .text(item.summary),
        "source": .text(item.source), "publishedAt": .date(item.publishedAt), "dataSource": .text("cache"),
      ]
      let flag = ["isBookmarked": FieldValue.bool(item.isBookmarked)]
      try transaction.put((rows[id] ?? [:]).merging(article) { $1 }.merging(flag) { $1 }, at: id, in: "news")
      if item.isBookmarked { try transaction.put(article, at: id, in: "bookmarks") }
    }
  }

  /// v3 → v4. Turns the amounts of trades and assets from doubles into decimals. It throws ``UnreadableRecord`` for a
  /// double that is not finite or that no decimal can hold.
  public static let storeAmountsAsDecimals = MigrationStep(from: .v3, to: .v4) { transaction in
    let amounts = ["trades": ["quantity", "price"], "assets": ["quantity", "avgCost", "currentPrice"]]
    for (collection, names) in amounts.sorted(by: { $0.key < $1.key }) {
      for old in try transaction.rawRecords(of: collection) {
        let record = StoredRecord(collection: collection, key: old.key, fields: old.fields)
        var fields = old.fields
        for name in names {
          guard let amount = Decimal(shortestTextOf: try record.double(name)) else {
            throw record.refusal(name, "a finite number that a decimal can hold")
          }
          fields[name] = .decimal(amount)
        }
        try transaction.put(fields, at: old.key, in: collection)
      }
    }
  }
}

extension Decimal {
  /// The decimal number of the shortest text that reads back as `value`: 0.1 for the double nearest to 0.1. It is nil if
  /// the value is not finite, or if the exponent of its digits, as a whole number, is not from -128 to 127.
  init?(shortestTextOf value: Double) {
    guard value.isFinite else { return nil }
    let parts = value.magnitude.description.split(separator: "e")
    let number = parts[0].split(separator: ".")
    let fraction = number.count > 1 && number[1] != "0" ? number[1] : ""
    var exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
    guard var digits = UInt64(number[0] + fraction) else { return nil }
    while digits > 0, digits.isMultiple(of: 10) {
      digits /= 10
      exponent += 1
    }
    guard digits > 0 else {
      self = 0
      return
    }
    guard (-128...127).contains(exponent) else { return nil }
    self = Decimal(sign: value < 0 ? .minus : .plus, exponent: exponent, significand: Decimal(digits))
  }
}

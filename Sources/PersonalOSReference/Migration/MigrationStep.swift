import Foundation
import StorageContract

/// The way from one layout to the next, on raw records: what a step does never changes with the models.
///
/// - v1: `trades` without notes, amounts of `trades` and `assets` as doubles, `news` keyed by the address as
///   the feed had it, without saying where it comes from; `projects` and `posts` as they still are.
/// - v2: trades have notes. New are `focus_sessions`.
/// - v3: `news` keyed by stable id, with its canonical URL and where it comes from. New are `bookmarks`, of the
///   articles that have the mark, and `article_tasks`.
/// - v4: amounts as decimals.
public struct MigrationStep: Sendable {
  public let from: SchemaVersion
  public let to: SchemaVersion
  /// Rewrites the records; throws ``UnreadableRecord`` for one that is not of the layout `from`.
  public let run: @Sendable (any WriteTransaction) throws -> Void

  public init(
    from: SchemaVersion, to: SchemaVersion, run: @escaping @Sendable (any WriteTransaction) throws -> Void
  ) {
    self.from = from
    self.to = to
    self.run = run
  }

  /// From the first layout to the current one.
  public static let all = [addNotes, identifyArticles, storeAmountsAsDecimals]

  /// v1 → v2. Focus sessions are new, so there are none yet.
  public static let addNotes = MigrationStep(from: .v1, to: .v2) { transaction in
    for trade in try transaction.rawRecords(of: "trades") where trade.fields["notes"] == nil {
      var fields = trade.fields
      fields["notes"] = .text("")
      try transaction.put(fields, at: trade.key, in: "trades")
    }
  }

  /// v2 → v3. Of articles that turn out to be one, the latest stays (of several, the one whose old key comes
  /// first), bookmarked if any of them was. What else a row holds stays with it.
  public static let identifyArticles = MigrationStep(from: .v2, to: .v3) { transaction in
    var items: [String: NewsItem] = [:]
    var rows: [String: [String: FieldValue]] = [:]
    for old in try transaction.rawRecords(of: "news") {
      let record = StoredRecord(collection: "news", key: old.key, fields: old.fields)
      let article = FeedArticle(
        url: old.key, title: try record.text("title"), summary: try record.text("summary"),
        publishedAt: try record.date("publishedAt"), source: try record.text("source"))
      // All that was kept by then is the app's own copy.
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

  /// v3 → v4.
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
  /// The number that the shortest text says which reads back as `value`: 0.1 for the double nearest to it. Nil
  /// for what is not finite, and where a decimal has no such exponent (-128 to 127, of its digits as a whole
  /// number).
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

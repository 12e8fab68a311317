import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A user's data as the app came to hold it in an old layout, told without regard to any layout: what is
/// stored of it in each of them follows (``records(in:)``).
public struct LegacyDataset: Sendable {
  public struct Trade: Sendable {
    public var id: UUID
    public var symbol: String
    public var type: TradeType
    public var quantity: LegacyAmount
    public var price: LegacyAmount
    public var date: Date
    /// Layout v1 has none.
    public var notes: String
  }

  public struct Asset: Sendable {
    public var symbol: String
    public var amounts: [LegacyAmount]
    public var lastUpdated: Date
  }

  /// One delivery of an article. Several of one article are several records until layout v2.
  public struct Article: Sendable {
    /// As the feed had it.
    public var url: String
    /// The form that all spellings share, by construction; nil where `url` is no address.
    public var canonicalURL: String?
    public var title: String
    public var summary: String
    public var source: String
    public var publishedAt: Date
    public var isBookmarked: Bool
    public var dataSource: NewsDataSource
  }

  /// The layout that the data is in.
  public var version: SchemaVersion
  public var trades: [Trade]
  public var assets: [Asset]
  public var articles: [Article]
  /// Rows that have had the same layout ever since there are any.
  public var unchanged: [RawRecord]
  /// What every trade, asset and delivery holds beside what this version of the app knows: another version's.
  public var extra: [String: FieldValue] = [:]
}

/// An amount that layouts to v3 hold as a double. The double's shortest text is the decimal's.
public struct LegacyAmount: Sendable, Equatable {
  public let decimal: Decimal
  public let double: Double

  /// - Parameter decimal: at most 15 significant digits: so many survive in every double.
  public init(_ decimal: Decimal) {
    self.decimal = decimal
    double = Double("\(decimal)") ?? .nan
  }

  init(_ text: String, _ double: Double) {
    decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
    self.double = double
  }
}

extension LegacyDataset {
  /// What a store of the layout holds of this data, in the order of collections and keys: for the dataset's
  /// own layout what it starts with, for a later one what a migration has to come to.
  public func records(in layout: SchemaVersion) -> [RawRecord] {
    var records = unchanged
    for trade in trades {
      var fields: [String: FieldValue] = [
        "symbol": .text(trade.symbol), "type": .text(trade.type.rawValue), "date": .date(trade.date),
        "quantity": trade.quantity.value(in: layout), "price": trade.price.value(in: layout),
      ]
      if layout > .v1 { fields["notes"] = .text(trade.notes) }
      records.append(
        RawRecord(collection: "trades", key: trade.id.uuidString, fields: fields.merging(extra) { own, _ in own }))
    }
    for asset in assets {
      var fields: [String: FieldValue] = ["lastUpdated": .date(asset.lastUpdated)]
      for (name, amount) in zip(["quantity", "avgCost", "currentPrice"], asset.amounts) {
        fields[name] = amount.value(in: layout)
      }
      records.append(
        RawRecord(collection: "assets", key: asset.symbol, fields: fields.merging(extra) { own, _ in own }))
    }
    if layout < .v3 {
      for article in articles {
        var fields = article.commonFields
        fields["isBookmarked"] = .bool(article.isBookmarked)
        records.append(RawRecord(collection: "news", key: article.url, fields: fields.merging(extra) { own, _ in own }))
      }
    } else {
      records += articleRecords
    }
    return records.sortedWithoutDuplicates()
  }

  /// How many articles were delivered more than once.
  public var repeatedArticleCount: Int {
    Dictionary(grouping: articles, by: \.stableID).values.count { $0.count > 1 }
  }

  /// Whether of one article's deliveries one is bookmarked and a later one is not.
  public var bookmarksAnEarlierDelivery: Bool {
    Dictionary(grouping: articles, by: \.stableID).values.contains { deliveries in
      deliveries.contains(where: \.isBookmarked) && Self.latest(of: deliveries)?.isBookmarked == false
    }
  }

  private var articleRecords: [RawRecord] {
    Dictionary(grouping: articles, by: \.stableID).flatMap { id, deliveries -> [RawRecord] in
      guard let article = Self.latest(of: deliveries) else { return [] }
      var fields = article.commonFields
      fields["url"] = .text(article.canonicalURL ?? article.url)
      fields["dataSource"] = .text(article.dataSource.rawValue)
      let isBookmarked = deliveries.contains(where: \.isBookmarked)
      let news = fields.merging(["isBookmarked": .bool(isBookmarked)]) { $1 }
      let bookmark = RawRecord(collection: "bookmarks", key: id, fields: fields)
      let row = RawRecord(collection: "news", key: id, fields: news.merging(extra) { own, _ in own })
      return [row] + (isBookmarked ? [bookmark] : [])
    }
  }

  /// The one that stays: of several of one moment, the one whose address comes first.
  private static func latest(of deliveries: [Article]) -> Article? {
    deliveries.min { left, right in
      left.publishedAt == right.publishedAt
        ? KeyBytes.precedes(left.url, right.url) : left.publishedAt > right.publishedAt
    }
  }
}

extension LegacyDataset.Article {
  var commonFields: [String: FieldValue] {
    [
      "title": .text(title), "summary": .text(summary), "source": .text(source),
      "publishedAt": .date(publishedAt),
    ]
  }

  var stableID: String {
    let day = Int((publishedAt.timeIntervalSince1970 / 86_400).rounded(.down))
    let identity = canonicalURL ?? "\(source)\0\(title)\0\(day)"
    return digestedArticleID(identity)
  }
}

extension LegacyAmount {
  func value(in layout: SchemaVersion) -> FieldValue {
    layout < .v4 ? .double(double) : .decimal(decimal)
  }
}

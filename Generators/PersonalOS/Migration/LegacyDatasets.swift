import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A user's data in an old layout, described without regard to any layout. ``records(in:)`` gives the records of each
/// layout.
public struct LegacyDataset: Sendable {
  /// A trade, whose amounts may be doubles.
  public struct Trade: Sendable {
    /// The key of the trade's record.
    public var id: UUID
    /// The symbol as it is stored, in any spelling.
    public var symbol: String
    /// Whether the trade is a purchase or a sale.
    public var type: TradeType
    /// How much was traded.
    public var quantity: LegacyAmount
    /// The price of one unit.
    public var price: LegacyAmount
    /// When the trade took place.
    public var date: Date
    /// The user's notes. Layout v1 has none.
    public var notes: String
  }

  /// An asset, whose amounts may be doubles.
  public struct Asset: Sendable {
    /// The symbol, which is the key of the asset's record.
    public var symbol: String
    /// Three amounts: quantity, average cost and current price.
    public var amounts: [LegacyAmount]
    /// When the current price was updated.
    public var lastUpdated: Date
  }

  /// One delivery of an article. Up to layout v2, several deliveries of the same article are several records.
  public struct Article: Sendable {
    /// The address as the feed spells it.
    public var url: String
    /// The canonical form that all spellings of the address share, known by construction. Nil if `url` is not an
    /// address.
    public var canonicalURL: String?
    /// The headline.
    public var title: String
    /// A short text, which may be empty.
    public var summary: String
    /// The publisher, which may be empty.
    public var source: String
    /// When the article was published. The migration keeps the delivery with the latest date.
    public var publishedAt: Date
    /// Whether the user has bookmarked this delivery.
    public var isBookmarked: Bool
    /// Where the delivery came from. Up to layout v2 it is `cache`.
    public var dataSource: NewsDataSource
  }

  /// The layout of the data.
  public var version: SchemaVersion
  /// The trades, no two with the same id.
  public var trades: [Trade]
  /// The assets, no two with the same symbol.
  public var assets: [Asset]
  /// The deliveries, no two with the same address.
  public var articles: [Article]
  /// Rows whose layout has never changed.
  public var unchanged: [RawRecord]
  /// Fields that every trade, asset and delivery also has, and that this version of the app does not know. Another
  /// version wrote them.
  public var extra: [String: FieldValue] = [:]
}

/// An amount that layouts up to v3 store as a double. The shortest text of the double is the decimal.
public struct LegacyAmount: Sendable, Equatable {
  /// The amount as layout v4 stores it; NaN if no decimal holds the double.
  public let decimal: Decimal
  /// The amount as layouts up to v3 store it.
  public let double: Double

  /// - Parameter decimal: at most 15 significant digits. Every double preserves that many.
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
  /// The records of this data in the given layout, in the order of collections and keys. For the dataset's own layout
  /// they are the records before a migration; for a later layout, those that a migration must produce.
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

  /// Whether an article has a bookmarked delivery, and its latest delivery is not bookmarked.
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

  /// The delivery that the migration keeps: the latest. If several have the same date, the one whose address comes
  /// first.
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

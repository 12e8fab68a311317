import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

extension Generator where Value == LegacyDataset {
  /// Data in layout v1, v2 or v3: up to 60 records. In every third case one table has 17 to 30 rows, more than a page
  /// of 16.
  public static var legacyDataset: Generator {
    Generator { source in
      let version = try source(.element(of: [SchemaVersion.v1, .v2, .v3]))
      let crowded = try source(.frequency((2, .constant(0)), (1, Generator<Int>.int(in: 1...2))))
      var trades = try source(
        .array(of: Generator<LegacyDataset.Trade>.legacyTrade, count: crowded == 1 ? 17...30 : 0...8))
      if version == .v1 { for index in trades.indices { trades[index].notes = "" } }
      var articles = try source(
        .array(of: Generator<LegacyDataset.Article>.legacyArticle, count: crowded == 2 ? 17...30 : 0...10))
      articles = articles.without(repeating: \.url)
      // Up to layout v2, no field says where an article came from. The migration marks such articles as the app's own
      // copies.
      if version < .v3 {
        for index in articles.indices { articles[index].dataSource = .cache }
      } else {
        articles = articles.without(repeating: \.stableID)
      }
      let assets = try source(.array(of: Generator<LegacyDataset.Asset>.legacyAsset, count: 0...4))
      return LegacyDataset(
        version: version, trades: trades.without(repeating: \.id.uuidString),
        assets: assets.without(repeating: \.symbol),
        articles: articles, unchanged: try source(.unchangedRows(since: version)) + (try source(.strangers)),
        extra: try source(.frequency((2, .constant([:])), (1, .constant(["color": .text("red"), "rank": .int64(3)])))))
    }
  }
}

extension Array {
  /// If several elements have the same key, only the first remains.
  fileprivate func without(repeating key: (Element) -> String) -> [Element] {
    var seen: Set<KeyBytes> = []
    return filter { seen.insert(KeyBytes(key($0))).inserted }
  }
}

extension Generator where Value == [RawRecord] {
  /// Projects and posts; from v2 on also sessions, and from v3 on also tasks.
  fileprivate static func unchangedRows(since version: SchemaVersion) -> Generator {
    Generator { source in
      var rows = try source(.array(of: Generator<ProjectItem>.storedRow, count: 0...3)).map { RawRecord($0) }
      rows += try source(.array(of: Generator<SocialPost>.storedRow, count: 0...3)).map { RawRecord($0) }
      if version > .v1 {
        rows += try source(.array(of: Generator<FocusSession>.storedRow, count: 0...3)).map { RawRecord($0) }
      }
      if version > .v2 {
        rows += try source(.array(of: Generator<ArticleTask>.storedRow, count: 0...2)).map { RawRecord($0) }
      }
      return rows
    }
  }
}

extension Generator where Value == LegacyDataset.Trade {
  static var legacyTrade: Generator {
    Generator { source in
      LegacyDataset.Trade(
        id: try source(.uuid), symbol: try source(.storedText), type: try source(.anyCase()),
        quantity: try source(.legacyAmount), price: try source(.legacyAmount), date: try source(.storedDate),
        notes: try source(.storedText))
    }
  }
}

extension Generator where Value == LegacyDataset.Asset {
  static var legacyAsset: Generator {
    Generator { source in
      LegacyDataset.Asset(
        symbol: try source(.storedKey), amounts: try source(.array(of: .legacyAmount, count: 3)),
        lastUpdated: try source(.storedDate))
    }
  }
}

extension Generator where Value == LegacyAmount {
  /// Decimals of at most 15 digits, from tiny to huge, and doubles whose shortest text has 16 or 17 digits.
  static var legacyAmount: Generator {
    .frequency(
      (1, .constant(LegacyAmount(0))),
      (3, Generator<Decimal>.decimal(digits: 1...15, exponent: -12...3).map { LegacyAmount($0) }),
      (1, Generator<Decimal>.decimal(digits: 1...15, exponent: -90...90).map { LegacyAmount($0) }),
      (3, .element(of: longAmounts)))
  }
}

private let longAmounts = [
  LegacyAmount("0.30000000000000004", 0.1 + 0.2), LegacyAmount("0.1", 0.1), LegacyAmount("3.133", 3.133),
  LegacyAmount("123456789.123", 123_456_789.123), LegacyAmount("2251799813685249.5", 2_251_799_813_685_249.5),
  LegacyAmount("0", -0.0), LegacyAmount("1e22", 1e22), LegacyAmount("1.5e-100", 1.5e-100),
  LegacyAmount("1e-128", 1e-128), LegacyAmount("1.5e-127", 1.5e-127),
]

extension Generator where Value == [RawRecord] {
  /// Rows of a table that this version of the app does not know.
  fileprivate static var strangers: Generator {
    let rows = ["a", "b"].map { RawRecord(collection: "drafts", key: $0, fields: ["text": .text($0), "size": .double(0.1)]) }
    return .frequency((2, .constant([])), (1, .constant(rows)))
  }
}

import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// A row of each model as a store may hold it: each field has any value that its type allows.

extension Generator where Value == TradeRecord {
  static var storedRow: Generator {
    Generator { source in
      TradeRecord(
        id: try source(.uuid), symbol: try source(.storedText), type: try source(.anyCase()),
        quantity: try source(.storedAmount), price: try source(.storedAmount), date: try source(.storedDate),
        notes: try source(.storedText))
    }
  }
}

extension Generator where Value == RawRecord {
  /// A trade as a repair leaves it in the quarantine: it may lack a field, or have one that is none of a trade's.
  static var tradeMovedAside: Generator {
    let wrong: Generator<FieldValue?> = .element(of: [nil, .null, .double(.nan), .text("four"), .int64(-1)])
    return Generator { source in
      let trade = RawRecord(try source(Generator<TradeRecord>.storedRow))
      var record = RawRecord(
        collection: "quarantine", key: "\(trade.key) \(try source(.int(in: 1...2)))", fields: trade.fields)
      let field = try source(Generator<String?>.optional(.element(of: ["date", "price", "quantity"])))
      if let field { record.fields[field] = try source(wrong) }
      return record
    }
  }
}

extension Generator where Value == AssetItem {
  static var storedRow: Generator {
    Generator { source in
      AssetItem(
        symbol: try source(.storedKey), quantity: try source(.storedAmount),
        avgCost: try source(.storedAmount), currentPrice: try source(.storedAmount),
        lastUpdated: try source(.storedDate))
    }
  }
}

extension Generator where Value == NewsItem {
  static var storedRow: Generator {
    Generator { source in
      NewsItem(
        id: "art_" + (try source(.storedKey)), url: try source(.storedText), title: try source(.storedText),
        summary: try source(.storedText), publishedAt: try source(.storedDate),
        source: try source(.storedText), isBookmarked: try source(.bool), dataSource: try source(.anyCase()))
    }
  }
}

extension Generator where Value == CachedNewsList {
  static var storedRow: Generator {
    let ids = Generator<[String]>.array(of: Generator<Int>.int(in: 0...9).map { "art_\($0)" }, count: 0...3)
    return Generator { source in
      CachedNewsList(
        category: try source(.storedKey), articleIDs: try source(ids), fetchedAt: try source(.storedDate))
    }
  }
}

extension Generator where Value == Bookmark {
  static var storedRow: Generator {
    Generator { source in
      Bookmark(
        articleID: "art_" + (try source(.storedKey)), url: try source(.storedText),
        title: try source(.storedText), summary: try source(.storedText), source: try source(.storedText),
        publishedAt: try source(.storedDate), dataSource: try source(.anyCase()))
    }
  }
}

extension Generator where Value == ArticleTask {
  static var storedRow: Generator {
    Generator { source in
      ArticleTask(
        articleID: "art_" + (try source(.storedKey)), title: try source(.storedText),
        createdAt: try source(.storedDate), isDone: try source(.bool))
    }
  }
}

extension Generator where Value == SocialPost {
  static var storedRow: Generator {
    Generator { source in
      SocialPost(
        id: try source(.uuid), text: try source(.storedText), createdAt: try source(.storedDate),
        status: try source(.anyCase()))
    }
  }
}

extension Generator where Value == ProjectItem {
  static var storedRow: Generator {
    Generator { source in
      ProjectItem(
        id: try source(.uuid), remoteID: try source(.optional(.integer(in: 0...Int64.max))),
        name: try source(.storedText), fullName: try source(.storedText),
        remoteDescription: try source(.optional(.storedText)), stars: try source(.int(in: 0...1_000_000)),
        language: try source(.optional(.storedText)), updatedAt: try source(.storedDate),
        progress: try source(.int(in: 0...100)), notes: try source(.storedText),
        status: try source(.storedText))
    }
  }
}

extension Generator where Value == FocusSession {
  static var storedRow: Generator {
    Generator { source in
      let completedAt = try source(.optional(.storedDate))
      return FocusSession(
        id: try source(.uuid), startTime: try source(.storedDate),
        duration: try source(.double(in: 0...86_400)),
        pausedAt: try source(.optional(.storedDate)), completedAt: completedAt, isActive: completedAt == nil,
        accumulatedPause: try source(.double(in: 0...86_400)))
    }
  }
}

extension Generator where Value == String {
  /// The text of a key: one word in upper and lower case, composed and decomposed letters.
  static var storedKey: Generator {
    .frequency(
      (2, .element(of: ["a", "A", "AAPL", "aapl", "e\u{301}", "\u{E9}", "a b", "a\u{0}b"])),
      (3, .text(.asciiPrintable, count: 1...6)), (1, .text(count: 1...4)))
  }
}

import Foundation
import PersonalOSReference
import StorageContract

// What can be looked at.
@MainActor
extension AppDriver {
  /// All that the app gives back, by the services that read each thing.
  func contents() async throws -> AppModel.Contents {
    var contents = AppModel.Contents()
    for trade in try await app.money.ledger.trades() {
      contents.trades[Int(trade.id.uuidString.suffix(12), radix: 16) ?? -1] = AppModel.Trade(
        symbol: Int(trade.symbol.dropFirst()) ?? -1, isBuy: trade.type == .buy, quantity: trade.quantity.wholeNumber,
        day: Int(trade.date.timeIntervalSinceReferenceDate / 86_400), note: Self.note(in: trade.notes))
    }
    for project in try await app.work.projects.fetch(predicate: nil) {
      contents.projects[Int(project.remoteID ?? -1)] = AppModel.Project(
        stars: project.stars, note: Self.note(in: project.notes))
    }
    contents.posts = Set(try await app.work.posts.fetchAll().map { Self.number($0.text) })
    contents.bookmarks = Set(try await app.reading.bookmarks.bookmarks().map { Self.number($0.title) })
    contents.focus = app.work.focus.currentSession.map { $0.pausedAt == nil ? .running : .paused }
    contents.news = try await app.core.data.perform { scope in
      guard let list = try scope.fetch(CachedNewsList.self).first else { return nil }
      return try list.articleIDs.map { Self.number(try scope.fetch(NewsItem.self, key: $0)?.title ?? "") }
    }
    return contents
  }

  var postsOnTheDashboard: Set<Int> { Set(app.work.dashboard.posts.map { Self.number($0.text) }) }

  var screen: AppModel.News? {
    let items = app.reading.screen.items
    return items.first.map { first in
      AppModel.News(
        source: first.dataSource, articles: items.filter { $0.dataSource != .mock }.map { Self.number($0.title) })
    }
  }

  /// Since the launch.
  var shown: Int { app.core.errors.errorQueue.count + app.announcements.count { !$0.success } }
  var namelessFailures: Int { app.core.errors.errorQueue.count(where: \.isNameless) }

  /// What is held by symbol, as each of the parts says that knows it.
  func holdings() async throws -> [String: [Int: Int]] {
    func bySymbol(_ amounts: [(String, Decimal)]) -> [Int: Int] {
      Dictionary(amounts.map { (Int($0.dropFirst()) ?? -1, $1.wholeNumber) }) { $1 }
    }
    let summary = try await app.money.portfolio.summary()
    let cost = try await app.money.statistics().first { $0.kind == .totalCostBasis }
    return [
      "assets": bySymbol(try await app.money.ledger.assets().map { ($0.symbol, $0.quantity) }),
      "summary": bySymbol(summary.open.map { ($0.position.symbol, $0.position.quantity) }),
      "cost of the summary": [0: summary.totalCostBasis.wholeNumber],
      "cost of the statistics": [0: cost?.value.wholeNumber ?? -1],
      "market values": bySymbol(
        summary.open.compactMap { held in held.marketValue.map { (held.position.symbol, $0) } }),
    ]
  }
}

// How things of a number look in the app. What is none has number -1.
extension AppDriver {
  static let beginningOfNotes = "MARKER of note "

  static func text(ofNote note: Int) -> String { "\(beginningOfNotes)\(note)." }

  /// Byte for byte.
  private static func note(in text: String) -> Int? {
    if text.isEmpty { return nil }
    let note = Int(text.filter(\.isNumber)) ?? -1
    return self.text(ofNote: note).utf8.elementsEqual(text.utf8) ? note : -1
  }

  /// Of a post, article or bookmark, as "post 3".
  private static func number(_ title: String) -> Int { title.split(separator: " ").last.flatMap { Int($0) } ?? -1 }

  static func record(of trade: AppModel.Trade, _ number: Int) -> TradeRecord {
    TradeRecord(
      id: UUID(number: number), symbol: "S\(trade.symbol)", type: trade.isBuy ? .buy : .sell,
      quantity: Decimal(trade.quantity), price: 10,
      date: Date(timeIntervalSinceReferenceDate: Double(trade.day) * 86_400),
      notes: trade.note.map(text(ofNote:)) ?? "")
  }

  static func repository(_ number: Int, stars: Int) -> GitHubRepo {
    GitHubRepo(
      id: Int64(number), name: "project", fullName: "user/project \(number)", description: nil, stars: stars,
      language: nil, updatedAt: Date(timeIntervalSinceReferenceDate: 0))
  }

  static func post(_ number: Int) -> SocialPost {
    SocialPost(
      id: UUID(number: number), text: "post \(number)", createdAt: Date(timeIntervalSinceReferenceDate: 0),
      status: .draft)
  }

  static func item(_ number: Int) -> NewsItem {
    NewsItem(
      FeedArticle(
        url: "\(AppServer.newsAddress)/\(number)", title: "article \(number)", summary: "",
        publishedAt: Date(timeIntervalSinceReferenceDate: 0), source: "feed"), dataSource: .api)
  }

  /// What an older version of the app has stored, in clear.
  static func records(of contents: AppModel.Contents, in layout: SchemaVersion) -> [RawRecord] {
    func amount(_ value: Int) -> FieldValue { layout < .v4 ? .double(Double(value)) : .decimal(Decimal(value)) }
    let trades = contents.trades.map { number, trade in
      var record = RawRecord(record(of: trade, number))
      record.fields["quantity"] = amount(trade.quantity)
      record.fields["price"] = amount(10)
      if layout == .v1 { record.fields["notes"] = nil }
      return record
    }
    let assets = contents.holdings.map { symbol, quantity in
      RawRecord(
        collection: AssetItem.collection, key: "S\(symbol)",
        fields: [
          "quantity": amount(quantity), "avgCost": amount(10), "currentPrice": amount(10),
          "lastUpdated": .date(Date(timeIntervalSinceReferenceDate: 0)),
        ])
    }
    let projects = contents.projects.map { number, project in
      var record = RawRecord(
        ProjectItem(
          id: UUID(number: number + 1 << 40), remoteID: Int64(number), name: "project",
          fullName: "user/project \(number)", remoteDescription: nil, stars: project.stars, language: nil,
          updatedAt: Date(timeIntervalSinceReferenceDate: 0)))
      record.fields["notes"] = .text(project.note.map(text(ofNote:)) ?? "")
      return record
    }
    return trades + assets + projects
  }
}

extension PresentedError {
  /// Whether it does not say what the app was doing.
  var isNameless: Bool { !operation.contains(where: \.isLetter) }
}

extension Decimal {
  fileprivate var wholeNumber: Int { Int("\(self)") ?? -1 }
}

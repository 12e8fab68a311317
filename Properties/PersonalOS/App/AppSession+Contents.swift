import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// What can be looked at.
@MainActor
extension AppSession {
  /// All that the app gives back, by the services that read each thing.
  func contents() async throws -> AppModel.Contents {
    var contents = AppModel.Contents()
    for trade in try await app.money.ledger.trades() {
      let number = Int(trade.id.uuidString.suffix(12), radix: 16) ?? -1
      contents.trades[number] = ModelTrade(
        symbol: Int(trade.symbol.dropFirst()) ?? -1, isBuy: trade.type == .buy, quantity: trade.quantity.wholeNumber,
        day: Int(trade.date.timeIntervalSinceReferenceDate / 86_400), note: try note(in: trade.notes))
    }
    for project in try await app.work.projects.fetch(predicate: nil) {
      contents.projects[Int(project.remoteID ?? -1)] = ModelProject(stars: project.stars, note: try note(in: project.notes))
    }
    contents.posts = Set(try await app.work.posts.fetchAll().map { Self.number($0.text) })
    let shown = Set(app.work.dashboard.posts.map { Self.number($0.text) })
    try expect("the posts on the dashboard", shown, equals: contents.posts)
    try Self.expectNamed(app.core.errors.errorQueue)
    contents.bookmarks = Set(try await app.reading.bookmarks.bookmarks().map { Self.number($0.title) })
    contents.focus = app.work.focus.currentSession.map { $0.pausedAt == nil ? .running : .paused }
    contents.news = try await app.core.data.perform { scope in
      guard let list = try scope.fetch(CachedNewsList.self).first else { return nil }
      return try list.articleIDs.map { Self.number(try scope.fetch(NewsItem.self, key: $0)?.title ?? "") }
    }
    return contents
  }

  /// What the user is shown says what the app was doing.
  nonisolated static func expectNamed(_ errors: [PresentedError]) throws {
    for error in errors {
      try expect("what the app was doing when \(error.error) came up", error.operation.contains(where: \.isLetter))
    }
  }

  /// Of a post, article or bookmark, as "post 3"; -1 for what is none.
  nonisolated static func number(_ title: String) -> Int { title.split(separator: " ").last.flatMap { Int($0) } ?? -1 }

  private func note(in text: String) throws -> Int? {
    if text.isEmpty { return nil }
    let note = Int(text.filter(\.isNumber)) ?? -1
    try expect("notes, byte for byte", text, equals: AppModel.text(ofNote: note))
    return note
  }

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
      "market values": bySymbol(summary.open.compactMap { holding in holding.marketValue.map { (holding.position.symbol, $0) } }),
    ]
  }
}

extension AppModel {
  /// As the parts must say it: every trade was at a price of 10.
  var expectedHoldings: [String: [Int: Int]] {
    let held = contents.holdings
    return [
      "assets": held, "summary": held, "cost of the summary": [0: held.values.reduce(0, +) * 10],
      "cost of the statistics": [0: held.values.reduce(0, +) * 10],
      "market values": price.map { price in held.mapValues { $0 * price } } ?? [:],
    ]
  }
}

extension Decimal {
  /// -1 for what is none.
  fileprivate var wholeNumber: Int { Int("\(self)") ?? -1 }
}

extension ModelTrade {
  func record(_ number: Int) -> TradeRecord {
    TradeRecord(
      id: UUID(number: UInt64(number)), symbol: "S\(symbol)", type: isBuy ? .buy : .sell, quantity: Decimal(quantity),
      price: 10, date: Date(timeIntervalSinceReferenceDate: Double(day) * 86_400),
      notes: note.map { AppModel.text(ofNote: $0) } ?? "")
  }
}

extension ModelProject {
  func repository(_ number: Int) -> GitHubRepo {
    GitHubRepo(
      id: Int64(number), name: "project", fullName: "user/project \(number)", description: nil, stars: stars,
      language: nil, updatedAt: Date(timeIntervalSinceReferenceDate: 0))
  }
}

extension AppModel {
  /// What an older version of the app has stored of it, in clear.
  func records(in layout: SchemaVersion) -> [RawRecord] {
    func amount(_ value: Int) -> FieldValue { layout < .v4 ? .double(Double(value)) : .decimal(Decimal(value)) }
    var records = contents.trades.map { number, trade in
      var record = RawRecord(trade.record(number))
      record.fields["quantity"] = amount(trade.quantity)
      record.fields["price"] = amount(10)
      if layout == .v1 { record.fields["notes"] = nil }
      return record
    }
    records += contents.holdings.map { symbol, quantity in
      RawRecord(
        collection: AssetItem.collection, key: "S\(symbol)",
        fields: [
          "quantity": amount(quantity), "avgCost": amount(10), "currentPrice": amount(10),
          "lastUpdated": .date(Date(timeIntervalSinceReferenceDate: 0)),
        ])
    }
    records += contents.projects.map { number, project in
      var record = RawRecord(
        ProjectItem(
          id: UUID(number: UInt64(number) + 1 << 40), remoteID: Int64(number), name: "project",
          fullName: "user/project \(number)", remoteDescription: nil, stars: project.stars, language: nil,
          updatedAt: Date(timeIntervalSinceReferenceDate: 0)))
      record.fields["notes"] = .text(project.note.map { Self.text(ofNote: $0) } ?? "")
      return record
    }
    return records
  }
}

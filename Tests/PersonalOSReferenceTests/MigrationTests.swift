import Foundation
import StorageContract
import Testing

@testable import PersonalOSReference

@Suite("Migration")
struct MigrationTests {
  private let date = Date(timeIntervalSinceReferenceDate: 0)

  private func coordinator(over store: any Store) -> MigrationCoordinator {
    MigrationCoordinator(
      MigrationSetup(
        data: DataActor(store: store), backups: MemoryBackupPlace(), present: { _ in },
        now: { [date] in date }))
  }

  @Test(
    "A double becomes the decimal that its shortest text says",
    arguments: [
      (0.1, "0.1"), (3.133, "3.133"), (-2.5, "-2.5"), (0.1 + 0.2, "0.30000000000000004"),
      (123_456_789.123, "123456789.123"), (1e22, "1e22"), (-0.0, "0"), (5, "5"), (1e127, "1e127"),
      (1.25e-100, "1.25e-100"),
    ])
  func shortestText(value: Double, text: String) throws {
    let expected = try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    #expect(Decimal(shortestTextOf: value) == expected)
  }

  @Test(
    "Decision: what is not finite or out of a decimal's range is refused",
    arguments: [Double.nan, .infinity, -.infinity, 1e128, 1e-140, .leastNonzeroMagnitude])
  func refusedAmounts(value: Double) {
    #expect(Decimal(shortestTextOf: value) == nil)
  }

  @Test("Decision: a new, empty store gets the version and nothing else")
  func newStore() async throws {
    let store = try await MemoryLocation().open()
    try await coordinator(over: store).performMigration()
    #expect(try await store.read { try $0.schemaVersion() } == 4)
    #expect(try await store.read { try $0.collections() } == ["schema"])
  }

  @Test("Decision: records without a version are left alone, and so is a newer store; the errors say why")
  func unknownStores() async throws {
    let cases: [(version: Int64, reason: String)] = [
      (0, "the store has records and the schema version 0; 1 to 4 can be read"),
      (5, "the store has schema version 5, newer than 4; update the app"),
    ]
    for (version, reason) in cases {
      let store = try await MemoryLocation().open()
      try await store.write { transaction in
        try transaction.put(["text": .text("hello")], at: "1", in: "posts")
        try transaction.setSchemaVersion(version)
      }
      let before = try await store.dump()
      let error = await #expect(throws: AppError.self) {
        try await coordinator(over: store).performMigration()
      }
      #expect(error == .database(.migrationFailed(reason), recoverable: true))
      #expect(try await store.dump() == before)
    }
  }

  @Test("Decision: where no step leads on, nothing is migrated, and the error says from where")
  func missingStep() async throws {
    let store = try await MemoryLocation().open()
    try await store.write { try $0.setSchemaVersion(1) }
    let setup = MigrationSetup(
      data: DataActor(store: store), backups: MemoryBackupPlace(), present: { _ in }, now: { [date] in date })
    let error = await #expect(throws: AppError.self) {
      try await MigrationCoordinator(setup, steps: [.addNotes, .storeAmountsAsDecimals]).performMigration()
    }
    let reason = "no migration step leads on from schema version 2 to 4"
    #expect(error == .database(.migrationFailed(reason), recoverable: true))
    #expect(try await store.read { try $0.schemaVersion() } == 1)
  }

  @Test("An amount that cannot be kept names its record")
  func unusableAmount() async throws {
    let store = try await MemoryLocation().open()
    try await store.write { transaction in
      let fields: [String: FieldValue] = [
        "quantity": .double(1), "avgCost": .double(.infinity), "currentPrice": .double(1),
        "lastUpdated": .date(Date(timeIntervalSinceReferenceDate: 0)),
      ]
      try transaction.put(fields, at: "AAPL", in: "assets")
      try transaction.setSchemaVersion(3)
    }
    let error = await #expect(throws: AppError.self) { try await coordinator(over: store).performMigration() }
    guard case .database(.migrationFailed(let reason), true) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("corruptedData: record AAPL of assets: avgCost must be a finite number"))
  }

  @Test("Decision: of deliveries of one article the latest stays, with the mark of any of them")
  func mergedArticles() async throws {
    let store = try await MemoryLocation().open()
    let deliveries: [(url: String, title: String, day: Double, isBookmarked: Bool)] = [
      ("http://news.example/7", "early", 0, true), ("https://news.example/7?utm_source=a", "late", 1, false),
      ("https://news.example/7/", "as late", 1, false),
    ]
    try await store.write { transaction in
      for (url, title, day, isBookmarked) in deliveries {
        let fields: [String: FieldValue] = [
          "title": .text(title), "summary": .text(""), "source": .text("Example"),
          "publishedAt": .date(Date(timeIntervalSinceReferenceDate: day * 86_400)),
          "isBookmarked": .bool(isBookmarked),
        ]
        try transaction.put(fields, at: url, in: "news")
      }
      try transaction.setSchemaVersion(1)
    }
    try await coordinator(over: store).performMigration()
    let data = DataActor(store: store)
    let news = try await BaseRepository<NewsItem>(data).fetch()
    #expect(news.map(\.title) == ["as late"])
    #expect(news.map(\.url) == ["https://news.example/7"])
    #expect(news.map(\.isBookmarked) == [true])
    #expect(try await BaseRepository<Bookmark>(data).fetch().map(\.articleID) == news.map(\.id))
  }

  @Test("Samples read as the models they are, and no two have one key")
  func samples() throws {
    for sample in SampleData.records {
      let model = try #require(DataBackupService.models.first { $0.collection == sample.collection })
      let stored = StoredRecord(collection: sample.collection, key: sample.key, fields: sample.fields)
      #expect(throws: Never.self) { _ = try model.init(stored: stored) }
    }
    let keys = Set(SampleData.records.map { "\($0.collection) \($0.key)" })
    #expect(keys.count == SampleData.records.count)
  }
}

import Foundation
import PersonalOSReference
import StorageContract
import Testing

private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

private func trade(
  _ type: TradeType = .buy, _ quantity: Decimal = 1, of symbol: String = "AAPL", at price: Decimal = 1,
  number: UInt8 = 1, on date: Date = now
) -> TradeRecord {
  TradeRecord(
    id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)), symbol: symbol, type: type,
    quantity: quantity, price: price, date: date)
}

/// Decisions where the specification is silent.
@Suite("Decisions: validation of trades")
struct TradeValidationTests {
  private func error(_ trade: TradeRecord, holding quantity: Decimal = 0) -> (any Error)? {
    let held = Position(symbol: "AAPL", quantity: quantity, avgCost: 1, costBasis: quantity)
    do {
      try PortfolioCalculator().validateTrade(trade, against: quantity == 0 ? [] : [held], now: now)
      return nil
    } catch {
      return error
    }
  }

  @Test("Of several flaws the first is told: symbol, quantity, price, date, then the holding")
  func order() {
    var bad = trade(.sell, 0, of: " ", at: -1, on: .distantFuture)
    #expect(error(bad) as? TradeInputError == .invalidSymbol)
    bad.symbol = "AAPL"
    #expect(error(bad) as? TradeInputError == .invalidQuantity)
    bad.quantity = 1
    #expect(error(bad) as? ValidationError == .invalidPrice)
    bad.price = 0
    #expect(error(bad) as? ValidationError == .invalidDate)
    bad.date = now
    #expect(
      error(bad) as? ValidationError == .insufficientQuantity(symbol: "AAPL", available: 0, requested: 1))
  }

  @Test(
    "A price of 0 and a date of just now are fine; a trade of the exact domain's edge is, the next is not")
  func edges() throws {
    #expect(error(trade(at: 0)) == nil)
    let most = try #require(Decimal(string: "99999999.9999999999"))
    #expect(error(trade(.buy, most)) == nil)
    #expect(error(trade(.buy, 100_000_000)) as? TradeInputError == .invalidQuantity)
    #expect(error(trade(at: Decimal(sign: .plus, exponent: -8, significand: 1))) == nil)
    let tooFine = Decimal(sign: .plus, exponent: -9, significand: 1)
    #expect(error(trade(at: tooFine)) as? ValidationError == .invalidPrice)
    #expect(error(trade(on: Date(timeIntervalSinceReferenceDate: .nan))) as? ValidationError == .invalidDate)
  }

  @Test("The error names the symbol as it is listed, however it was typed")
  func symbol() {
    #expect(
      error(trade(.sell, 3, of: " aapl"), holding: 2) as? ValidationError
        == .insufficientQuantity(symbol: "AAPL", available: 2, requested: 3))
  }
}

@Suite("Decisions: the ledger")
struct TradeLedgerTests {
  private let store = MemoryLocation()

  private func open() async throws -> (TradeLedger, DiagnosticLog, any Store) {
    let (store, log) = (try await store.open(), DiagnosticLog())
    let ledger = try await TradeLedger.open(
      TradeBookSetup(data: DataActor(store: store), log: log, present: { _ in }, now: { now }))
    return (ledger, log, store)
  }

  @Test("Too large a sell of today is a negative position too: the replay decides, not the holding")
  func oversold() async throws {
    let (ledger, _, _) = try await open()
    try await ledger.append(trade())
    await #expect(throws: ValidationError.negativePosition(symbol: "AAPL")) {
      try await ledger.append(trade(.sell, 2, number: 2))
    }
  }

  @Test("A trade of an id that is there, and an edit of one that is not, violate a constraint")
  func ids() async throws {
    let (ledger, _, _) = try await open()
    try await ledger.append(trade())
    await #expect(throws: DatabaseError.constraintViolation) { try await ledger.append(trade()) }
    await #expect(throws: DatabaseError.constraintViolation) {
      try await ledger.importTrades([trade(number: 2), trade(number: 2)])
    }
    await #expect(throws: DatabaseError.constraintViolation) { try await ledger.edit(trade(number: 3)) }
    try await ledger.delete(trade(number: 3).id)
    #expect(try await ledger.trades() == [trade()])
  }

  @Test("An asset shows the price that was shown before, or that of the latest trade")
  func prices() async throws {
    let (ledger, _, store) = try await open()
    try await ledger.append(trade(.buy, 1, at: 5))
    #expect(try await ledger.assets().map(\.currentPrice) == [5])
    var shown = try #require(try await ledger.assets().first)
    shown.currentPrice = 8
    let fields = shown.storedFields
    try await store.write { _ = try $0.put(fields, at: "AAPL", in: AssetItem.collection) }
    try await ledger.append(trade(.buy, 1, at: 7, number: 2))
    #expect(try await ledger.assets().map(\.currentPrice) == [8])
    try await ledger.append(trade(.sell, 2, at: 7, number: 3))
    #expect(try await ledger.assets().isEmpty)
  }

  @Test("A sale that could not have happened is moved aside by a repair, and the rest stays")
  func repair() async throws {
    let (ledger, _, store) = try await open()
    try await ledger.append(trade(.buy, 1, number: 1))
    let fields = trade(.sell, 5, number: 2).storedFields
    let key = trade(number: 2).storageKey
    try await store.write { _ = try $0.put(fields, at: key, in: TradeRecord.collection) }
    #expect(try await ledger.check().map(\.rule) == [.assetDiffers, .negativePrefix])
    try await ledger.repair("AAPL")
    #expect(try await ledger.check().isEmpty)
    #expect(try await ledger.trades() == [trade(.buy, 1, number: 1)])
    let aside = try await store.read { try $0.scan(QuarantinedRecord.collection) }
    #expect(aside.map(\.key) == ["\(key) 1"] && aside.first?.fields == fields)
  }

  @Test("A finding is written down once, and once more when it comes back after a repair")
  func findings() async throws {
    let (ledger, log, store) = try await open()
    let fields = AssetItem(
      symbol: "AAPL", quantity: 1, avgCost: 1, currentPrice: 1, lastUpdated: now
    ).storedFields
    for count in 1...2 {
      try await store.write { _ = try $0.put(fields, at: "AAPL", in: AssetItem.collection) }
      try await ledger.check()
      try await ledger.check()
      #expect(log.entries.count == count)
      #expect(log.entries.last?.context == "check trades: AAPL: unknown asset")
      #expect(log.entries.last?.severity == .critical)
      try await ledger.repair("AAPL")
    }
  }
}

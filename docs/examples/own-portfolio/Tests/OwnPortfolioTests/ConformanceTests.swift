import OwnPortfolio
import PersonalOSProperties
import PersonalOSReference
import PropertyTesting
import SQLiteStorage
import StorageContract
import Testing

/// PersonalOS, with the app's own portfolio in place of the reference.
private func own(_ location: any StoreLocation) -> PersonalOSSystem {
  var system = PersonalOSSystem.reference(location: location)
  system.portfolio = ownPortfolio(system.portfolio)
  return system
}

/// The part of the app that is its own.
func ownPortfolio(_ reference: PortfolioSystem) -> PortfolioSystem {
  var own = reference
  own.calculatePositions = { try OwnCalculator().positions($0) }
  own.calculateRealizedGains = { try OwnCalculator().realizedGains($0) }
  own.openPortfolio = { data, fetchPrices in
    OwnPortfolioOverStore(
      trades: BaseRepository(data), fetchPrices: fetchPrices,
      reference: PortfolioService(data, fetchPrices: fetchPrices))
  }
  return own
}

@Suite struct ConformanceTests {
  @Test(arguments: PortfolioProperties.all.map(\.id) + FinancialPrecisionProperties.all.map(\.id))
  func ownPortfolioHolds(id: String) async throws {
    let property = try #require(PersonalOSCatalogue.all.first { $0.id == id })
    try await Runner().run(property, on: Fixture { own(MemoryLocation()) }).requireHeld()
  }

  @Test(arguments: PortfolioProperties.all.filter { $0.needs.contains(.storage) }.map(\.id))
  func ownPortfolioHoldsOverSQLite(id: String) async throws {
    let property = try #require(PersonalOSCatalogue.all.first { $0.id == id })
    let backend = SQLiteBackend()
    let result = await Runner().run(
      property,
      on: Fixture(
        name: "sqlite", place: { try await backend.makeLocation() }, system: { own($0) },
        cleanUp: { await backend.recycle($0) }))
    await backend.tearDown()
    try result.requireHeld()
  }

  /// What a report of the app's own defect is like: a calculator that forgets the oldest deals is found out.
  @Test func aForgetfulPortfolioIsFoundOut() async throws {
    let property = try #require(PersonalOSCatalogue.all.first { $0.id == "POS-37" })
    let forgetful = Fixture {
      var system = own(MemoryLocation())
      system.portfolio.calculatePositions = { trades in
        try OwnCalculator().positions(Array(trades.sorted { $0.date < $1.date }.dropFirst(3)))
      }
      return system
    }
    #expect(await Runner().run(property, on: forgetful).verdict.counterexample != nil)
  }
}

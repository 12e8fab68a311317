import DeterministicScheduling
import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Prices say where they come from, and nothing made up is shown as real.
public enum PriceTransparencyProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    dataSourceIndicatorConsistency, statisticsSourceLabeling,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 40: Data source indicator consistency**
  static let dataSourceIndicatorConsistency = Requirement<PersonalOSSystem>(
    "POS-40", "Data source indicator consistency",
    says: """
      The indicator reads “Test Data” if any shown price is made up, else “Delayed” if any is delayed, else “Live”. It \
      changes in the same update as the prices. The app makes up a price only if the feed does not deliver it. An older \
      update never replaces a newer one, and the answer to a request never replaces an update that arrived during the \
      request.
      """,
    covers: "10.3", of: "StockPriceService",
    mustCatch: [.passesMadeUpPricesOffAsDelayed]
  ).holds(
    forAll: .priceScript, scheduled: .mixed,
    requiring: [
      "shows live": 0.2, "shows delayed": 0.15, "shows test data": 0.15, "some are made up": 0.05,
      "recovers from test data": 0.02, "turns to test data": 0.05, "the feed fails": 0.08,
      "a price changes": 0.2, "prices change at once": 0.1, "a price changes while it is asked for": 0.1,
    ]
  ) { script, system, trial in
    let session = try await PriceDriver(system, script)
    for event in script.events {
      trial.note(describe(event))
      for label in try await session.take(event) { trial.label(label) }
    }
    try await session.expectSubscriberHeard()
  }

  // **Feature: system-architecture-upgrade-p0, Property 41: Statistics source labeling**
  static let statisticsSourceLabeling = Requirement<PersonalOSSystem>(
    "POS-41", "Statistics source labeling",
    says: """
      The app labels each statistic real, simulated or mixed, by exactly the prices that go into it. Delayed \
      prices count as real. Realized gains and cost basis use no price and are real. Simulated and mixed \
      statistics carry a disclaimer; real ones do not. Each statistic shows the value that its name says.
      """,
    covers: "10.5", of: "StockPriceService, PortfolioSummary",
    mustCatch: [
      .labelsAllStatisticsAlike, .labelsTotalsByTheFirstSymbol, .leavesTotalsUnlabeled,
      .labelsRealizedGainsByPrices, .labelsDelayedAsSimulated, .labelsMixedTotalsReal,
      .countsPricesOfClosedPositions, .leavesOutDisclaimedStatistics, .leavesClosedPositionsOutOfTheProfit,
      .showsTheCostForTheValue, .showsRealizedGainsOfWhatIsHeld, .showsUnrealizedGainsWithoutTheCost,
    ]
  ).holds(
    forAll: .pricedPortfolio,
    requiring: [
      "all real": 0.08, "all simulated": 0.03, "mixed": 0.03, "a closed position has a price": 0.1,
      "a price is missing": 0.01,
    ]
  ) { portfolio, system, trial in
    let model = StatisticsModel(portfolio)
    let statistics = try system.prices.statistics(portfolio.trades, portfolio.prices)
    try model.expectMatches(statistics)
    // Where one price comes from matters to what that price is part of, and to nothing else.
    for symbol in model.open.sorted() {
      guard let flipped = portfolio.flipping(symbol) else { continue }
      let after = try system.prices.statistics(flipped.trades, flipped.prices)
      try StatisticsModel(flipped).expectMatches(after)
      for (old, new) in zip(statistics, after) {
        let uses = model.inputs(of: old.kind).contains(symbol)
        try expect("\(old.kind) with another source of \(symbol)", uses || old == new)
        try expect("the value of \(old.kind) is the same", old.value == new.value)
        try expect(
          "\(old.kind) of \(symbol) alone changes its label",
          model.inputs(of: old.kind) != [symbol] || old.source != new.source)
      }
    }
    model.label(trial)
  }
}

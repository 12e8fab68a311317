import PersonalOSReference
import PropertyTesting

// What POS-40 must catch.

extension Fault<PersonalOSSystem> {
  static let passesMadeUpPricesOffAsDelayed = Fault(
    "passesMadeUpPricesOffAsDelayed", "passes made-up prices off as delayed ones") { system in
    let open = system.prices.openService
    system.prices.openService = { setup in
      var changed = setup
      changed.show = { sheet in
        let prices = sheet.prices.mapValues { price in
          PriceData(
            price: price.price, timestamp: price.timestamp,
            source: price.source == .mock ? .delayed : price.source)
        }
        await setup.show(PriceSheet(prices: prices, revision: sheet.revision))
      }
      return open(changed)
    }
  }
}

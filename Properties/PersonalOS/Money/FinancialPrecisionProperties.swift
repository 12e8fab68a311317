import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Money: decimal from the first digit to the last.
public enum FinancialPrecisionProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    decimalTypeUsage, calculationPrecision, displayRoundTrip, noDoubleConversion, persistenceRoundTrip,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 31: Decimal type usage**
  static let decimalTypeUsage = Requirement<PersonalOSSystem>(
    "POS-31", "Decimal type usage",
    says: """
      Every type of the trading module holds prices, quantities, costs and amounts as Decimal, never as \
      binary floating point. If the user types a purchase with up to 38 digits, the stored form, the \
      calculation and the display have exactly these digits.
      """,
    covers: "8.1", of: "Trading models, PortfolioCalculator",
    mustCatch: [.holdsAverageCostsAsDouble, .holdsMoneyInAnUnlistedType]
  ).holds(
    forAll: .typedPurchase(digits: 18...38),
    requiring: ["30 digits or more": 0.15, "fewer than 30 digits": 0.2]
  ) { typed, system, trial in
    let (quantity, price) = (typed.quantity, typed.price)
    let digits = LongDecimal(quantity).significantDigits.digits.count
    trial.label(digits >= 30 ? "30 digits or more" : "fewer than 30 digits")
    let bought = TradeRecord.purchase(of: try system.money.read(quantity), at: try system.money.read(price))

    // Every type that holds money holds it in decimals.
    let current = PriceData(price: bought.quantity, timestamp: bought.date, source: .realtime)
    let values = try system.money.financialValues(bought, current)
    try FinancialTypes.expectDecimals(in: values)
    try FinancialTypes.expectAmountsInTheirPlaces(values, bought, current)

    // What is typed in comes out again: through the stored form, the calculation, and on to the screen.
    let stored = StoredRecord(collection: TradeRecord.collection, key: bought.storageKey, fields: bought.storedFields)
    let positions = try await system.portfolio.calculatePositions([try TradeRecord(stored: stored)])
    try expect("number of positions", positions.count, equals: 1)
    for position in positions {
      let shown = try [position.quantity, position.avgCost].map { try system.money.format($0, .machine) }
      try expect("quantity and average cost of one purchase", shown, equals: [quantity, price])
      let cost = LongDecimal(quantity) * LongDecimal(price)
      try expect("cost basis", position.costBasis, is: Quotient(numerator: cost))
    }
  }

  // **Feature: system-architecture-upgrade-p0, Property 32: Calculation precision preservation**
  static let calculationPrecision = Requirement<PersonalOSSystem>(
    "POS-32", "Calculation precision preservation",
    says: """
      Quantities, average costs and cost bases are exact, apart from one rounding of each quotient: half to \
      even, at 38 significant digits. If trades are reordered or split, no result changes. Ten times the \
      prices give exactly ten times the costs. The app computes a product exactly, or refuses it if it has \
      more than 38 digits.
      """,
    covers: "8.2", of: "PortfolioCalculator, ExactRatio",
    mustCatch: [.dividesWithDecimal, .multipliesWithDecimal]
  ).holds(
    forAll: .calculation,
    requiring: [
      "an average that does not end": 0.3, "a tie": 0.99, "a quotient that ends": 0.15,
      "a divisor of 30 digits or more": 0.03, "a position": 0.6, "sales": 0.3,
      "a product of too many digits": 0.1, "a product above 10^39": 0.12,
    ]
  ) { calculation, system, trial in
    // One division, judged by multiplying back.
    let quotient = Quotient(dividing: calculation.dividend, by: calculation.divisor)
    let divided = try system.money.divide(calculation.dividend, calculation.divisor)
    try expect("\(calculation.dividend) / \(calculation.divisor)", divided, is: quotient)
    trial.label("a quotient that ends", if: quotient.isExactly(divided))
    let digits = LongDecimal(calculation.divisor).significantDigits.digits.count
    trial.label("a divisor of 30 digits or more", if: digits >= 30)
    try expectExactProduct(of: calculation.factors, in: system.money, trial)

    // One quotient that lies in the middle between two numbers of 38 digits.
    let tie = calculation.tie
    try expect("a tie", try system.money.divide(tie.dividend, tie.divisor), equals: tie.rounded)
    trial.label("a tie")

    try await expectExactPositions(of: calculation, in: system, trial)
    try await expectChosenAverage(of: calculation.averaged, in: system)
  }

  // **Feature: system-architecture-upgrade-p0, Property 33: Display format round trip**
  static let displayRoundTrip = Requirement<PersonalOSSystem>(
    "POS-33", "Display format round trip",
    says: """
      The app shows an amount with all its digits, at least two decimals, a decimal point and no \
      exponent, plain or with commas every three digits. It reads the same amount back from that text. \
      Malformed text, such as a misplaced comma, trailing letters or more than 38 digits, gives no \
      amount.
      """,
    covers: "8.3", of: "MoneyFormatter",
    mustCatch: [.parsesAsDecimalDoes]
  ).holds(
    forAll: .displayed,
    requiring: [
      "more than 6 decimals": 0.1, "more than 8 decimals": 0.05, "negative": 0.15, "whole": 0.05,
      "1,000 or more": 0.2, "zero": 0.01, "letters after it": 0.1, "an exponent after it": 0.05,
      "commas out of place": 0.15, "white space": 0.3, "signs": 0.2, "more than 38 digits": 0.05,
      "a digit that is not ASCII": 0.05, "a comma for the point": 0.01, "groups of other lengths": 0.05,
      "89 zeros or more": 0.01, "four digits before the point": 0.02,
    ]
  ) { displayed, system, trial in
    let amount = displayed.amount
    trial.labelShape(of: amount)
    let text = try system.money.format(amount, .machine)
    try expectCanonical(text, of: amount)
    try expect("parsed \(text)", system.money.parse(text), equals: amount)

    let grouped = try system.money.format(amount, .grouped)
    try expect("\(amount) with groups", grouped, equals: groupedByHand(text))
    try expect("parsed \(grouped)", system.money.parse(grouped), equals: amount)

    // The same number written otherwise is read, and written as everybody else writes it.
    let variant = displayed.variant(of: text)
    let read = system.money.parse(variant)
    try expect("parsed \(variant)", read, equals: amount)
    try expect("canonical \(variant)", try read.map { try system.money.format($0, .machine) }, equals: text)

    for edit in displayed.edits {
      trial.label(edit.name)
      try expect("parsed \(describe(edit(text)))", system.money.parse(edit(text)), equals: nil)
    }
  }

  // **Feature: system-architecture-upgrade-p0, Property 34: No double conversion**
  static let noDoubleConversion = Requirement<PersonalOSSystem>(
    "POS-34", "No double conversion",
    says: """
      No amount passes through a Double in entry, price feed, storage, calculation, ranking, summary, \
      export and import, or display. Two amounts of 18 to 34 digits that share the same nearest Double \
      arrive exact and distinct.
      """,
    covers: "8.4", of: "whole trading path", needs: [.storage],
    mustCatch: [.over(.passesNumbersThroughDouble)]
  ).holds(
    forAll: .neighborAmounts(digits: 18...34),
    requiring: [
      "one Double for both": 0.8, "entry": 0.99, "price feed": 0.99, "storage": 0.99, "calculation": 0.99,
      "ranking": 0.99, "summary": 0.99, "export and import": 0.99, "display": 0.99,
    ]
  ) { amounts, system, trial in
    trial.label("one Double for both", if: amounts.isOneDouble)
    for path in MoneyPath.allCases {
      trial.label(path.rawValue)
      for (amount, text) in try await path.send(amounts.texts, through: system) {
        try expect("\(path.rawValue) of \(text)", amount, isExactly: LongDecimal(text))
      }
    }
  }

  // **Feature: system-architecture-upgrade-p0, Property 35: Persistence round trip**
  static let persistenceRoundTrip = Requirement<PersonalOSSystem>(
    "POS-35", "Persistence round trip",
    says: """
      A stored Decimal reads back as the identical number, before and after a relaunch. The binary form \
      is a JSON number; any other bytes decode to nil. If an amount is NaN or has more than 38 \
      significant digits, the app refuses to store it and keeps the previous amount.
      """,
    covers: "8.5", of: "DecimalTransformer, storage backends", needs: [.storage],
    mustCatch: [
      .over(.servesStaleReads), .over(.passesNumbersThroughDouble), .over(.flipsBitsAtRest), .endsBinaryAmountsAtNUL,
    ]
  ).holds(
    forAll: .persisted,
    requiring: [
      "more than 17 digits": 0.5, "overwritten": 0.08, "something after it": 0.25, "something before it": 0.2,
      "other JSON": 0.1, "not kept exactly": 0.2, "no number": 0.5, "an amount of 39 digits": 0.2,
    ]
  ) { persisted, system, trial in
    for amount in persisted.amounts {
      trial.label("more than 17 digits", if: LongDecimal(amount).significantDigits.digits.count > 17)
      try expectTransformed(amount, by: system.money)
    }
    try expectOtherTypesRefused(by: system.money)

    for edit in persisted.edits {
      let malformed = edit("\(persisted.amounts[0])")
      trial.label(edit.name)
      let reversed = system.money.reverseTransform(Data(malformed.utf8))
      try expect("reverse of \(describe(malformed))", reversed, equals: nil)
    }

    trial.label("an amount of 39 digits", if: !persisted.unstorable.isNaN)
    trial.label("overwritten", if: persisted.amounts.count > SavedAmountDriver.names)
    var session = try await SavedAmountDriver(system)
    try await session.save(persisted.amounts)
    try await session.expectAllKept()
    try await session.expectRefused(persisted.unstorable)
    try await session.reopen()
    try await session.expectAllKept()
    try await session.end()
  }
}

import DeterministicScheduling
import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Trades: nobody sells what he does not have.
public enum TradeValidationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    sellQuantityValidation, negativePositionPrevention, positionNonNegativity, zeroPositionClosure,
    inconsistencyDetection,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 42: Sell quantity validation**
  static let sellQuantityValidation = Requirement<PersonalOSSystem>(
    "POS-42", "Sell quantity validation",
    says: """
      The app accepts a sell of up to the quantity held of that symbol. It refuses a larger sell with \
      insufficientQuantity and both exact amounts. Every trade needs a symbol, a date up to now, a \
      quantity above 0 with at most 10 decimals and a price of at least 0 with at most 8 decimals. \
      Quantity and price are below 100 million.
      """,
    covers: "11.1", of: "PortfolioCalculator.validateTrade",
    mustCatch: [
      .refusesSellingEverything, .sumsHoldingsOfAllSymbols, .comparesHoldingsAsDoubles,
      .reportsWhatWouldBeLeft, .takesUnheldSymbolsForUnlimited, .refusesAllSells, .comparesSymbolsAsTyped,
      .acceptsSellsOfNothing, .acceptsNaNPrices, .acceptsTomorrowsTrades, .refusesFreeTrades,
      .checksHoldingsOfBuys, .acceptsElevenDecimals, .trustsAStoppedClock,
    ]
  ).holds(
    forAll: .tradeAttempt,
    requiring: [
      "sells exactly what is held": 0.01, "sells the smallest unit too much": 0.1,
      "sells too much, with enough of others": 0.04, "sells what is not held": 0.05, "accepted": 0.2,
      "refused": 0.2,
    ]
  ) { attempt, system, trial in
    let validate = system.trading.validateTrade
    let error = captured { try validate(attempt.trade, attempt.positions, attempt.now) }
    if attempt.isTooMuch {
      try expectRefused(
        error,
        for: ValidationError.insufficientQuantity(
          symbol: SymbolSpellings.meaning(of: attempt.trade.symbol), available: attempt.held,
          requested: attempt.trade.quantity))
    } else {
      try expect("accepted, and not \(String(describing: error))", error == nil)
    }
    for flawed in attempt.flawed {
      let error = captured { try validate(flawed.trade, attempt.positions, attempt.now) }
      switch flawed.flaw {
      case .quantity: try expectRefused(error, for: TradeInputError.invalidQuantity)
      case .symbol: try expectRefused(error, for: TradeInputError.invalidSymbol)
      case .price: try expectRefused(error, for: ValidationError.invalidPrice)
      case .date: try expectRefused(error, for: ValidationError.invalidDate)
      }
    }
    let stopped = captured { try validate(attempt.trade, attempt.positions, Date(timeIntervalSinceReferenceDate: .nan)) }
    try expectRefused(stopped, for: ValidationError.invalidDate)
    attempt.label(trial)
  }

  // **Feature: system-architecture-upgrade-p0, Property 43: Negative position prevention**
  static let negativePositionPrevention = Requirement<PersonalOSSystem>(
    "POS-43", "Negative position prevention",
    says: """
      The ledger refuses to add, edit or delete a trade if this would make a symbol's quantity \
      negative at any point of its history (ordered by date, then ID). It then shows exactly one \
      negativePosition error and changes nothing. The ledger accepts every other change, including a \
      back-dated sell.
      """,
    covers: "11.2", of: "TradeLedger", needs: [.storage],
    mustCatch: [
      .checksOnlyTheFinalQuantity, .checksNoDeletions, .checksNoEdits, .savesBeforeItRefuses,
      .refusesSilently, .presentsARefusalTwice, .replaysInTheOrderOfEntry, .reverseOrderWithinAnInstant,
      .refusesEveryBackDatedSell, .writesFirstOverALeakyRollback,
    ]
  ).holds(
    forAll: .changedHistory,
    requiring: [
      "refused": 0.2, "accepted": 0.2, "negative only in between": 0.2, "sells back-dated": 0.05,
      "shifts a date": 0.05, "deletes": 0.01, "edits a quantity": 0.01,
    ]
  ) { changed, system, trial in
    var session = try await LedgerSession(system)
    var model = TradeBookModel()
    try await session.perform(.importAll(changed.history), expecting: &model)
    var after = model
    let isRefused = try await session.perform(changed.change, expecting: &after)
    try await session.expectMatches(after)
    try await session.reopen()
    try await session.expectMatches(after)
    try await session.end()
    trial.label(isRefused ? "refused" : "accepted")
    trial.label(changed.kind)
    trial.label("negative only in between", if: isRefused && model.endsAboveZero(after: changed.change))
  }

  // **Feature: system-architecture-upgrade-p0, Property 44: Position non-negativity invariant**
  static let positionNonNegativity = Requirement<PersonalOSSystem>(
    "POS-44", "Position non-negativity invariant",
    says: """
      Whatever trades the user adds, edits, deletes or imports, even several at once, no symbol's \
      quantity falls below zero. The quantity is exactly the sum of purchases minus the sum of sales. \
      If a command would break this, the ledger refuses the whole command with one error. It never \
      clamps a quantity to 0 instead.
      """,
    covers: "11.3", of: "TradeLedger, PortfolioCalculator", needs: [.storage, .concurrency],
    mustCatch: [
      .clampsQuantitiesToZero, .checksThenAppends, .importsUnchecked, .keepsAssetsOfDeletedTrades,
      .checksNoEdits, .importsWhatItCan, .forgetsTheAssetOfTheOldSymbol, .forgetsShownPrices,
      .refusesAbsentDeletions, .importsOneIDTwice, .checksThenEdits, .checksThenDeletes, .checksThenImports,
    ]
  ).holds(
    forAll: .ledgerSession, scheduled: .mixed,
    requiring: [
      "refuses": 0.4, "accepts a sell": 0.3, "appends at once": 0.5, "one of several at once is refused": 0.3,
      "refuses an import": 0.1, "refuses a flawed trade": 0.05,
      "sells everything at once, several times": 0.2, "changes at once": 0.3,
      "one of several changes at once is refused": 0.2, "two changes at once exclude each other": 0.3,
    ]
  ) { steps, system, trial in
    var session = try await LedgerSession(system)
    var model = TradeBookModel()
    for step in steps {
      trial.note(describe(step))
      for label in try await session.take(step, &model) { trial.label(label) }
      try await session.expectMatches(model)
    }
    try await session.reopen()
    try await session.expectMatches(model)
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 45: Zero position closure**
  static let zeroPositionClosure = Requirement<PersonalOSSystem>(
    "POS-45", "Zero position closure",
    says: """
      A position closes exactly when its sales equal its purchases. It then leaves the holdings, has a \
      cost basis of 0, and keeps its realized gain and average cost in the list of closed positions. \
      The smallest remainder, 0.0000000001, keeps a position open. A later purchase opens a closed \
      position again.
      """,
    covers: "11.4", of: "PortfolioCalculator, TradeLedger", needs: [.storage],
    mustCatch: [
      .closesSmallResidues, .keepsAssetsOfNothing, .neverOpensAgain, .forgetsClosedPositions,
      .summarizesResiduesAsClosed,
    ]
  ).holds(
    forAll: .closingHistory,
    requiring: [
      "is closed": 0.4, "the smallest unit is left": 0.3, "is closed by fractions": 0.08,
      "is opened again": 0.4,
    ]
  ) { closing, system, trial in
    var session = try await LedgerSession(system)
    var model = TradeBookModel()
    try await session.perform(.importAll(closing.history), expecting: &model)
    try await session.expectMatches(model)
    let closed = try await session.expectClosedOnesApart(model, system, trial)
    for purchase in closing.purchases {
      try await session.perform(.append(purchase), expecting: &model)
      trial.label("is opened again", if: closed.contains(SymbolSpellings.meaning(of: purchase.symbol)))
    }
    try await session.expectMatches(model)
    _ = try await session.expectClosedOnesApart(model, system, trial)
    try await session.reopen()
    try await session.expectMatches(model)
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 46: Inconsistency detection**
  static let inconsistencyDetection = Requirement<PersonalOSSystem>(
    "POS-46", "Inconsistency detection",
    says: """
      At launch and before each write, the app finds every negative interim quantity, duplicate ID, unreadable record \
      and wrong asset, logs it once, and refuses changes of its symbol with corruptedData. Only a repair that the \
      user requests changes data: it moves aside unreadable records, second copies and sales of more than was held, \
      and rebuilds the asset. A recurring finding is logged again.
      """,
    covers: "11.5", of: "ConsistencyChecker", needs: [.storage],
    mustCatch: [
      .repairsWithoutBeingAsked, .findsAndGoesOn, .missesAClosedAsset, .locksEverySymbol, .findsInSilence,
      .logsAFindingAtEachWrite, .ignoresAverageCosts, .ignoresTradesStoredTwice, .ignoresTheOrderOfTime,
      .repairsByDeleting, .movesAsideWithoutNames, .logsOnceForEver, .repairsByMovingAll,
      .locksAppendsAlone, .checksAtLaunchAlone, .repairsToOneTooMany, .over(.flipsBitsAtRest), .over(.scansOldAndNew),
    ]
  ).holds(
    forAll: .damagedLedger,
    requiring: [
      "damaged": 0.5, "sound": 0.01, "a damaged symbol beside a sound one": 0.3, "has a closed position": 0.1,
      "negative prefix": 0.01, "asset differs": 0.05, "undecodable record": 0.1, "duplicate trade id": 0.05,
      "unknown asset": 0.05,
    ]
  ) { damaged, system, trial in
    var session = try await DamagedSession(system, damaged.history)
    let expected = try await session.damage(damaged.damages)
    try await session.expectFound(expected)
    try await session.expectOnlyDamagedAreLocked(expected)
    try await session.expectRepairs(expected)
    try await session.expectCheckedBeforeWrites()
    try await session.end()
    session.label(trial, expected)
  }
}

/// The error that `body` throws, or nil.
private func captured(_ body: () throws -> Void) -> (any Error)? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

private func expectRefused<Expected: Error & Equatable>(_ error: (any Error)?, for expected: Expected) throws
{
  try expect(
    "refused: \(expected), and not \(String(describing: error))", error as? Expected == expected)
}

extension TradeAttempt {
  /// What the requirement says: the trade sells more than is held.
  fileprivate var isTooMuch: Bool { trade.type == .sell && trade.quantity > held }

  fileprivate func label(_ trial: Trial) {
    let smallest = Decimal(sign: .plus, exponent: -10, significand: 1)
    let isSell = trade.type == .sell
    let all = positions.reduce(0) { $0 + $1.quantity }
    trial.label(isTooMuch ? "refused" : "accepted")
    trial.label("sells exactly what is held", if: isSell && trade.quantity == held)
    trial.label("sells the smallest unit too much", if: isSell && trade.quantity == held + smallest)
    trial.label("sells too much, with enough of others", if: isTooMuch && trade.quantity <= all)
    trial.label("sells what is not held", if: isSell && held == 0)
  }
}

extension TradeBookModel {
  /// Whether each symbol would end with nothing missing, were the change made without a look at the order.
  fileprivate func endsAboveZero(after change: TradeCommand) -> Bool {
    var all = trades
    switch change {
    case .append(let trade): all.append(trade)
    case .importAll(let trades): all += trades
    case .edit(let trade): all = all.map { $0.id == trade.id ? trade : $0 }
    case .delete(let id): all.removeAll { $0.id == id }
    }
    return Dictionary(grouping: all) { SymbolSpellings.meaning(of: $0.symbol) }
      .allSatisfy { $0.value.reduce(0) { $0 + $1.signedQuantity } >= 0 }
  }
}

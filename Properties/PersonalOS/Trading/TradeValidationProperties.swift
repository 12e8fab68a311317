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
    covers: "11.1", of: "PortfolioCalculator.validateTrade", mustCatch: [.acceptsTomorrowsTrades]
  ).holds(
    forAll: .tradeAttempt,
    requiring: [
      "sells exactly what is held": 0.01, "sells the smallest unit too much": 0.1,
      "sells too much, with enough of others": 0.04, "sells what is not held": 0.05, "accepted": 0.2,
      "refused": 0.2,
    ]
  ) { attempt, system, trial in
    let errors: [TradeAttempt.Flaw: any Error & Equatable] = [
      .quantity: TradeInputError.invalidQuantity, .symbol: TradeInputError.invalidSymbol,
      .price: ValidationError.invalidPrice, .date: ValidationError.invalidDate,
    ]
    func validate(
      _ trade: TradeRecord, at now: Date = latestTradeDate, expecting error: (any Error & Equatable)?
    ) async throws {
      let thrown = await thrownError { try system.trading.validateTrade(trade, attempt.positions, now) }
      try expect(
        "refused: \(describe(error)), and not \(describe(thrown))", isRefused(thrown, for: error.map { [$0] } ?? []))
    }
    let (trade, held, isSell) = (attempt.trade, attempt.held, attempt.trade.type == .sell)
    let isTooMuch = isSell && trade.quantity > held
    let tooMuch = ValidationError.insufficientQuantity(
      symbol: trade.meaning, available: held, requested: trade.quantity)
    try await validate(trade, expecting: isTooMuch ? tooMuch : nil)
    for (flaw, trade) in attempt.flawed { try await validate(trade, expecting: errors[flaw]) }
    let stoppedClock = Date(timeIntervalSinceReferenceDate: .nan)
    try await validate(trade, at: stoppedClock, expecting: ValidationError.invalidDate)

    let all = attempt.positions.reduce(0) { $0 + $1.quantity }
    trial.label(isTooMuch ? "refused" : "accepted")
    trial.label("sells exactly what is held", if: isSell && trade.quantity == held)
    trial.label("sells the smallest unit too much", if: isSell && trade.quantity == held + .smallestQuantity)
    trial.label("sells too much, with enough of others", if: isTooMuch && trade.quantity <= all)
    trial.label("sells what is not held", if: isSell && held == 0)
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
    mustCatch: LedgerTwin.twin.faults(.checksNoDeletions), [.writesFirstOverALeakyRollback]
  ).holds(
    of: LedgerMachine.ofOneChange, commands: 1...1,
    requiring: [
      "refused": 0.2, "accepted": 0.2, "negative only in between": 0.2, "sells back-dated": 0.05,
      "shifts a date": 0.05, "deletes": 0.01, "edits a quantity": 0.01,
    ],
    making: { try await LedgerDriver($0, holding: $1) }, tearDown: { try await $0.end() })

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
    mustCatch: LedgerTwin.twin.faults(
      .clampsQuantitiesToZero, .importsUnchecked, .checksThenAppends, .checksThenEdits, .checksThenDeletes,
      .checksThenImports)
  ).holds(
    of: LedgerMachine.ofChangesAtOnce, commands: 3...16, scheduled: .mixed,
    requiring: [
      "refuses": 0.4, "accepts a sell": 0.3, "appends at once": 0.5, "one of several at once is refused": 0.3,
      "refuses an import": 0.1, "refuses a flawed trade": 0.05,
      "sells everything at once, several times": 0.2, "changes at once": 0.3,
      "one of several changes at once is refused": 0.2, "two changes at once exclude each other": 0.3,
    ],
    making: { try await LedgerDriver($0, holding: $1) }, tearDown: { try await $0.end() })

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
    mustCatch: LedgerTwin.twin.faults(.closesSmallResidues, .neverOpensAgain)
  ).holds(
    of: LedgerMachine.ofClosedPositions, commands: 1...4,
    requiring: [
      "is closed": 0.4, "the smallest unit is left": 0.3, "is closed by fractions": 0.08,
      "is opened again": 0.4,
    ],
    making: { try await LedgerDriver($0, holding: $1) }, tearDown: { try await $0.end() })

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
    mustCatch: [.over(.flipsBitsAtRest), .over(.scansOldAndNew)]
  ).holds(
    forAll: .damagedLedger,
    requiring: [
      "damaged": 0.5, "sound": 0.01, "a damaged symbol beside a sound one": 0.3, "has a closed position": 0.1,
      "negative prefix": 0.01, "asset differs": 0.05, "undecodable record": 0.1, "duplicate trade id": 0.05,
      "unknown asset": 0.05,
    ]
  ) { damaged, system, trial in
    var script = try await DamagedLedgerScript(system, damaged.history)
    try await script.damage(damaged.damages)
    let model = script.model
    trial.label(model.findings.isEmpty ? "sound" : "damaged")
    let locked = model.symbols.count { model.locked.contains($0) }
    trial.label("a damaged symbol beside a sound one", if: locked > 0 && locked < model.symbols.count)
    trial.label("has a closed position", if: !model.closed.isEmpty)
    for finding in model.findings { trial.label(finding.rule.rawValue) }

    try await script.launchAndRepair()
    try await script.damageAgain()
    try await script.damageBehindTheOpenLedger()
    try await script.end()
  }
}

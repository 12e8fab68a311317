import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of the ledger: another ledger with one defect, or the good one over a store that changes.

extension Fault<PersonalOSSystem> {
  // POS-43.

  static let checksOnlyTheFinalQuantity = ledger(
    "checks the final quantity, and not those on the way", .checksOnlyTheFinalQuantity)
  static let checksNoDeletions = ledger("deletes trades without a check", .checksNoDeletions)
  static let checksNoEdits = ledger("edits trades without a check", .checksNoEdits)
  static let savesBeforeItRefuses = ledger("has saved by the time it refuses", .savesBeforeItRefuses)
  static let refusesSilently = ledger("refuses without a word to the user", .refusesSilently)
  static let presentsARefusalTwice = ledger("presents a refusal twice", .presentsTwice)
  static let replaysInTheOrderOfEntry = ledger(
    "replays in the order of ids, whatever the dates", .replaysInTheOrderOfEntry)
  static let reverseOrderWithinAnInstant = ledger(
    "replays trades of one instant from the last id to the first", .reverseOrderWithinAnInstant)
  static let refusesEveryBackDatedSell = ledger(
    "refuses every sell that is back-dated", .refusesBackDatedSells)

  /// The reference writes nothing before it is sure, so that a rollback has nothing to take back; the defect
  /// hurts a ledger that writes first and relies on the rollback.
  static let writesFirstOverALeakyRollback = Fault(
    "writes first, over a backend that keeps the first write of a rollback (BF-2)"
  ) { system in
    Fault.over(.keepsFirstWriteOnRollback).apply(&system)
    system.trading.openLedger = { try await DefectiveLedger.open($0, .writesFirst) }
  }

  // POS-44.

  static let clampsQuantitiesToZero = ledger(
    "takes a sell of too much, and shows 0 as what is left", .clampsQuantities)
  static let checksThenAppends = ledger(
    "checks in one transaction and appends in the next", .checksThenAppends)
  static let importsUnchecked = ledger("imports without a check", .importsUnchecked)
  static let importsWhatItCan = ledger(
    "imports the trades before the first that it refuses", .importsWhatItCan)
  static let keepsAssetsOfDeletedTrades = ledger(
    "leaves the asset as it was when a trade is deleted", .keepsAssetsOfDeletedTrades)
  static let forgetsTheAssetOfTheOldSymbol = ledger(
    "leaves the asset of the old symbol as it was when a trade gets another", .forgetsTheOldSymbol)

  static let forgetsShownPrices = ledger(
    "shows the price of the latest trade in place of the one that was shown", .forgetsShownPrices)
  static let refusesAbsentDeletions = ledger(
    "refuses to delete what is not there", .refusesAbsentDeletions)
  static let importsOneIDTwice = ledger("imports two trades of one id as one", .importsTwice)

  // POS-45.

  static let closesSmallResidues = ledger("takes less than a millionth for nothing", .closesSmallResidues)
  static let keepsAssetsOfNothing = ledger(
    "keeps a row of quantity 0 in the list of what is held", .keepsAssetsOfNothing)
  static let neverOpensAgain = ledger("does not see that a closed position opens again", .neverOpensAgain)

  static let forgetsClosedPositions = Fault("forgets a closed position with its gain") { system in
    let summarize = system.portfolio.summarize
    system.portfolio.summarize = { trades, prices in
      let open = Set(try await summarize(trades, prices).open.map(\.position.symbol))
      return try await summarize(trades.filter { open.contains(TradeSymbol.normalized($0.symbol)) }, prices)
    }
  }

  static let summarizesResiduesAsClosed = Fault("lists less than a millionth among what is closed") {
    system in
    let summarize = system.portfolio.summarize
    system.portfolio.summarize = { trades, prices in
      let residue = Decimal(sign: .plus, exponent: -6, significand: 1)
      var trades = trades
      for holding in try await summarize(trades, prices).open where holding.position.quantity < residue {
        trades.append(
          TradeRecord(
            id: UUID(), symbol: holding.position.symbol, type: .sell, quantity: holding.position.quantity,
            price: 0, date: .distantFuture))
      }
      return try await summarize(trades, prices)
    }
  }

  // POS-46.

  static let repairsWithoutBeingAsked = ledger("repairs what it finds without being asked", .repairsUnasked)
  static let findsAndGoesOn = ledger("writes a finding down and goes on as if nothing were", .goesOn)
  static let missesAClosedAsset = ledger(
    "takes the missing asset of a closed position for a finding", .missesClosedAssets)
  static let locksEverySymbol = ledger("locks every symbol for a finding in one", .locksEverything)
  static let findsInSilence = ledger("writes no finding down", .findsInSilence)
  static let logsAFindingAtEachWrite = ledger("writes a finding down at each write again", .logsAgain)
  static let ignoresAverageCosts = ledger("compares the quantities of assets alone", .ignoresAverageCosts)
  static let ignoresTradesStoredTwice = ledger(
    "does not see that a trade is stored twice", .ignoresTradesStoredTwice)
  static let ignoresTheOrderOfTime = ledger(
    "does not look at the quantities on the way", .ignoresTheOrderOfTime)
  static let repairsByDeleting = ledger("repairs by deleting what is wrong", .repairsByDeleting)

  private static func ledger(_ name: String, _ defect: DefectiveLedger.Defect) -> Fault {
    Fault(name) { system in
      system.trading.openLedger = { try await DefectiveLedger.open($0, defect) }
    }
  }
}

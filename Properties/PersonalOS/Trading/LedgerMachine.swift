import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The ledger beside its model, from three beginnings.
enum LedgerMachine {
  typealias LedgerCommand = Command<TradeBookModel, LedgerDriver>
  typealias Machine = StateMachine<TradeBookModel, LedgerDriver>

  /// A history, and a change that may make it impossible: POS-43.
  static let ofOneChange = Machine(
    initially: Generator<[TradeRecord]>.frequency(
      (1, .storableHistory(symbols: 1...2, trades: 1...3)), (6, .storableHistory(symbols: 1...2, trades: 5...16))
    ).map { TradeBookModel(trades: $0) },
    closing: [relaunch]
  ) {
    change("changes", weight: 2) { .smallChange(of: $0) }
    change("sells back-dated", weight: 4) { .backDatedSale(in: $0) }
    change("shifts a date", weight: 4) { .shiftedDate(in: $0) }
    change("deletes", weight: 2) { .deletion(in: $0) }
    change("edits a quantity", weight: 2) { .editedQuantity(in: $0) }
  }
  .withoutSwarm

  /// Small trades, often several at once: POS-44.
  static let ofChangesAtOnce = Machine(
    initially: Generator.squeezedHistory.map { TradeBookModel(trades: $0) }, closing: [relaunch]
  ) {
    changes("changes", weight: 11) { .array(of: .smallChange(of: $0.trades), count: 1) }
    changes("appends at once", weight: 7) { _ in .array(of: .smallAppend, count: 2...3) }
    changes("changes at once", weight: 4) { .array(of: .smallChange(of: Array($0.trades.prefix(3))), count: 2...3) }
    changes("sells everything at once, several times", weight: 3, when: { !$0.held.isEmpty }, \.salesOfEverything)
    changes("two changes at once exclude each other", weight: 6, when: { !$0.squeezed.isEmpty }, \.squeezes)
    relaunch
  }
  .withoutSwarm

  /// Positions that are closed, or nearly, and opened again: POS-45.
  static let ofClosedPositions = Machine(
    initially: Generator<[TradeRecord]>.closingHistory.map { TradeBookModel(trades: $0) }, closing: [relaunch],
    invariants: [
      Invariant("the summary") { model, driver in
        try LedgerModel(model.trades).expectMatches(try await driver.summary(), prices: [:])
        return true
      }
    ]
  ) {
    call("buys", \.purchase).labelled("is opened again") { $0.after.closed.count < $0.before.closed.count }
  }
  .labelling("is closed") { !$0.closed.isEmpty }
  .labelling("the smallest unit is left") { $0.quantities.values.contains(.smallestQuantity) }
  .labelling("is closed by fractions") { model in
    model.closed.contains { symbol in model.trades.count { $0.meaning == symbol && "\($0.quantity)" == "0.1" } == 3 }
  }

  private static let relaunch = call("reopens") { _ in .constant(.relaunch) }

  private static func change(
    _ name: String, weight: Int = 1, _ draw: @escaping @Sendable ([TradeRecord]) -> Generator<TradeCommand>
  ) -> LedgerCommand {
    call(name, weight: weight, when: { !$0.trades.isEmpty }) { draw($0.trades).map { .change([$0]) } }
      .labelled("refused") { $0.accepted.isEmpty }
      .labelled("accepted") { !$0.accepted.isEmpty }
      .labelled("negative only in between") { step in
        let unchecked = step.changes.reduce(step.before.trades) { $1.applied(to: $0) }
        return step.accepted.isEmpty && TradeBookModel(trades: unchecked).quantities.values.allSatisfy { $0 >= 0 }
      }
  }

  private static func changes(
    _ name: String, weight: Int, when isPossible: (@Sendable (TradeBookModel) -> Bool)? = nil,
    _ draw: @escaping @Sendable (TradeBookModel) -> Generator<[TradeCommand]>
  ) -> LedgerCommand {
    call(name, weight: weight, when: isPossible) { draw($0).map { .change($0) } }
      .labelled("refuses") { $0.accepted.isEmpty }
      .labelled("accepts a sell") { $0.accepted.contains { $0.entered.contains { $0.type == .sell } } }
      .labelled("refuses an import") { $0.refused.contains { if case .importTrades = $0 { true } else { false } } }
      .labelled("refuses a flawed trade") { $0.refused.contains { $0.entered.contains(where: \.isFlawed) } }
      .labelled("one of several at once is refused") { $0.isPartlyRefused && $0.isAppending }
      .labelled("one of several changes at once is refused") { $0.isPartlyRefused && !$0.isAppending }
  }

  private static func call(
    _ name: String, weight: Int = 1, when isPossible: (@Sendable (TradeBookModel) -> Bool)? = nil,
    _ draw: @escaping @Sendable (TradeBookModel) -> Generator<LedgerCall>
  ) -> LedgerCommand {
    LedgerCommand(
      name, weight: weight, with: draw, when: isPossible,
      foreseeing: { model, call in
        if case .change(let changes) = call { model = model.afterEachOrder(of: changes)[0].model }
      }
    ) { driver, call in
      try await driver.perform(call)
    } judging: { model, call, answer in
      try model.judge(call, answer)
    }
  }
}

extension CommandStep<TradeBookModel> {
  fileprivate var changes: [TradeCommand] {
    if case .change(let changes)? = argument(LedgerCall.self) { changes } else { [] }
  }
  fileprivate var accepted: [TradeCommand] { zip(changes, errors).filter { $0.1 == nil }.map(\.0) }
  fileprivate var refused: [TradeCommand] { zip(changes, errors).filter { $0.1 != nil }.map(\.0) }
  fileprivate var isPartlyRefused: Bool { !accepted.isEmpty && !refused.isEmpty }
  fileprivate var isAppending: Bool { changes.allSatisfy { if case .append = $0 { true } else { false } } }

  private var errors: [(any Error)?] { result(LedgerAnswer.self)?.errors ?? [] }
}

extension TradeRecord {
  fileprivate var isFlawed: Bool { !(quantity > 0) || !(price >= 0) || date > latestTradeDate }
}

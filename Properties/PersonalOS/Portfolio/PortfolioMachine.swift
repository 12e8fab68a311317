import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// POS-39: trades are added, edited and deleted, prices change, and the summary follows.
enum PortfolioMachine {
  typealias PortfolioCommand = Command<PortfolioModel, PortfolioDriver>

  static let add = PortfolioCommand("add", weight: 2, with: \.nextTrade, requiring: { $0.allows($1) }) {
    model, trade in
    model = model.with(trade)
  } system: { app, trade in
    try await app.trades.save(trade)
  }
  .labelled("adds a trade") { _ in true }
  .labelled("closes a position") { step in
    step.after.held.contains { $0.value == 0 && step.before.held[$0.key] != 0 }
  }

  static let edit = PortfolioCommand(
    "edit", weight: 6, with: \.edit, requiring: { $0.without($1.trade).with($1.edited).isPossible }
  ) { model, edit in
    model = model.without(edit.trade).with(edit.edited)
  } system: { app, edit in
    try await app.trades.save(edit.edited)
  }
  .labelled("edits a trade") { _ in true }
  .labelled("a symbol comes or goes with an edit") { Set($0.before.held.keys) != Set($0.after.held.keys) }

  static let delete = PortfolioCommand(
    "delete", weight: 4, with: { .element(of: $0.removable) }, requiring: { $0.without($1).isPossible }
  ) { model, trade in
    model = model.without(trade)
  } system: { app, trade in
    try await app.trades.delete(trade)
  }
  .labelled("deletes a trade") { _ in true }
  .labelled("deletes all trades of a symbol") { $0.after.held.count < $0.before.held.count }

  static let setPrice = PortfolioCommand("setPrice", weight: 4, with: \.priceChange) { model, change in
    model.prices[change.symbol] = change.price
  } system: { app, change in
    app.desk.set(change.price, of: change.symbol)
  }
  .labelled("changes a price") { _ in true }

  /// The summary that waits for its prices meanwhile must have the trade. Of nothing it would ask no prices.
  static let addWhileLoading = PortfolioCommand(
    "addWhileLoading", weight: 3, with: \.nextTrade, when: { !$0.trades.isEmpty }, requiring: { $0.allows($1) },
    foreseeing: { model, trade in model = model.with(trade) },
    system: { app, trade in try await app.summary(whileAdding: trade) },
    judging: { model, trade, summary in
      model = model.with(trade)
      try LedgerModel(model.trades).expectMatches(summary, prices: model.prices)
    }
  )
  .labelled("adds while the summary loads") { _ in true }
  .labelled("a new symbol comes while the summary loads") { $0.after.held.count > $0.before.held.count }

  static let summaryOfTheTrades = Invariant<PortfolioModel, PortfolioDriver>("the summary is that of the trades") {
    model, app in
    let summary = try await app.portfolio.summary()
    try LedgerModel(model.trades).expectMatches(summary, prices: model.prices)

    let stored = try await app.trades.fetch()
    let positions = try await app.calculator.calculatePositions(stored)
    let shown = summary.open.map(\.position) + summary.closed.map(\.position)
    try expect(
      "positions of the summary, calculated from the store", shown.sorted { $0.symbol < $1.symbol }, equals: positions)
    try expect("positions, calculated from the store", try await app.portfolio.positions(), equals: positions)
    let gains = try await app.calculator.calculateRealizedGains(stored)
    try expect("gains of the summary, calculated from the store", summary.totalRealizedGain, equals: gains)
    try expect("gains, calculated from the store", try await app.portfolio.realizedGains(), equals: gains)
    return true
  }

  static let machine = StateMachine(
    initially: PortfolioModel.generator, commands: [add, edit, delete, setPrice, addWhileLoading],
    invariants: [summaryOfTheTrades]
  )
  .settingUp { app, model in try await app.begin(with: model) }
  .labelling("something is closed", \.hasClosedPosition)
  .labelling("a price is missing", \.lacksPrice)
  .labelling("everything has a price") { $0.holdsSomething && !$0.lacksPrice }
  .showing(\.summary)
  // Few commands in a case, and each matters.
  .withoutSwarm
}

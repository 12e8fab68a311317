import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

// The steps of POS-44, and what POS-45 asks of closed positions.

extension LedgerSession {
  /// - Returns: the classes of the case that it belongs to.
  mutating func take(_ step: LedgerStep, _ model: inout TradeBookModel) async throws -> [String] {
    switch step {
    case .append(let trade):
      let isRefused = try await perform(.append(trade), expecting: &model)
      return classes(isRefused, [trade])
    case .importAll(let trades):
      let isRefused = try await perform(.importAll(trades), expecting: &model)
      return classes(isRefused, trades) + (isRefused ? ["refuses an import"] : [])
    case .edit(let number, var trade):
      // Without a trade to edit, an edit of none.
      if !model.trades.isEmpty { trade.id = model.trades[number % model.trades.count].id }
      return classes(try await perform(.edit(trade), expecting: &model), [])
    case .delete(let number):
      // Beyond the last, one that is not there: no error, and nothing changes.
      let id = number < model.trades.count ? model.trades[number].id : UUID()
      return classes(try await perform(.delete(id), expecting: &model), [])
    case .appendAtOnce(let trades):
      return try await appendAtOnce(trades, &model)
    case .changeAtOnce(let steps):
      let commands = steps.compactMap { model.command(of: $0) }
      let refusedCount = try await performAtOnce(commands, &model)
      return ["changes at once"]
        + (refusedCount > 0 && refusedCount < commands.count ? ["one of several changes at once is refused"] : [])
    case .squeezeAtOnce(let squeeze):
      let (bought, commands) = Self.squeezed(squeeze, number: model.trades.count)
      try await perform(.importAll(bought), expecting: &model)
      let refusedCount = try await performAtOnce(commands, &model)
      return ["two changes at once exclude each other"] + (refusedCount == 1 ? ["one of several changes at once is refused"] : [])
    case .sellEverythingAtOnce(let times):
      guard let (symbol, held) = model.holdings.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
        return []
      }
      let sells = (1...times).map { number in
        TradeRecord(
          id: UUID(
            uuid: (255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(model.trades.count), UInt8(number))),
          symbol: symbol, type: .sell, quantity: held, price: 2, date: latestTradeDate)
      }
      return try await appendAtOnce(sells, &model) + ["sells everything at once, several times"]
    case .reopen:
      try await reopen()
      return []
    }
  }

  /// - Returns: what is there before, of a symbol of its own, and the changes.
  private static func squeezed(_ squeeze: Squeeze, number: Int) -> (before: [TradeRecord], changes: [TradeCommand]) {
    func trade(_ place: UInt8, _ type: TradeType, _ quantity: Decimal) -> TradeRecord {
      TradeRecord(
        id: UUID(uuid: (253, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number), place)),
        symbol: "SQ\(number)", type: type, quantity: quantity, price: 2,
        date: latestTradeDate.addingTimeInterval(type == .buy ? -60 : 0))
    }
    let bought = [trade(1, .buy, 3), trade(2, .buy, 3)]
    let changes: [TradeCommand] =
      switch squeeze {
      case .deleteEach: bought.map { .delete($0.id) }
      case .editEach: [.edit(trade(1, .buy, 1)), .edit(trade(2, .buy, 1))]
      case .importSalesOfEach: [.importAll([trade(4, .sell, 2)]), .importAll([trade(5, .sell, 2)])]
      }
    return (bought + [trade(3, .sell, 3)], changes)
  }

  private func classes(_ isRefused: Bool, _ trades: [TradeRecord]) -> [String] {
    if isRefused {
      let isFlawed = trades.contains { !($0.quantity > 0) || !($0.price >= 0) || $0.date > latestTradeDate }
      return ["refuses"] + (isFlawed ? ["refuses a flawed trade"] : [])
    }
    return trades.contains { $0.type == .sell } ? ["accepts a sell"] : []
  }

  /// Each trade by a task of its own: what is accepted is what would be in one order or another.
  private func appendAtOnce(
    _ trades: [TradeRecord], _ model: inout TradeBookModel
  ) async throws -> [String] {
    let refusedCount = try await performAtOnce(trades.map { .append($0) }, &model)
    let stored = model.trades
    let accepted = trades.filter { trade in stored.contains { $0.id == trade.id } }
    return ["appends at once"] + classes(refusedCount == trades.count, accepted)
      + (refusedCount > 0 && !accepted.isEmpty ? ["one of several at once is refused"] : [])
  }

  /// - Returns: how many were refused.
  private func performAtOnce(_ commands: [TradeCommand], _ model: inout TradeBookModel) async throws -> Int {
    let (session, presented) = (self, told.presented.count)
    let tasks = commands.map { command in Task { await session.perform(command) } }
    var accepted: [Bool] = []
    for task in tasks { accepted.append(await task.value == nil) }
    let stored = try await storedTrades()
    let outcomes = model.afterEachOrder(of: commands)
    let outcome = outcomes.first { $0.accepted == accepted && $0.model.inOrder == stored }
    try expect(
      "what is stored, and what was accepted, is what comes of the changes in one order or another", outcome != nil)
    let refusedCount = accepted.count { !$0 }
    try expect("errors that the user sees", told.presented.count - presented, equals: refusedCount)
    model = outcome?.model ?? model
    return refusedCount
  }

  /// In the summary of the ledger's trades a position is among the open ones just where something is held,
  /// and among the closed ones, with what it brought in, just where everything was sold.
  /// - Returns: the closed symbols.
  func expectClosedOnesApart(
    _ model: TradeBookModel, _ system: PersonalOSSystem, _ trial: Trial
  ) async throws -> Set<String> {
    let summary = try await system.portfolio.summarize(try await ledger.trades(), [:])
    let closed = model.symbols.filter { model.quantity(of: $0) == 0 }
    try expect(
      "open positions", summary.open.map { "\($0.position.symbol) \($0.position.quantity)" },
      equals: model.holdings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
    try expect("closed positions", summary.closed.map(\.position.symbol), equals: closed.sorted())
    for entry in summary.closed {
      let (position, trades) = (entry.position, model.trades(of: entry.position.symbol))
      try expect("\(position.symbol) is closed", position.isClosed && position.costBasis == 0)
      // Everything was sold: its cost is that of all purchases. At most 36 digits, so exact.
      let proceeds = trades.reduce(0) { $0 + ($1.type == .sell ? $1.quantity * $1.price : 0) }
      let cost = trades.reduce(0) { $0 + ($1.type == .buy ? $1.quantity * $1.price : 0) }
      let bought = trades.reduce(0) { $0 + ($1.type == .buy ? $1.quantity : 0) }
      try expect("gain of \(position.symbol)", entry.realizedGain, equals: proceeds - cost)
      let error = position.avgCost * bought - cost
      try expect(
        "\(position.symbol) keeps its average cost",
        error.magnitude <= cost * Decimal(sign: .plus, exponent: -30, significand: 1))
    }
    for symbol in model.symbols {
      let quantity = model.quantity(of: symbol)
      trial.label("is closed", if: quantity == 0)
      trial.label(
        "the smallest unit is left", if: quantity == Decimal(sign: .plus, exponent: -10, significand: 1))
      let tenth = Decimal(sign: .plus, exponent: -1, significand: 1)
      trial.label(
        "is closed by fractions",
        if: quantity == 0 && model.trades(of: symbol).count { $0.quantity == tenth } == 3)
    }
    return closed
  }
}

extension TradeBookModel {
  /// What may come of changes that are made at once: for each order the model after it, and which were accepted.
  func afterEachOrder(of commands: [TradeCommand]) -> [(model: TradeBookModel, accepted: [Bool])] {
    Self.orders(of: Array(commands.indices)).map { order in
      var (model, accepted) = (self, Array(repeating: false, count: commands.count))
      for place in order { accepted[place] = model.apply(commands[place], now: latestTradeDate) == nil }
      return (model, accepted)
    }
  }

  private static func orders(of places: [Int]) -> [[Int]] {
    places.isEmpty
      ? [[]] : places.flatMap { first in orders(of: places.filter { $0 != first }).map { [first] + $0 } }
  }

  /// The command that a step is, on the trades that there are now; nil for one that is several.
  func command(of step: LedgerStep) -> TradeCommand? {
    switch step {
    case .append(let trade): return .append(trade)
    case .importAll(let trades): return .importAll(trades)
    case .edit(let number, var trade):
      if !trades.isEmpty { trade.id = trades[number % trades.count].id }
      return .edit(trade)
    case .delete(let number): return .delete(number < trades.count ? trades[number].id : UUID())
    case .appendAtOnce, .changeAtOnce, .squeezeAtOnce, .sellEverythingAtOnce, .reopen: return nil
    }
  }
}

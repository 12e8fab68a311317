import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension TradeBookModel {
  /// The ledger did what the requirement says. Then the model is where the ledger is.
  mutating func judge(_ call: LedgerCall, _ answer: LedgerAnswer) throws {
    switch call {
    case .change(let changes): try judge(changes, answer)
    case .repair(let symbol): repair(symbol)
    case .relaunch, .check:
      if case .relaunch = call { logged = [] }
      try expect("what is stored after a check", answer.dumpAfter, equals: answer.dumpBefore)
    }
    try expectLogged(answer)
    try expectStored(answer)
  }

  /// The changes are accepted and refused as they are one after the other, in one order or another. A refused change
  /// leaves everything as it was, and the user sees its error once.
  private mutating func judge(_ changes: [TradeCommand], _ answer: LedgerAnswer) throws {
    let outcomes = afterEachOrder(of: changes)
    let possible = outcomes.filter { outcome in
      zip(outcome.refusals, answer.errors).allSatisfy { isRefused($1, for: $0) }
    }
    try expect(
      "refused: \(describe(outcomes[0].refusals)), or as in another order, and not \(describe(answer.errors))",
      !possible.isEmpty)
    let outcome = possible.first { $0.model.records == answer.after.records(TradeRecord.collection) } ?? possible.first
    self = outcome?.model ?? self

    let refused = answer.errors.compactMap(\.self)
    try expect(
      "the errors that the user sees", answer.presented.map { describe($0) }.sorted(),
      equals: refused.map { describe($0) }.sorted())
    if refused.count == changes.count {
      try expect("what is stored after the refusal", answer.dumpAfter, equals: answer.dumpBefore)
    } else if changes.count == 1 {
      let assets = answer.after.records(AssetItem.collection)
      for old in answer.before.records(AssetItem.collection) {
        guard let new = assets.first(where: { $0.key == old.key }) else { continue }
        try expect("the price that \(old.key) shows", new.fields["currentPrice"], equals: old.fields["currentPrice"])
      }
    }
  }

  /// Each finding is in the log once, with its symbol and its rule.
  private mutating func expectLogged(_ answer: LedgerAnswer) throws {
    let new = findings.filter { !logged.contains($0) }
    logged.formUnion(new)
    let rules = TradeInconsistency.Rule.allCases.map(\.rawValue)
    let entries = answer.logged.filter { entry in rules.contains { entry.contains($0) } }
    try expect("entries of the log", entries.count, equals: new.count)
    for finding in new {
      try expect(
        "the log has \(finding)",
        entries.contains { $0.contains(finding.rule.rawValue) && $0.contains(finding.symbol ?? finding.rule.rawValue) })
    }
    guard let found = answer.findings else { return }
    func words(_ findings: [TradeInconsistency]) -> [String] {
      findings.map { "\($0.symbol ?? "a record of unknown symbol"): \($0.rule.rawValue)" }
    }
    try expect("what is found", words(found).sorted(), equals: words(findings).sorted())
    for (finding, words) in zip(found, words(found)) {
      try expect("what is said", finding.description, equals: words + (finding.key.map { " at \($0)" } ?? ""))
    }
  }

  /// The ledger holds these trades, and where nothing is wrong the assets are what they come to. No record is lost.
  private func expectStored(_ answer: LedgerAnswer) throws {
    try expect("the stored trades", answer.after.records(TradeRecord.collection), equals: records)
    let aside = answer.after.records(QuarantinedRecord.collection)
    let numbers = aside.map { Int($0.key.split(separator: " ").last ?? "") }
    try expect("what was moved aside has a number", !numbers.contains(nil))
    try expect(
      "what was moved aside, without its numbers", aside.map(\.withoutNumber).sorted(by: RawRecord.precedes),
      equals: movedAside.sorted(by: RawRecord.precedes))
    let inOrder = trades.sorted { $0.id.uuidString < $1.id.uuidString }
    try expect("the ledger's trades, by id", answer.trades, equals: inOrder)

    let assets = answer.assets.filter { !locked.contains($0.symbol) }
    try expect(
      "the assets' quantities", assets.map { "\($0.symbol) \($0.quantity)" },
      equals: held.filter { !locked.contains($0) }.map { "\($0) \(trades.quantity(of: $0))" })
    let sums = LedgerModel(trades).sums
    for asset in assets {
      guard let cost = sums[asset.symbol]?.averageCost else { continue }
      try expect("the average cost of \(asset.symbol)", asset.avgCost, is: cost)
    }
    let stored = answer.after.records(AssetItem.collection)
    try expect(
      "the stored assets", stored.filter { !locked.contains(SymbolSpellings.meaning(of: $0.key)) },
      equals: assets.map { RawRecord($0) })
  }

  /// What is stored among the trades.
  private var records: [RawRecord] { (trades.map(record) + leftOut).sorted(by: RawRecord.precedes) }
}

/// Whether this is one of the errors, or none if there are none.
func isRefused(_ error: (any Error)?, for errors: [any Error & Equatable]) -> Bool {
  errors.isEmpty ? error == nil : errors.contains { $0.isSame(as: error) }
}

extension Error where Self: Equatable {
  fileprivate func isSame(as other: (any Error)?) -> Bool { other as? Self == self }
}

extension RawRecord {
  /// As it was before it was moved aside.
  fileprivate var withoutNumber: RawRecord {
    let name = key.split(separator: " ", omittingEmptySubsequences: false).dropLast().joined(separator: " ")
    return RawRecord(collection: TradeRecord.collection, key: name, fields: fields)
  }
}

extension StoreContents {
  fileprivate func records(_ collection: String) -> [RawRecord] { records.filter { $0.collection == collection } }
}

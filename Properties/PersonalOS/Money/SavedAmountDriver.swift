import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// The transformer gives JSON of the very number, and takes it back.
func expectTransformed(_ amount: Decimal, by money: MoneySystem) throws {
  let json = try money.transform(amount)
  try expect("\(amount) is transformed", json != nil)
  let text = String(decoding: json ?? Data(), as: UTF8.self).lowercased()
  let number = #/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?/#
  try expect("\(text) is a JSON number", text.wholeMatch(of: number) != nil)
  try expect("the number that \(text) is", LongDecimal(text) == LongDecimal(amount))
  try expect("reverse of \(text)", money.reverseTransform(json), equals: amount)

  // The same number as others may write it in JSON.
  let exponent = amount.exponent < 0 ? "e\(amount.exponent)" : "E+\(amount.exponent)"
  let foreign = "\n \(amount < 0 ? "-" : "")\(amount.significand.magnitude)\(exponent)\t"
  try expect("reverse of \(foreign)", money.reverseTransform(Data(foreign.utf8)), equals: amount)
}

/// Neither direction takes what is not of its type.
func expectOtherTypesRefused(by money: MoneySystem) throws {
  let noAmounts: [Any?] = ["1", 1.5, 1, Data("1".utf8), nil]
  for value in noAmounts {
    try expect("transformed \(value as Any)", try money.transform(value), equals: nil)
  }
  let noData: [Any?] = ["1", 1.5, 1, Decimal(1), nil]
  for value in noData {
    try expect("reverse of \(value as Any)", money.reverseTransform(value), equals: nil)
  }
}

/// Amounts that are saved, as data and as decimals, and read back before and after the store is reopened.
struct SavedAmountDriver {
  /// How many amounts there are at once: the next one replaces the first.
  static let names = 3

  private let system: PersonalOSSystem
  private var store: any Store
  private var data: any DataAccess
  private var amounts: any AmountKeeping
  private var kept: [String: Decimal] = [:]

  init(_ system: PersonalOSSystem) async throws {
    self.system = system
    store = try await system.openStore()
    data = DataActor(store: store)
    amounts = try await system.money.openAmounts(data)
  }

  mutating func save(_ values: [Decimal]) async throws {
    for (index, value) in values.enumerated() {
      let name = "amount \(index % Self.names)"
      try await amounts.save(value, as: name)
      try await BaseRepository(data).save(Self.asset(name, value))
      kept[name] = value
    }
  }

  func expectAllKept() async throws {
    let assets = try await BaseRepository<AssetItem>(data).fetch()
    try expect("number of assets", assets.count, equals: kept.count)
    for (name, amount) in kept.sorted(by: { $0.key < $1.key }) {
      try expect("\(name), kept as data", try await amounts.amount(name), equals: amount)
      try expect(
        "\(name), kept as a decimal", assets.first { $0.symbol == name }, equals: Self.asset(name, amount))
    }
  }

  /// Refusing leaves everything as it was, under the same name and elsewhere.
  func expectRefused(_ value: Decimal) async throws {
    let money = system.money
    _ = try expectThrows("transformed \(value)", MoneyError.self) { try money.transform(value) }
    for name in ["amount 0", "another amount"] {
      do {
        try await amounts.save(value, as: name)
      } catch is MoneyError {
        continue
      }
      try expect("saving \(value) is refused", false)
    }
    try expect("an amount that was refused", try await amounts.amount("another amount"), equals: nil)
    try await expectAllKept()
  }

  mutating func reopen() async throws {
    try await store.close()
    store = try await system.openStore()
    data = DataActor(store: store)
    amounts = try await system.money.openAmounts(data)
  }

  func end() async throws {
    try await store.close()
  }

  private static func asset(_ name: String, _ amount: Decimal) -> AssetItem {
    AssetItem(
      symbol: name, quantity: amount, avgCost: -amount, currentPrice: amount,
      lastUpdated: Date(timeIntervalSinceReferenceDate: 0))
  }
}

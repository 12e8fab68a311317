import PersonalOSReference
import StorageContract

/// Amounts as they were at one time.
struct Amounts: Sendable, Equatable {
  /// Without those that are 0.
  var byName: [String: Int64]
  var total: Int64

  init(byName: [String: Int64] = [:], total: Int64 = 0) {
    self.byName = byName
    self.total = total
  }
}

/// Amounts in the store, and their total beside them: an app's way of reading, deciding and writing in one closure of its
/// data access. It relies on that closure alone, so what goes wrong here is the data access's fault.
struct AmountBook: Sendable {
  static let collection = "amounts"
  static let totals = "amount_totals"

  private let data: any DataAccess

  init(_ data: any DataAccess) {
    self.data = data
  }

  /// Returns what the amount is then; it is 0 before the first time.
  /// - Throws: ``DatabaseError/constraintViolation`` where that is no `Int64`, and nothing has changed.
  @discardableResult
  func add(_ amount: Int64, to name: String) async throws -> Int64 {
    try await data.perform { scope in
      let result = try scope.change(name, in: Self.collection, by: amount)
      try scope.change("all", in: Self.totals, by: amount)
      return result
    }
  }

  /// False, and nothing moved, where there is less, or the amount is negative.
  func transfer(_ amount: Int64, from source: String, to target: String) async throws -> Bool {
    try await data.perform { scope in
      guard try amount >= 0 && scope.amount(source, in: Self.collection) >= amount else { return false }
      try scope.change(source, in: Self.collection, by: -amount)
      try scope.change(target, in: Self.collection, by: amount)
      return true
    }
  }

  func readAll() async throws -> Amounts {
    try await data.perform { try $0.amounts() }
  }
}

extension DataScope {
  /// An amount of a collection of ``AmountBook``; 0 where there is none.
  func amount(_ name: String, in collection: String) throws -> Int64 {
    try live().get(name, in: collection).map { try Self.amount($0, in: collection) } ?? 0
  }

  func setAmount(_ amount: Int64, of name: String, in collection: String) throws {
    try live().put(["amount": .int64(amount)], at: name, in: collection)
  }

  func amounts() throws -> Amounts {
    var amounts = Amounts(total: try amount("all", in: AmountBook.totals))
    for record in try live().scan(AmountBook.collection) {
      let amount = try Self.amount(record, in: AmountBook.collection)
      if amount != 0 { amounts.byName[record.key] = amount }
    }
    return amounts
  }

  @discardableResult
  fileprivate func change(_ name: String, in collection: String, by amount: Int64) throws -> Int64 {
    let (result, overflows) = try self.amount(name, in: collection).addingReportingOverflow(amount)
    if overflows { throw DatabaseError.constraintViolation }
    try setAmount(result, of: name, in: collection)
    return result
  }

  private static func amount(_ record: Record, in collection: String) throws -> Int64 {
    try StoredRecord(collection: collection, key: record.key, fields: record.fields).int64("amount")
  }
}

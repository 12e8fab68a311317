import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Amounts at one time, without those that are 0, and their total beside them: the model of an ``AmountBook``.
struct Amounts: Hashable, Sendable {
  enum Answer: Hashable, Sendable {
    case amount(Int64)
    case moved(Bool)
    case all(Amounts)
    /// A number would have been no `Int64`.
    case refused
  }

  var byName: [String: Int64] = [:]
  var total: Int64 = 0

  static let model = SequentialModel<Amounts, AmountCall, Answer>(initial: Amounts()) { $0.perform($1) }

  mutating func perform(_ call: AmountCall) -> Answer {
    var after = self
    if case .transfer(let amount, let source, _) = call, amount < 0 || byName[source] ?? 0 < amount {
      return .moved(false)
    }
    guard after.change(by: call) else { return .refused }
    self = after
    return switch call {
    case .add(_, let name): .amount(byName[name] ?? 0)
    case .transfer: .moved(true)
    case .readAll: .all(self)
    }
  }

  /// Numbers wrap around, so that the order of changes makes no difference.
  /// - Returns: whether all of them fit.
  mutating func change(by call: AmountCall) -> Bool {
    switch call {
    case .readAll: return true
    case .add(let amount, let name):
      let (sum, overflows) = total.addingReportingOverflow(amount)
      total = sum
      return change(name, by: amount) && !overflows
    case .transfer(let amount, let source, let target):
      let fits = [change(source, by: 0 &- amount), change(target, by: amount)]
      return fits == [true, true]
    }
  }

  private mutating func change(_ name: String, by amount: Int64) -> Bool {
    let (sum, overflows) = (byName[name] ?? 0).addingReportingOverflow(amount)
    byName[name] = sum == 0 ? nil : sum
    return !overflows
  }

  var sum: Int64 { byName.values.reduce(0, &+) }
}

/// The same amounts in the store: an app's way of reading, deciding and writing in one closure of its data access. It
/// relies on that closure alone, so what goes wrong here is the data access's fault.
struct AmountBook: Sendable {
  private let data: any DataAccess

  init(_ data: any DataAccess) { self.data = data }

  func perform(_ call: AmountCall) async throws -> Amounts.Answer {
    do {
      return try await data.perform { scope in
        switch call {
        case .add(let amount, let name):
          let result = try scope.change(name, by: amount)
          try scope.change("all", in: "amount_totals", by: amount)
          return .amount(result)
        case .transfer(let amount, let source, let target):
          guard try amount >= 0 && scope.amount(source, in: "amounts") >= amount else { return .moved(false) }
          try scope.change(source, by: -amount)
          try scope.change(target, by: amount)
          return .moved(true)
        case .readAll:
          let amounts = try scope.live().scan("amounts").map { ($0.key, try DataScope.amount(of: $0)) }
          return .all(
            Amounts(
              byName: Dictionary(uniqueKeysWithValues: amounts.filter { $0.1 != 0 }),
              total: try scope.amount("all", in: "amount_totals")))
        }
      }
    } catch DatabaseError.constraintViolation {
      return .refused
    }
  }
}

extension DataScope {
  fileprivate func amount(_ name: String, in collection: String) throws -> Int64 {
    try live().get(name, in: collection).map { try Self.amount(of: $0) } ?? 0
  }

  @discardableResult
  fileprivate func change(_ name: String, in collection: String = "amounts", by amount: Int64) throws -> Int64 {
    let (result, overflows) = try self.amount(name, in: collection).addingReportingOverflow(amount)
    if overflows { throw DatabaseError.constraintViolation }
    try live().put(["amount": .int64(result)], at: name, in: collection)
    return result
  }

  fileprivate static func amount(of record: Record) throws -> Int64 {
    try StoredRecord(collection: "amounts", key: record.key, fields: record.fields).int64("amount")
  }
}

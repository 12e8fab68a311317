import Foundation
import StorageContract

/// Stores amounts by name, as data. A store without a decimal type can keep them too, because each amount passes
/// through ``DecimalTransformer``.
public protocol AmountKeeping: Sendable {
  /// Inserts or replaces the amount with this name.
  /// - Throws: ``MoneyError`` if the amount cannot be kept exactly. The store is then unchanged.
  func save(_ amount: Decimal, as name: String) async throws
  /// Returns the amount, or nil if none has this name.
  /// - Throws: ``UnreadableRecord`` if the stored bytes are not an amount.
  func amount(_ name: String) async throws -> Decimal?
}

/// Amounts in the app's store, one record each in the collection `amounts`.
public struct AmountStore: AmountKeeping {
  private let data: any DataAccess

  /// Creates an amount store over the app's data. It reads nothing yet.
  public init(_ data: any DataAccess) {
    self.data = data
  }

  public func save(_ amount: Decimal, as name: String) async throws {
    let amount = try StoredAmount(name: name, amount: amount)
    try await data.perform { try $0.save(amount) }
  }

  public func amount(_ name: String) async throws -> Decimal? {
    try await data.perform { try $0.fetch(StoredAmount.self, key: name)?.amount }
  }
}

/// The stored form of an amount and its name.
struct StoredAmount: StoredModel {
  static let collection = "amounts"
  let storageKey: String
  let amount: Decimal
  private let json: Data

  init(name: String, amount: Decimal) throws(MoneyError) {
    storageKey = name
    self.amount = amount
    json = try DecimalTransformer().transformedValue(amount) ?? Data()
  }

  var storedFields: [String: FieldValue] { ["amount": .bytes([UInt8](json))] }

  init(stored record: StoredRecord) throws(UnreadableRecord) {
    storageKey = record.key
    json = Data(try record.bytes("amount"))
    guard let amount = DecimalTransformer().reverseTransformedValue(json) else {
      throw record.refusal("amount", "the JSON of a number of at most 38 digits")
    }
    self.amount = amount
  }
}

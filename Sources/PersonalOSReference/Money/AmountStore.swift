import Foundation
import StorageContract

/// Amounts by name, in a store whose fields hold no decimals but data: each goes through
/// ``DecimalTransformer`` on its way.
public protocol AmountKeeping: Sendable {
  /// Inserts or replaces.
  /// - Throws: ``MoneyError`` for what is not kept exactly; the store is then as it was.
  func save(_ amount: Decimal, as name: String) async throws
  /// The amount, or nil where none has this name.
  /// - Throws: ``UnreadableRecord`` for bytes that are no amount.
  func amount(_ name: String) async throws -> Decimal?
}

public struct AmountStore: AmountKeeping {
  private let data: any DataAccess

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

/// An amount and its name, as they are stored.
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

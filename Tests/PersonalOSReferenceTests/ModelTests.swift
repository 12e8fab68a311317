import Foundation
import PersonalOSReference
import StorageContract
import Testing

/// Every model comes back from its stored form as it went in.
@Suite("Models")
struct ModelTests {
  @Test("A record that lacks a field, or has another type there, is refused by name")
  func refusal() throws {
    let trade = TradeRecord(
      id: UUID(), symbol: "AAPL", type: .buy, quantity: 1, price: 2, date: Date(timeIntervalSince1970: 0))
    for field in trade.storedFields.keys {
      var fields = trade.storedFields
      for wrong in [nil, FieldValue.null] {
        fields[field] = wrong
        let record = StoredRecord(collection: "trades", key: trade.storageKey, fields: fields)
        let error = #expect(throws: UnreadableRecord.self) { try TradeRecord(stored: record) }
        #expect(error?.field == field)
      }
    }
    let record = StoredRecord(collection: "trades", key: "7", fields: trade.storedFields)
    let error = #expect(throws: UnreadableRecord.self) { try TradeRecord(stored: record) }
    #expect(error?.description == "record 7 of trades: key must be a UUID, found 7")
  }
}

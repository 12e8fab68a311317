import Foundation
import PersonalOSReference
import Testing

/// What comes in from elsewhere: price feeds, archives, stored data.
@Suite("Amounts in messages and files")
struct MessageTests {
  @Test("A price feed keeps every digit")
  func prices() throws {
    let message = """
      [{"source": "delayed", "price": 189.123456789012345678901234567, "symbol": "A\\u00e9\\"",
        "timestamp": 60},
       {"symbol": "B", "price": 1e-3, "timestamp": 0, "source": "mock", "unknown": [true, null, {"a": "b"}]}]
      """
    let updates = try PriceFeed.read(Data(message.utf8))
    let exact = try AmountText.read("189.123456789012345678901234567")
    #expect(updates.map(\.symbol) == ["A\u{e9}\"", "B"])
    #expect(updates.map(\.data.price) == [exact, Decimal(sign: .plus, exponent: -3, significand: 1)])
    #expect(updates.map(\.data.source) == [.delayed, .mock])
    #expect(updates[0].data.timestamp == Date(timeIntervalSince1970: 60))
    #expect(try PriceFeed.read(Data("[]".utf8)).isEmpty)
    // The year 2100: more seconds than 32 bits hold.
    let later = message.replacing("60", with: "4102444800")
    #expect(try PriceFeed.read(Data(later.utf8))[0].data.timestamp.timeIntervalSince1970 == 4_102_444_800)
  }

  @Test(
    "A price feed with anything wrong in it is refused as a whole",
    arguments: [
      (#""price": "1""#, "price"), (#""price": -1"#, "price"), (#""price": null"#, "price"),
      (#""price": 0.123456789012345678901234567890123456789"#, "price"), (#""timestamp": 0.5"#, "timestamp"),
      (#""source": "live""#, "source"), (#""symbol": 1"#, "symbol"),
    ])
  func badEntries(_ member: String, _ field: String) {
    // Of two members of one name the last counts.
    let entry = #"{"symbol": "A", "price": 1, "timestamp": 0, "source": "mock", \#(member)}"#
    let error = #expect(throws: PriceFeedError.self) { try PriceFeed.read(Data("[\(entry)]".utf8)) }
    guard case .entry(0, field, _) = error else {
      Issue.record("\(member) was refused with \(String(describing: error))")
      return
    }
  }

  @Test(
    "What is no JSON is refused, however deep",
    arguments: [
      "", "[", "[1,]", "[01]", "{\"a\" 1}", "[\"\\x\"]", "[nul]", "[1] 2",
      String(repeating: "[", count: 100_000),
      "[\"\u{1}\"]", "[tru", "{\"a\": 1", "\"",
    ])
  func noJSON(_ text: String) {
    let error = #expect(throws: PriceFeedError.self) { try PriceFeed.read(Data(text.utf8)) }
    guard case .notJSON = error else {
      Issue.record("\(text.prefix(20)) was refused with \(String(describing: error))")
      return
    }
  }

  @Test("An archive says which trade is wrong, and in what")
  func archive() throws {
    let trade = TradeRecord(
      id: UUID(), symbol: "AAPL", type: .sell, quantity: try AmountText.read("0.123456789012345678901234567"),
      price: 7, date: Date(timeIntervalSince1970: 0.1), notes: "e\u{301}\n")
    let file = try TradeArchive.export([trade])
    #expect(try TradeArchive.read(file) == [trade])
    for (right, wrong, field) in [("0.12", "0,12", "quantity"), ("sell", "sold", "type"), ("7.00", "7", "")] {
      let text = String(decoding: file, as: UTF8.self).replacing("\"\(right)", with: "\"\(wrong)")
      guard !field.isEmpty else {
        #expect(try TradeArchive.read(Data(text.utf8)) == [trade])
        continue
      }
      let error = #expect(throws: TradeArchiveError.self) { try TradeArchive.read(Data(text.utf8)) }
      #expect(error?.trade == trade.id && error?.field == field)
    }
  }

  @Test(
    "The transformer reads one JSON number and nothing else",
    arguments: [
      ("1", "1"), (" -1.50E+2\n", "-150"), ("0e99999999999999999999", "0"), ("-0", "0"), ("1e-3", "0.001"),
      ("01", nil), ("1.", nil), (".5", nil), ("+1", nil), ("1e", nil), ("NaN", nil), ("\"1\"", nil),
      ("1 2", nil),
      ("", nil), ("9.9e165", nil), ("1e-129", nil), ("15e-129", nil), ("1e9999999999999999999999", nil),
    ] as [(String, String?)])
  func numbers(_ json: String, _ expected: String?) throws {
    let read = DecimalTransformer().reverseTransformedValue(Data(json.utf8))
    #expect(read == (try expected.map { try AmountText.read($0) }))
  }

  @Test("The ends of the range come back")
  func ends() throws {
    for number in ["1e165", "1e-128", "99999999999999999999999999999999999999e127", "-1e127"] {
      let amount = try #require(DecimalTransformer().reverseTransformedValue(Data(number.utf8)))
      let json = try DecimalTransformer().transformedValue(amount)
      #expect(DecimalTransformer().reverseTransformedValue(json) == amount)
      let text = try MoneyFormatter().string(from: amount)
      #expect(MoneyFormatter().parse(text) == amount)
    }
  }
}

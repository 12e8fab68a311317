import Foundation
import StorageContract
import Testing

@Suite("Values as exact text and as JSON")
struct FieldValueCodingTests {
  private static let values: [FieldValue] = [
    .null, .bool(true), .bool(false), .int64(.min), .int64(.max), .double(-0.0), .double(.infinity),
    .double(.leastNonzeroMagnitude), .double(Double(bitPattern: 0xfff8_0000_0000_0123)), .double(0.1),
    .decimal(Decimal(sign: .minus, exponent: -128, significand: 1)),
    .decimal(Decimal(string: "99999999999999999999999999999999999999") ?? 0), .text(""), .text("e\u{301}é\u{0}\u{FEFF}\"\\\n😀"),
    .bytes([]), .bytes([0, 255, 10]), .date(Date(timeIntervalSinceReferenceDate: 0.1)),
    .date(Date(timeIntervalSinceReferenceDate: -1e300)), .uuid(UUID()),
  ]

  @Test func comeBackExactly() throws {
    let fields = Dictionary(uniqueKeysWithValues: Self.values.enumerated().map { ("f\($0)", $1) })
    let record = Record(key: "e\u{301}\u{0}", version: .max, fields: fields)
    let read = try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record))
    #expect(read == record)
    for value in Self.values { #expect(FieldValue(kind: value.kind, exactText: value.exactText) == value) }
  }

  @Test func readAsTheirTypeAndText() throws {
    let text = String(decoding: try JSONEncoder().encode(["price": FieldValue.decimal(Decimal(1) / 10)]), as: UTF8.self)
    #expect(text == #"{"price":{"decimal":"0.1"}}"#)
  }

  @Test(arguments: [
    #"{}"#, #"{"int64":"1","null":""}"#, #"{"int64":"+1"}"#, #"{"int64":1}"#, #"{"float":"1"}"#, #"{"decimal":"1.0"}"#,
    #"{"bool":"yes"}"#, #"null"#,
  ])
  func nothingElseIsRead(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FieldValue.self, from: Data(json.utf8)) }
  }
}

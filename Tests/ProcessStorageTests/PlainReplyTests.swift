import Foundation
import PropertyTesting
import StorageContract
import Testing

@testable import ProcessStorage

/// Replies that are read without a decoder.
@Suite struct PlainReplyTests {
  /// What transactions answer, as this package writes it.
  private static let result = Generator<WireResult> { source in
    var result = WireResult()
    let record = Generator<Record> { source in
      Record(
        key: try source(.text()), version: Int64(try source(.int())),
        fields: try source(
          .dictionary(
            of: .element(of: ["a", "b", "n_1"]), .element(of: sampleValues.filter { $0.exactText.utf8.count < 100 }),
            count: 0...3)))
    }
    switch try source(.int(in: 0...5)) {
    case 0: result.version = .some(try source(.frequency((1, .constant(nil)), (3, Generator<Int>.int().map { Int64($0) }))))
    case 1: result.record = .some(try source(.frequency((1, .constant(nil)), (3, record.map { $0 }))))
    case 2: result.records = try source(.array(of: record, count: 0...3))
    case 3: result.count = try source(.int())
    case 4: result.deleted = try source(.bool)
    default: break
    }
    return result
  }

  /// A byte is replaced, left out or doubled: what is still read is what the decoder reads.
  @Test func areReadAsTheDecoderReadsThem() throws {
    try check(
      "a reply is read alike by both",
      forAll: .zip(Self.result, .int(in: 0...1_000), .int(in: 0...3), .element(of: Array("{}[]\",: \\1en-".utf8))),
      settings: RunSettings(cases: 2_000)
    ) { result, place, change, byte in
      var line = Array(result.line(id: 7).dropLast())
      if change == 1 { line[place % line.count] = byte }
      if change == 2 { line.remove(at: place % line.count) }
      if change == 3 { line.insert(line[place % line.count], at: place % line.count) }
      guard let quick = PlainReply.read(line) else { return }
      let slow = try WireDecoding.decode(WireReply.self, from: line)
      try expect("what was read", Self.text(quick), equals: Self.text(slow))
    }
  }

  @Test(arguments: [
    #"{"id":1,"ok":{}}"#, #"{"ok": {"version": "12"}, "id": 30}"#, #"{"id":1,"ok":{"record":null}}"#,
    #"{"id":1,"ok":{"records":[{"key":"a","version":"1","fields":{"n":{"int64":"5"}}}, {"key":"b","version":"2","fields":{}}]}}"#,
  ])
  func plainOnesNeedNoDecoder(_ line: String) throws {
    let reply = try #require(PlainReply.read(Array(line.utf8)))
    #expect(Self.text(reply) == Self.text(try WireDecoding.decode(WireReply.self, from: line.utf8)))
  }

  @Test(arguments: [
    #"{"id":1,"ok":{}} x"#, #"{"id":01,"ok":{}}"#, #"{"id":1,"id":1,"ok":{}}"#, #"{"id":1,"ok":{"version":"007"}}"#,
    #"{"id":1,"ok":{"record":{"key":"\u0061","version":"1","fields":{}}}}"#, #"{"id":1,"err":{}}"#, #"{"id":1,"ok":{"#, "",
    #"{"id":1,"ok":{"record":{"key":"a","version":"1","fields":{"n":{"int64":"x"}}}}}"#,
  ])
  func allElseIsLeftToTheDecoder(_ line: String) {
    #expect(PlainReply.read(Array(line.utf8)).map(Self.text) == nil)
  }

  private static func text(_ reply: WireReply) -> String {
    guard case .result(let result) = reply.contents else { return "\(reply)" }
    return String(decoding: result.line(id: reply.id ?? -1), as: UTF8.self)
  }
}

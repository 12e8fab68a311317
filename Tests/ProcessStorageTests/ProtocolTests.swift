import Foundation
import StorageContract
import Testing

@testable import ProcessStorage

/// What the document says is what is said.
@Suite struct ProtocolTests {
  private static let docs = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("../../docs").standardized

  private func document(_ name: String) throws -> String {
    try String(contentsOf: Self.docs.appendingPathComponent(name), encoding: .utf8)
  }

  /// Asks a server of this process, one line after the other.
  private func answers(to requests: [String], of server: StoreServer) async throws -> [String] {
    let (input, output) = (Pipe(), Pipe())
    let serving = Task {
      await server.serve(
        input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
      try? output.fileHandleForWriting.close()
    }
    // Small enough for the pipes, so that nobody waits.
    try input.fileHandleForWriting.write(contentsOf: Data(requests.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    await serving.value
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  private func memoryServer() async throws -> StoreServer {
    StoreServer(
      MemoryBackend(),
      capabilities: StoreCapabilities(
        durability: .volatile, isolation: .strictSerializable, backup: true, maximumFieldSizeBytes: 2 << 20,
        compaction: true))
  }

  @Test func theTranscriptIsTrue() async throws {
    let lines = try document("process-protocol.md").split(separator: "\n")
    let requests = lines.compactMap { $0.hasPrefix("    → ") ? String($0.dropFirst(6)) : nil }
    let replies = lines.compactMap { $0.hasPrefix("    ← ") ? String($0.dropFirst(6)) : nil }
    #expect(requests.count == 24)
    let got = try await answers(to: requests, of: try await memoryServer())
    #expect(got == replies)
  }

  /// Every method of the server has a row, and every row is what the server is sent and sends.
  @Test func theTableOfMethodsIsTrue() async throws {
    let folder = try TemporaryDirectory.make(prefix: "touchstone-methods")
    defer { TemporaryDirectory.remove(folder) }
    let rows = try document("process-methods.md").replacingOccurrences(of: "/tmp/touchstone-x", with: folder).split(separator: "\n")
      .compactMap { try? #/\| `(\w+)` \| `(.*?)` \| `(.*?)` \| .* \|/#.wholeMatch(in: $0)?.output }
    #expect(Set(rows.map { String($0.1) }) == Set(WireOperation.allCases.map(\.rawValue)))
    let got = try await answers(to: rows.map { String($0.2) }, of: try await memoryServer())
    try #require(got.count == rows.count)
    for (row, reply) in zip(rows, got) {
      let numbered = try WireDecoding.decode(NumberedRequest.self, from: row.2.utf8)
      #expect(numbered.request.operation.rawValue == row.1)
      // A member that is misspelt would be lost.
      #expect(String(decoding: numbered.request.line(id: numbered.id).dropLast(), as: UTF8.self).count == row.2.count, "\(row.2)")
      let shown = try WireDecoding.decode(WireReply.self, from: row.3.utf8)
      guard case .result(let result) = shown.contents, let id = shown.id else { throw StoreError.closed }
      #expect(String(decoding: result.line(id: id).dropLast(), as: UTF8.self) == row.3)
      // What a store in memory skips.
      if !["files", "rawBytes"].contains(row.1) { #expect(reply == row.3) }
    }
  }

  @Test func theDocumentListsEverything() throws {
    let text = try document("process-protocol.md")
    for operation in WireOperation.allCases { #expect(text.contains("| `\(operation.rawValue)` |")) }
    for code in WireFailure.codes { #expect(text.contains("| `\(code)` |")) }
    for part in StoreCapabilities.EmulatedPart.allCases { #expect(text.contains("`\(part.rawValue)`"), "\(part)") }
  }

  /// The schema is JSON, and names what the code names, in the places for it.
  @Test func theSchemaListsEverything() throws {
    let data = Data(try document("process-protocol.schema.json").utf8)
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let requests = constants("op", in: definitions["request"])
    #expect(requests == WireOperation.allCases.map(\.rawValue))
    #expect(constants("code", in: definitions["error"]) == WireFailure.codes)
    let kinds = (definitions["value"]?["oneOf"] as? [[String: Any]])?
      .compactMap { ($0["required"] as? [String])?.first }
    #expect(Set(kinds ?? []) == Set(sampleValues.map(\.kind)))
    let members = definitions["capabilities"]?["properties"] as? [String: [String: Any]]
    let parts = (members?["emulates"]?["items"] as? [String: Any])?["enum"] as? [String]
    #expect(parts == StoreCapabilities.EmulatedPart.allCases.map(\.rawValue))
    let durability = members?["durability"]
    #expect(durability?["enum"] as? [String] == StoreCapabilities.Durability.allCases.map(\.rawValue))
    // Every reference leads somewhere.
    for match in try document("process-protocol.schema.json").matches(of: #/"#\/\$defs\/(\w+)"/#) {
      #expect(definitions[String(match.1)] != nil, "\(match.1)")
    }
  }

  private func constants(_ member: String, in definition: [String: Any]?) -> [String] {
    let choices = definition?["oneOf"] as? [[String: Any]] ?? []
    return choices.compactMap { choice in
      ((choice["properties"] as? [String: [String: Any]])?[member])?["const"] as? String
    }
  }

  @Test func badRequestsAreAnswered() async throws {
    let bad = [
      "nonsense", "", "[]", "{}", "{\"id\":1}", "{\"id\":\"1\",\"op\":\"hello\"}", "{\"id\":2,\"op\":\"fly\"}",
      "{\"id\":3,\"op\":\"hello\"}", "{\"id\":4,\"op\":\"hello\",\"protocol\":2}", "{\"id\":5,\"op\":\"open\"}",
      "{\"id\":6,\"op\":\"open\",\"session\":1}", "{\"id\":7,\"op\":\"close\",\"session\":1}",
      "{\"id\":8,\"op\":\"commit\",\"session\":1}", "{\"id\":9,\"op\":\"begin\",\"session\":1,\"mode\":\"write\"}",
      "{\"id\":10,\"op\":\"hello\",\"protocol\":1e300}", "{\"id\":11,\"op\":\"put\",\"fields\":{\"n\":{\"int64\":5}}}",
      "{\"id\":12,\"op\":\"put\",\"fields\":{\"n\":{\"int64\":\"5\",\"text\":\"\"}}}",
      "{\"id\":13,\"op\":\"put\",\"fields\":{\"n\":{\"double\":\"0.1\"}}}",
      "{\"id\":14,\"op\":\"put\",\"fields\":{\"n\":{\"number\":\"1\"}}}",
      "{\"id\":15,\"op\":\"put\",\"fields\":{\"n\":{\"text\":\"\\ud800\"}}}",
      String(repeating: "[", count: 5_000), String(repeating: "{\"a\":", count: 5_000),
    ]
    let got = try await answers(to: bad, of: try await memoryServer())
    #expect(got.count == bad.count)
    for (request, reply) in zip(bad, got) {
      #expect(reply.contains("\"code\":\"badRequest\""), "\(request.prefix(60)): \(reply)")
    }
    #expect(got[1].hasPrefix("{\"id\":null,"))
    #expect(got[6].hasPrefix("{\"id\":2,"))
  }

  @Test func badRequestsInATransactionLeaveItAsItWas() async throws {
    let got = try await answers(
      to: [
        "{\"id\":1,\"op\":\"open\",\"session\":1,\"location\":\"x\",\"unknown\":[1]}",
        "{\"id\":2,\"op\":\"begin\",\"session\":1,\"mode\":\"read\"}",
        "{\"id\":3,\"op\":\"put\",\"session\":1,\"collection\":\"c\",\"key\":\"k\",\"fields\":{}}",
        "{\"id\":4,\"op\":\"begin\",\"session\":1,\"mode\":\"read\"}", "{\"id\":5,\"op\":\"close\",\"session\":1}", "x",
        "{\"id\":6,\"op\":\"get\",\"session\":2,\"collection\":\"c\",\"key\":\"k\"}",
        "{\"id\":7,\"op\":\"get\",\"session\":1,\"collection\":\"c\"}",
        "{\"id\":8,\"op\":\"get\",\"session\":1,\"collection\":\"c\",\"key\":\"k\"}",
        "{\"id\":9,\"op\":\"rollback\",\"session\":1}", "{\"id\":10,\"op\":\"rollback\",\"session\":1}",
        "{\"id\":11,\"op\":\"destroy\",\"location\":\"x\"}", "{\"id\":12,\"op\":\"close\",\"session\":1}",
        "{\"id\":13,\"op\":\"close\",\"session\":1}",
      ], of: try await memoryServer())
    let isFine = got.map { $0.contains("\"ok\"") }
    #expect(isFine == [true, true, false, false, false, false, false, false, true, true, true, false, true, false])
    #expect(got[11].contains("\"code\":\"inUse\""))
  }

  @Test func everyErrorComesThrough() throws {
    let errors: [StoreError] = [
      .closed, .transactionEnded, .readOnly(path: "/x"), .invalidName("a\u{0}\""), .invalidKey(reason: "é"),
      .invalidValue(field: "f", reason: "r"), .invalidLimit(.min), .inUse(path: "p"),
      .damaged(path: "p", offset: 7, reason: "r"), .damaged(path: "p", offset: nil, reason: "r"),
      .io(operation: "o", path: "p", reason: "r"), .conflict(reason: "r"), .lost(reason: "r"),
    ]
    for error in errors {
      let reply = try WireDecoding.decode(WireReply.self, from: WireFailure.line(error, id: 1).dropLast())
      guard case .failure(let came) = reply.contents else {
        Issue.record("\(error)")
        continue
      }
      #expect(came == error)
    }
    let skipped = try WireDecoding.decode(
      WireReply.self, from: WireFailure.line(.unsupported("backup"), id: 1).dropLast())
    guard case .skipped("backup") = skipped.contents else { throw StoreError.closed }
  }

  @Test(arguments: [
    ("1.0", "1"), ("+1", "1"), ("0.10", "0.1"), ("1E+2", "100"), ("-0", "0"), ("0.00", "0"), ("00012", "12"),
    ("1000000000000000000000000000000000000000e-3", "1000000000000000000000000000000000000"),
    ("99999999999999999999999999999999999999.000000", "99999999999999999999999999999999999999"),
  ])
  func decimalsInAnySpelling(_ text: String, _ value: String) throws {
    let line = record(withDecimal: text)
    let reply = try WireDecoding.decode(WireReply.self, from: line.utf8)
    guard case .result(let result) = reply.contents else { throw StoreError.closed }
    #expect((result.record ?? nil)?.fields["v"] == Decimal(string: value).map { .decimal($0) })
  }

  private func record(withDecimal text: String) -> String {
    #"{"id":1,"ok":{"record":{"key":"k","version":"1","fields":{"v":{"decimal":""# + text + #""}}}}}"#
  }

  @Test func noDecimals() {
    for text in ["", "a", "1a", "0x1", "1e99999", "inf", " 1", "1 ", "1,0", ".5", "5."] {
      let line = record(withDecimal: text)
      #expect(throws: WireProblem.self, "\(text)") { try WireDecoding.decode(WireReply.self, from: line.utf8) }
    }
  }

  @Test func theSmokeTestTellsGoodFromBad() throws {
    func smoke(_ command: String) throws -> (Bool, [SmokeTest.Line]) {
      let lines = Collected()
      let isFine = try SmokeTest(command: command) { lines.add($0) }.run()
      return (isFine, lines.all)
    }
    for kind in RoundTripTests.kinds {
      let (isFine, lines) = try smoke("exec '\(probe)' serve \(kind)")
      #expect(isFine, "\(lines.suffix(2))")
      #expect(lines.count { if case .passed = $0 { true } else { false } } == 14)
    }
    for misbehaviour in ["garbage 0", "die 3", "wrongTypes 4", "answerTwice 2"] {
      let (isFine, lines) = try smoke("exec '\(probe)' \(misbehaviour)")
      #expect(!isFine)
      guard case .failed(_, let reason) = lines.last else { throw StoreError.closed }
      #expect(!reason.isEmpty)
    }
  }

  private final class Collected: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [SmokeTest.Line] = []
    func add(_ line: SmokeTest.Line) { lock.withLock { lines.append(line) } }
    var all: [SmokeTest.Line] { lock.withLock { lines } }
  }
}

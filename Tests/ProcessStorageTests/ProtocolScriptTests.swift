import Testing

@testable import ProcessStorage

/// The lines of a case, without those that came before it and after it.
@Suite struct ProtocolScriptTests {
  private static func sent(_ id: Int, _ rest: String) -> ProcessTraffic { .sent("{\"id\":\(id),\"op\":\(rest)}") }

  /// Two sessions of a place, in this order of their opening and closing.
  private static func traffic(_ steps: [String]) -> [ProcessTraffic] {
    let asked = steps.enumerated().map { sent($0.offset + 4, $0.element) }
    return [
      sent(1, "\"hello\",\"protocol\":1"), sent(2, "\"open\",\"session\":1,\"location\":\"/tmp/a/place-1/store\""),
      .received("{\"ok\": {}, \"id\": 2}"), sent(3, "\"destroy\",\"location\":\"/tmp/a/place-1/store\""),
    ] + asked + [.received("{\"ok\": {}, \"id\": 5}"), sent(99, "\"destroy\",\"location\":\"/tmp/a/place-1/store\"")]
  }

  private static func open(_ session: Int) -> String { "\"open\",\"session\":\(session),\"location\":\"/tmp/a/place-1/store\"" }

  @Test func takesTheCase() throws {
    let steps = [Self.open(2), "\"begin\",\"session\":2", "\"close\",\"session\":2", Self.open(3)]
    let script = try #require(ProtocolScript(Self.traffic(steps)))
    #expect(script.lines.map(\.reply) == [nil, "{\"ok\": {}, \"id\": 5}", nil, nil])
    #expect(script.requests.hasPrefix("{\"id\":4,\"op\":\"open\",\"session\":2,\"location\":\"/tmp/touchstone-case/store\"}\n{\"id\":5,"))
    #expect(!script.overlaps)
  }

  @Test func seesThatSessionsOverlap() throws {
    #expect(try #require(ProtocolScript(Self.traffic([Self.open(2), Self.open(3), "\"close\",\"session\":2"]))).overlaps)
  }

  /// A process that was killed, and another in its place.
  @Test func severalProcessesAreNoScript() {
    let traffic = Self.traffic([Self.open(2), "\"begin\",\"session\":2", Self.open(3)])
    #expect(ProtocolScript(traffic + [Self.sent(1, "\"hello\",\"protocol\":1")]) == nil)
    #expect(ProtocolScript([]) == nil)
  }
}

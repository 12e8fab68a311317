import StorageContract
import Testing

@testable import ProcessStorage

/// `profile` and `emulates` in the reply to `hello`.
@Suite struct EmulationWireTests {
  private func emulates(_ members: String) throws -> Set<StoreCapabilities.EmulatedPart> {
    let line = #"{"durability":"volatile","isolation":"snapshot","maximumFieldSizeBytes":1\#(members)}"#
    return try WireDecoding.decode(WireCapabilities.self, from: line.utf8).capabilities.emulates
  }

  @Test func aProfileIsOneWordForWhatIsEmulated() throws {
    #expect(try emulates("") == [])
    #expect(try emulates(#","profile":"keyValue""#) == .keyValue)
    #expect(try emulates(#","profile":"orderedKeyValue""#) == .orderedKeyValue)
    #expect(try emulates(#","profile":"keyValue","emulates":["versions"]"#) == [.versions])
    #expect(try emulates(#","profile":"keyValue","emulates":[]"#) == [])
  }

  /// A word with a slip in it would have the store judged by what is not its own.
  @Test(arguments: [#","profile":"kv""#, #","emulates":["version"]"#, #","emulates":"versions""#])
  func anUnknownWordIsRefused(_ members: String) {
    #expect(throws: WireProblem.self) { try emulates(members) }
  }

  @Test(arguments: [[], .keyValue, Set(StoreCapabilities.EmulatedPart.allCases)])
  func whatAServerSaysIsRead(_ parts: Set<StoreCapabilities.EmulatedPart>) throws {
    var line = WireLine()
    line.append(
      StoreCapabilities(
        durability: .volatile, isolation: .snapshot, backup: false, maximumFieldSizeBytes: 1, emulates: parts))
    let decoded = try WireDecoding.decode(WireCapabilities.self, from: line.finished().dropLast())
    #expect(decoded.capabilities.emulates == parts)
  }
}

import Testing

/// The kit tests itself: each law finds the mistakes that it names.
@Suite struct WitnessTests {
  /// All broken types.
  static let all: [Witness] = ValueWitnesses.all + CollectionWitnesses.all + SetWitnesses.all + AsyncWitnesses.all

  @Test(arguments: all) func isCaughtFromEverySeed(_ witness: Witness) async throws {
    var missed: [UInt64] = []
    for seed in UInt64(1)...15 {
      let isCaught = try await witness.isCaught(seed)
      if !isCaught { missed.append(seed) }
    }
    #expect(missed.isEmpty, "“\(witness.statement)” misses: \(witness.mistake)")
  }

  @Test func eachNamesALawOfTheCatalogue() {
    let known = Set(LawCatalogue.all.flatMap { topic in topic.laws.map { [topic.name, $0.statement] } })
    for witness in Self.all { #expect(known.contains([witness.topic, witness.statement]), "\(witness.mistake): \(witness.statement)") }
  }

  @Test func mistakesAreToldApart() {
    #expect(Set(Self.all.map { [$0.topic, $0.statement, $0.mistake] }).count == Self.all.count)
  }
}

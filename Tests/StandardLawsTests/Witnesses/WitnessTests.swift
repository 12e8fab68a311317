import RandomShare
import Testing

/// The kit tests itself: each law finds the mistakes that it names.
@Suite struct WitnessTests {
  /// All broken types.
  static let all: [Witness] = ValueWitnesses.all + CollectionWitnesses.all + SetWitnesses.all + AsyncWitnesses.all

  /// All fifteen with TOUCHSTONE_ALL=1, and otherwise as many as are quick.
  private static let seeds = UInt64(1)...(RandomShare.isWhole ? 15 : 2)

  @Test(arguments: all) func isCaughtFromEverySeed(_ witness: Witness) async throws {
    var missed: [UInt64] = []
    for seed in Self.seeds {
      let isCaught = try await witness.isCaught(seed)
      if !isCaught { missed.append(seed) }
    }
    #expect(missed.isEmpty, "“\(witness.statement)” misses: \(witness.mistake), from seeds \(missed)")
  }

  @Test func eachNamesALawOfTheCatalogue() {
    let known = Set(LawCatalogue.all.flatMap { topic in topic.laws.map { [topic.name, $0.statement] } })
    for witness in Self.all { #expect(known.contains([witness.topic, witness.statement]), "\(witness.mistake): \(witness.statement)") }
  }

  @Test func mistakesAreToldApart() {
    #expect(Set(Self.all.map { [$0.topic, $0.statement, $0.mistake] }).count == Self.all.count)
  }
}

import PropertyTesting
import Testing

/// What the challenge measures, on cases that are not in it.
@Suite("Shrinking beyond the challenge")
struct HeldOutTests {
  @Test(arguments: HeldOutNumbers.all + HeldOutStructures.all)
  func everySeedReachesTheMinimum(row: ChallengeRow) async {
    var found: [String: Int] = [:]
    for seed in UInt64(1)...20 {
      let result = await row.run(seed: seed)
      #expect(result.verdict.counterexample?.shrinking.stoppedEarly == false, "\(row), seed \(seed)")
      found[result.verdict.counterexample?.value ?? result.verdict.name, default: 0] += 1
    }
    #expect(found == [row.minimum: 20], "\(row)")
  }

  @Test func thereAreManyOfThem() {
    #expect(Set((HeldOutNumbers.all + HeldOutStructures.all).map(\.name)).count >= 40)
  }
}

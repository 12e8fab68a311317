import PropertyTesting
import Testing

/// What the challenge measures, on cases that are not in it.
@Suite("Shrinking beyond the challenge")
struct HeldOutTests {
  static let rows =
    HeldOutNumbers.all + HeldOutStructures.all + HeldOutCouplings.all + HeldOutGaps.all + HeldOutKinds.all
    + HeldOutMoreKinds.always + HeldOutFresh.always + HeldOutUnseen.always
    + HeldOutUnseen.ratios + HeldOutRelations.always + HeldOutSequences.always + HeldOutRedrawn.all

  /// The tables of docs/benchmarks.md take 20 or 50, in a release build.
  static let seeds: ClosedRange<UInt64> = 1...5

  @Test(arguments: rows)
  func everySeedReachesTheMinimum(row: ChallengeRow) async {
    var found: [String: Int] = [:]
    for seed in Self.seeds {
      let result = await row.run(seed: seed)
      #expect(result.verdict.counterexample?.shrinking.stoppedEarly == false, "\(row), seed \(seed)")
      found[result.verdict.counterexample?.value ?? result.verdict.name, default: 0] += 1
    }
    #expect(found == [row.minimum: Self.seeds.count], "\(row)")
  }

  @Test(arguments: HeldOutMoreKinds.mostly + HeldOutFresh.mostly)
  func mostSeedsReachTheMinimum(row: ChallengeRow) async {
    var least = 0
    for seed in Self.seeds where await row.run(seed: seed).verdict.counterexample?.value == row.minimum { least += 1 }
    #expect(least >= 4, "\(row)")
  }

  @Test func thereAreManyOfThem() {
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
    #expect(Self.rows.count == 189)
  }

  /// Of arrays of thousands of elements: a few calls for each halving, and for each choice that is left.
  @Test(arguments: HeldOutLong.all)
  func longArraysTakeFewCalls(row: ChallengeRow) async throws {
    for seed in UInt64(1)...2 {
      let found = try #require(await row.run(seed: seed).verdict.counterexample)
      #expect(found.value == row.minimum, "\(row), seed \(seed)")
      let shrinking = found.shrinking
      #expect(!shrinking.stoppedEarly, "\(row), seed \(seed)")
      let halvings = Int.bitWidth - shrinking.choicesBefore.leadingZeroBitCount
      #expect(shrinking.calls <= 8 * halvings + 40 * shrinking.choicesAfter, "\(row), seed \(seed): \(shrinking)")
    }
  }
}

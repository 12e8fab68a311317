import PropertyTesting
import Testing

@Suite("The shrinking challenge")
struct ShrinkingChallengeTests {
  /// Of 50 seeds, how many at least end in the smallest counterexample, and how many different
  /// counterexamples come out at most.
  static let bars: [(row: ChallengeRow, minima: Int, distinct: Int)] = [
    (ShrinkingChallenge.boundFive, 50, 1),
    (ShrinkingChallenge.largeUnionList, 50, 1),
    (ShrinkingChallenge.reverse, 50, 1),
    (ShrinkingChallenge.lengthList, 50, 1),
    (ShrinkingChallenge.differenceZero, 50, 1),
    (ShrinkingChallenge.binaryHeap, 30, 2),
    (ShrinkingChallenge.coupling, 50, 1),
    (ShrinkingChallenge.deletion, 50, 1),
    (ShrinkingChallenge.distinct, 50, 1),
    (ShrinkingChallenge.nestedLists, 50, 1),
  ]

  @Test(arguments: bars)
  func reachesTheMinimum(row: ChallengeRow, minima: Int, distinct: Int) async {
    var found: [String: Int] = [:]
    for seed in UInt64(1)...50 {
      let result = await row.run(seed: seed)
      guard case .falsified(let counterexample) = result.verdict else {
        Issue.record("\(row), seed \(seed): \(result.verdict.name)")
        continue
      }
      #expect(!counterexample.shrinking.stoppedEarly, "\(row), seed \(seed)")
      found[counterexample.value, default: 0] += 1
    }
    #expect(found[row.minimum, default: 0] >= minima, "\(row): \(found)")
    #expect(found.count <= distinct, "\(row): \(found)")
  }
}

import PropertyTesting
import Testing

@Suite("The shrinking challenge")
struct ShrinkingChallengeTests {
  /// The most calls of the property while shrinking, by the median over 50 seeds: the better of Hypothesis 6.155
  /// and Exhaust 0.26 on the same row; of the last one, Hypothesis 6.170.
  static let bars: [(row: ChallengeRow, calls: Int)] = [
    (ShrinkingChallenge.boundFive, 107),
    (ShrinkingChallenge.largeUnionList, 66),
    (ShrinkingChallenge.reverse, 9),
    (ShrinkingChallenge.lengthList, 93),
    (ShrinkingChallenge.differenceZero, 28),
    (ShrinkingChallenge.binaryHeap, 118),
    (ShrinkingChallenge.coupling, 42),
    (ShrinkingChallenge.deletion, 9),
    (ShrinkingChallenge.distinct, 21),
    (ShrinkingChallenge.nestedLists, 19),
    (ShrinkingChallenge.differenceSmall, 39),
    (ShrinkingChallenge.differenceOne, 35),
    (HeldOutStructures.calculator, 11),
    (HeldOutRedrawn.threshold, 31),
  ]

  @Test(arguments: bars)
  func everySeedReachesTheMinimum(row: ChallengeRow, calls bar: Int) async {
    var found: [String: Int] = [:]
    var calls: [Int] = []
    for seed in UInt64(1)...50 {
      let result = await row.run(seed: seed)
      guard case .falsified(let counterexample) = result.verdict else {
        Issue.record("\(row), seed \(seed): \(result.verdict.name)")
        continue
      }
      #expect(!counterexample.shrinking.stoppedEarly, "\(row), seed \(seed)")
      found[counterexample.value, default: 0] += 1
      calls.append(counterexample.shrinking.calls)
    }
    #expect(found == [row.minimum: 50], "\(row)")
    #expect(calls.sorted()[calls.count / 2] <= bar, "\(row): \(calls.sorted())")
  }
}

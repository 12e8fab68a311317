import Foundation
import PropertyTesting

/// One row of the shrinking challenge, from 50 seeds.
struct ShrinkingFigures: Codable {
  let name: String
  /// How many seeds found a failure.
  let found: Int
  /// How many ended in the least counterexample that there is.
  let minimum: Int
  /// How many different counterexamples they ended in.
  let distinct: Int
  /// Calls of the property, search and all.
  let medianCallsTotal: Int
  let medianCallsShrinking: Int
  /// Processor time of shrinking: the median of a run less the same run that does not shrink.
  let milliseconds: Double

  static func measure(seeds: UInt64 = 50) async -> [ShrinkingFigures] {
    var figures: [ShrinkingFigures] = []
    for row in ShrinkingChallenge.all { figures.append(await measure(row, seeds: seeds)) }
    return figures
  }

  /// The cases in which a part has to become another kind of part, as tables of docs/benchmarks.md.
  static func kinds() async -> String {
    var text = ""
    let more = HeldOutMoreKinds.always + HeldOutMoreKinds.mostly
    let fresh = HeldOutFresh.always + HeldOutFresh.mostly
    for rows in [HeldOutKinds.all, more, fresh, HeldOutUnseen.all] {
      text += "| row | least, of 50 | distinct | calls while shrinking |\n|---|---|---|---|\n"
      for row in rows {
        let figures = await measure(row, seeds: 50)
        text += "| \(row) | \(figures.minimum) | \(figures.distinct) | \(figures.medianCallsShrinking) |\n"
      }
      text += "\n"
    }
    return text
  }

  private static func measure(_ row: ChallengeRow, seeds: UInt64) async -> ShrinkingFigures {
    var values: [String: Int] = [:]
    var (calls, shrinking, times): ([Int], [Int], [Double]) = ([], [], [])
    for seed in 1...seeds {
      let start = processSeconds()
      _ = await row.run(seed: seed, shrinks: false)
      let middle = processSeconds()
      let result = await row.run(seed: seed)
      let end = processSeconds()
      guard let found = result.verdict.counterexample else { continue }
      values[found.value, default: 0] += 1
      // Beside the cases of the search: one to record the failure, one to confirm the result.
      calls.append(result.cases + result.discarded + found.shrinking.calls + 2)
      shrinking.append(found.shrinking.calls)
      times.append(max(0, (end - middle) - (middle - start)) * 1e3)
    }
    return ShrinkingFigures(
      name: row.name, found: calls.count, minimum: values[row.minimum, default: 0], distinct: values.count,
      medianCallsTotal: median(calls), medianCallsShrinking: median(shrinking), milliseconds: median(times))
  }

  private static func median<Value: Comparable & AdditiveArithmetic>(_ values: [Value]) -> Value {
    values.isEmpty ? .zero : values.sorted()[values.count / 2]
  }
}

import Foundation
import Synchronization

extension Property {
  /// What makes a run that held worth less than it could be, a sentence each: most of it is discarded, cases are huge, or it is the generator
  /// that takes the time. Empty for a run that was fast: to look costs some cases.
  func health(of result: PropertyResult, took: Duration) -> [String] {
    var lines: [String] = []
    if result.discarded > result.cases {
      lines.append(
        "\(result.discarded) of \(result.discarded + result.cases) cases were discarded (\(result.discardReason)): "
          + "generate only what applies, instead of filtering")
    }
    guard took >= Self.timeWorthALook, result.cases > 0 else { return lines }
    let start = ContinuousClock.now
    var (choices, looked) = (0, 0)
    // Of every size. Recording takes longer than drawing, so a case that is looked at counts half.
    while looked < 20, ContinuousClock.now - start < took / 20 {
      let examination = Examination(seed: result.seed, index: looked * 7 + 1, isWanted: { _ in false })
      execution.generate(examination)
      choices += examination.tape.choiceCount
      looked += 1
    }
    guard looked > 0 else { return lines }
    let perCase = (ContinuousClock.now - start) / looked / 2
    let share = perCase * (result.cases + result.discarded) / took
    if share > 0.5 {
      lines.append(
        "the generator takes about \(Int((min(share, 1) * 100).rounded())) % of the time, \(milliseconds(perCase)) a case: "
          + "smaller collections, or a filter that rejects less, would try more cases")
    }
    if choices / looked > Self.manyChoices {
      lines.append("a case has \(choices / looked) choices on average: a failing one will take long to shrink")
    }
    return lines
  }

  private func milliseconds(_ duration: Duration) -> String { String(format: "%.1f ms", duration / .milliseconds(1)) }

  private static var timeWorthALook: Duration { .seconds(1) }
  private static var manyChoices: Int { 10_000 }

  /// Says each line once in a process, however often the property runs.
  func announceHealth(_ result: PropertyResult, took: Duration, to say: @Sendable (String) -> Void) {
    for line in health(of: result, took: took) {
      // The figures of the next run would be others.
      let key = "\(tokenID) \(line.filter { !$0.isNumber })"
      if HealthLines.said.withLock({ $0.insert(key).inserted }) { say("\(title): \(line)") }
    }
  }
}

/// What has been said.
private enum HealthLines {
  static let said = Mutex<Set<String>>([])
}

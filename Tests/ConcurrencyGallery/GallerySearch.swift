import DeterministicScheduling
import PropertyTesting

/// Looks for a gallery bug as a user of the library would: with `check`.
extension GalleryBug {
  /// One run for each: an odd number, so that the median is one of them.
  static let seeds = UInt64(1)...31
  static let caseLimit = 2_000

  /// - Returns: the result, held or not, for the buggy version.
  func search(
    _ schedules: Schedules? = nil, seed: UInt64 = 1, cases: Int = caseLimit, shrinks: Bool = false
  ) throws -> PropertyResult {
    try result {
      try check(
        "the claim about \(name)", scheduled: schedules ?? self.schedules,
        settings: RunSettings(cases: cases, seed: seed, shrinks: shrinks), buggy)
    }
  }

  /// - Returns: the result, held or not, of the one case of the buggy version that `token` stands for.
  func replay(_ token: ReplayToken) throws -> PropertyResult {
    try result {
      try check("the claim about \(name)", scheduled: schedules, replaying: "\(token)", buggy)
    }
  }

  /// The median, over all seeds, of how many schedules ran up to the one that failed; where none did, that
  /// counts as the limit.
  func medianOfSchedules(_ strategy: Schedules.Strategy) throws -> Int {
    // No schedule that it makes up can fail: that need not be tried over and over.
    if case .fewSwitches(let most) = strategy, try fewestSwitches(upTo: most) == nil { return Self.caseLimit }
    return try median(Self.seeds.map { try search(schedules(strategy), seed: $0).cases })
  }

  /// The fewest switches of any schedule that fails, from a search that goes by their number and has no
  /// part of the shrinker; nil where it takes more than `most`.
  func fewestSwitches(upTo most: Int = 4) throws -> Int? {
    for switches in 0...most {
      let result = try search(schedules(.exhaustive(switches: switches)), cases: 1)
      if let found = result.verdict.counterexample { return found.switches }
    }
    return nil
  }

  private func result(of check: () throws -> PropertyResult) throws -> PropertyResult {
    do { return try check() } catch let failure as PropertyFailure { return failure.result }
  }
}

func median(_ numbers: [Int]) -> Int {
  numbers.sorted()[numbers.count / 2]
}

import Foundation
import PropertyTesting
import ThreadGallery
import ThreadScheduling

/// Looks for a bug of the gallery as a user of the library would: with `check`.
extension ThreadBug {
  /// `TOUCHSTONE_ALL=1`: all seeds, modes and schedules.
  static let isWhole = ProcessInfo.processInfo.environment["TOUCHSTONE_ALL"] != nil
  static let seeds = UInt64(1)...(isWhole ? 20 : 2)
  static let caseLimit = 2_000

  /// - Returns: the result, held or not, for the buggy version.
  func search(
    _ schedules: ThreadSchedules = .threads, seed: UInt64 = 1, cases: Int = caseLimit, shrinks: Bool = false
  ) throws -> PropertyResult {
    try result {
      try check(
        "the claim about \(name)", scheduled: rules(schedules),
        settings: RunSettings(cases: cases, seed: seed, shrinks: shrinks), buggy)
    }
  }

  /// - Returns: the result, held or not, of the one case of the buggy version that `token` stands for.
  func replay(_ token: ReplayToken) throws -> PropertyResult {
    try result { try check("the claim about \(name)", scheduled: rules(.threads), replaying: "\(token)", buggy) }
  }

  /// - Returns: the result, held or not, for the mended version.
  func searchMended(_ schedules: ThreadSchedules = .threads, seed: UInt64 = 1, cases: Int) throws -> PropertyResult {
    try result {
      try check(
        "the claim about \(name), mended", scheduled: schedules, settings: RunSettings(cases: cases, seed: seed, shrinks: false), fixed)
    }
  }

  static let tableLimit = 500

  /// How many schedules ran up to the first that failed; ``tableLimit`` if none did, or if it failed by another verdict.
  func casesUntilFailure(_ schedules: ThreadSchedules, seed: UInt64) throws -> Int {
    let result = try search(schedules, seed: seed, cases: Self.tableLimit)
    return explains(result.verdict) ? result.cases : Self.tableLimit
  }

  /// Whether a verdict is the one that this bug has.
  func explains(_ found: PropertyTesting.Verdict) -> Bool {
    let isRace = found.counterexample?.message.contains("data race") == true
    return switch verdict {
    case .falsified: found.name == "falsified" && !isRace
    case .race: found.name == "falsified" && isRace
    case .deadlocked: found.name == "deadlocked"
    case .livelocked: found.name == "timed out"
    }
  }

  /// The rules under which the bug can show.
  private func rules(_ schedules: ThreadSchedules) -> ThreadSchedules { needsStaleValues ? schedules.withStaleValues : schedules }

  private func result(of check: () throws -> PropertyResult) throws -> PropertyResult {
    do { return try check() } catch let failure as PropertyFailure { return failure.result }
  }
}

func median(_ numbers: [Int]) -> Int {
  numbers.sorted()[numbers.count / 2]
}

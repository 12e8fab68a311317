import DeterministicScheduling
import PropertyTesting

/// Runs a gallery bug as a user of the library would: with `check`.
extension GalleryBug {
  /// - Returns: the result, held or not, of the buggy version.
  func search(
    _ schedules: Schedules? = nil, seed: UInt64 = 0, cases: Int = 1, shrinks: Bool = false
  ) throws -> PropertyResult {
    try result {
      try check(
        "the claim about \(name)", scheduled: schedules ?? self.schedules,
        settings: RunSettings(cases: cases, seed: seed, shrinks: shrinks), buggy)
    }
  }

  /// - Returns: the result, held or not, of the case that `token` stands for.
  func replay(_ token: String) throws -> PropertyResult {
    try result { try check("the claim about \(name)", scheduled: schedules, replaying: token, buggy) }
  }

  private func result(of check: () throws -> PropertyResult) throws -> PropertyResult {
    do { return try check() } catch let failure as PropertyFailure { return failure.result }
  }
}

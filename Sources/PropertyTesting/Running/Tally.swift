/// What a run has come to so far, merged block by block in the order of the cases.
struct Tally {
  private(set) var passed = 0
  private(set) var discarded = 0
  private(set) var counts: [String: Int] = [:]
  private(set) var failure: Int?
  private(set) var setUpError: String?
  /// How the process of the failing case ended, where it did.
  private(set) var death: String?
  private(set) var discardReason = ""
  /// The first index that no block has covered.
  private(set) var next = 0

  /// The blocks to be run next: as many cases as are owed, in rounds of at most 1,024 blocks, so that the
  /// memory stays the same for any number of cases.
  func owedBlocks(_ settings: RunSettings) -> [Range<Int>] {
    guard failure == nil, passed < settings.cases, discarded <= settings.discardLimit else { return [] }
    let end = next + min(settings.cases - passed, settings.blockSize * 1_024)
    return stride(from: next, to: end, by: settings.blockSize).map {
      $0..<min($0 + settings.blockSize, end)
    }
  }

  mutating func add(_ sweep: Sweep, of block: Range<Int>) {
    guard failure == nil else { return }
    passed += sweep.passed
    discarded += sweep.discarded
    counts.merge(sweep.counts, uniquingKeysWith: +)
    discardReason = sweep.discardReason ?? discardReason
    failure = sweep.failure
    setUpError = sweep.setUpError
    death = sweep.death
    next = block.upperBound
  }

  /// Why a run without a failure is not green, if it is not.
  func shortfall(_ settings: RunSettings, _ requiredShares: [String: Double]) -> Shortfall? {
    if passed < settings.cases { return .discards(discarded, lastReason: discardReason) }
    guard passed >= RunSettings.casesToJudgeShares else { return nil }
    for (name, share) in requiredShares.sorted(by: { $0.key < $1.key }) {
      let count = counts[name] ?? 0
      if Double(count) < share * Double(passed) {
        return .missedClass(name, count: count, cases: passed, required: share)
      }
    }
    return nil
  }
}

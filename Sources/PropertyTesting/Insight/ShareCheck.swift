/// How far a run goes to learn whether its required classes have their shares: see ``Property/requiredShares``.
///
/// A class fails only if the cases show that its share is below the required one: with the required share, so few cases would come up
/// less often than once in a million runs (``RunSettings/shareConfidence``). This is an exact binomial test. Each look at the cases
/// spends a part of the allowed error, so looking several times does not make a false alarm more likely (Bonferroni).
public enum ShareCheck: Sendable, Equatable {
  /// Judge on the cases that were asked for. If they do not decide, the share counts as enough, unless the class never came up.
  case once
  /// If a class has less than its share and that may be chance, run twice as many cases, and so on up to 2^`doublings` times as many. If
  /// they do not decide, the share counts as enough, unless the class never came up.
  case onDoubt(doublings: Int = 3)
  /// Run twice as many cases, and so on, until they show for each class that it has at least nine tenths of its share, or that it has
  /// less than its share. If 2^`doublings` times as many cases do not decide, the verdict is ``Shortfall/unfinished(_:)``.
  case untilDecided(doublings: Int = 10)

  /// How often the cases are looked at, at most.
  var looks: Int { 1 + min(max(0, doublings), 40) }

  /// How often the number of cases is doubled, at most.
  var doublings: Int {
    switch self {
    case .once: 0
    case .onDoubt(let doublings), .untilDecided(let doublings): doublings
    }
  }
}

/// What the cases of a run say about the share of one class.
public enum ShareStanding: Sendable, Equatable {
  /// It has at least nine tenths of its share, with confidence.
  case sufficient
  /// It has less than its share, with confidence.
  case insufficient
  /// The cases do not decide.
  case undecided

  /// How much less than its share counts as its share: a class that has exactly what is required could never be
  /// shown to have it (QuickCheck's `checkCoverage` does the same).
  static let tolerance = 0.9

  /// - Parameter error: how often a class may be judged wrongly.
  init(_ count: Int, of cases: Int, required share: Double, error: Double) {
    if Binomial.atMost(count, of: cases, share: share) <= error {
      self = .insufficient
    } else if Binomial.atLeast(count, of: cases, share: share * Self.tolerance) <= error {
      self = .sufficient
    } else {
      self = .undecided
    }
  }
}

extension RunSettings {
  /// The error that one look at one class may spend.
  var shareError: Double { (1 - shareConfidence) / Double(shares.looks) }

  /// How many cases must pass after so many looks.
  func goal(afterLooks looks: Int) -> Int {
    let (goal, overflow) = cases.multipliedReportingOverflow(by: 1 << min(looks, 40))
    return overflow ? cases : goal
  }

  /// Whether `counts` leave a question open that more cases may answer.
  func wantsMoreCases(_ counts: [String: Int], _ passed: Int, _ requiredShares: [String: Double]) -> Bool {
    guard passed >= Self.casesToJudgeShares, shares != .once else { return false }
    var isOpen = false
    for (name, share) in requiredShares {
      let count = counts[name] ?? 0
      switch (shares, ShareStanding(count, of: passed, required: share, error: shareError)) {
      // Decided for good.
      case (_, .insufficient): return false
      case (.untilDecided, .undecided): isOpen = true
      case (.onDoubt, .undecided) where Double(count) < share * Double(passed): isOpen = true
      default: break
      }
    }
    return isOpen
  }

  /// The first class, by name, that the cases do not show enough of.
  func shortfall(_ counts: [String: Int], _ passed: Int, _ requiredShares: [String: Double]) -> Shortfall? {
    guard passed >= Self.casesToJudgeShares else { return nil }
    var open: Shortfall?
    for (name, share) in requiredShares.sorted(by: { $0.key < $1.key }) {
      let count = counts[name] ?? 0
      let missed = Shortfall.missedClass(name, count: count, cases: passed, required: share)
      // A class that never came up was not tested at all, whatever may still be chance.
      if count == 0, share > 0 { return missed }
      switch (shares, ShareStanding(count, of: passed, required: share, error: shareError)) {
      case (_, .insufficient): return missed
      case (.untilDecided, .undecided) where open == nil:
        open = .unfinished(
          "class “\(name)” had \(count) of \(passed) cases, which does not decide whether it reaches "
            + "\(percent(share))")
      default: break
      }
    }
    return open
  }
}

/// "12.5 %".
func percent(_ share: Double) -> String {
  let value = share * 100
  return "\(Int(exactly: value).map(String.init) ?? "\(value)") %"
}

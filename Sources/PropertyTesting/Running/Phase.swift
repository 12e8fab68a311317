/// A part of a run, by the origin of its cases.
public enum Phase: String, Sendable, CaseIterable, Codable {
  /// Saved counterexamples, tried first.
  case saved
  /// Examples of the generator, and cases of the corpus.
  case examples
  /// All cases of a property that has few: see ``PropertyResult/provenCases``.
  case everyCase = "every case"
  /// Case 0: each draw is the simplest.
  case simplest
  /// The first cases, which have bounds and pairs of bounds.
  case bounds
  /// Half of the first hundred: constants that programs compare with, and relations between values.
  case designed
  case random
  /// Cases made from the best cases, after the random ones.
  case guided
  /// A failing case runs again, and is made simpler and explained. These are not cases of the run.
  case shrinking

  /// The phase of a case that is determined by its index.
  init(ofCase index: Int) {
    self =
      switch Source.Mode(ofCase: index) {
      case .simplest: .simplest
      case .boundaries: .bounds
      case .designed: .designed
      case .biased, .scaled, .uniform: .random
      }
  }
}

/// The outcomes of the cases of one phase.
public struct PhaseTally: Sendable, Equatable, Codable {
  /// The phase.
  public let phase: Phase
  /// How many of its cases passed.
  public internal(set) var passed = 0
  /// How many of its cases were discarded.
  public internal(set) var discarded = 0
  /// How many of its cases failed.
  public internal(set) var failed = 0

  init(_ phase: Phase) {
    self.phase = phase
  }
}

extension Tally {
  /// By phase, in the order of ``Phase``; phases without a case are left out. Empty where the run was stopped: which of
  /// its cases were run is not known then.
  func phases(after saved: [RegressionOutcome]) -> [PhaseTally] {
    guard !isStopped else { return [] }
    var tallies = Dictionary(uniqueKeysWithValues: Phase.allCases.map { ($0, PhaseTally($0)) })
    for outcome in saved {
      switch outcome.result {
      case .fixed: tallies[.saved]?.passed += 1
      case .stale: tallies[.saved]?.discarded += 1
      case .fails: tallies[.saved]?.failed += 1
      case .known: tallies[.saved]?.passed += 1
      case .untried: break
      }
    }
    let isSetUp = setUpError == nil
    if isComplete {
      tallies[.everyCase]?.passed = passed
      tallies[.everyCase]?.discarded = discarded
      if failure != nil, isSetUp { tallies[.everyCase]?.failed = 1 }
    } else {
      // Which of the first cases were discarded is known, and of the others only how many.
      let early = guidedFailure ? min(next, Self.casesWithPhase) : min(next, failure ?? next, Self.casesWithPhase)
      for index in 0..<early {
        let isDiscarded = earlyDiscards.contains(index)
        if isDiscarded { tallies[Phase(ofCase: index)]?.discarded += 1 } else { tallies[Phase(ofCase: index)]?.passed += 1 }
      }
      tallies[.random]?.passed += passed - (early - earlyDiscards.count)
      tallies[.random]?.discarded += discarded - earlyDiscards.count
      // Before the first block they are examples, or cases of the corpus.
      let made: Phase = next == 0 ? .examples : .guided
      tallies[made]?.passed = guidance.map { $0.cases - (guidedFailure ? 1 : 0) } ?? 0
      if let failure, isSetUp {
        tallies[guidedFailure ? made : Phase(ofCase: failure)]?.failed = 1
      }
    }
    return Phase.allCases.compactMap { tallies[$0] }.filter { $0.passed + $0.discarded + $0.failed > 0 }
  }

  /// From this index on all cases are random ones, or as good as.
  static let casesWithPhase = Design.cases.upperBound + 1
}

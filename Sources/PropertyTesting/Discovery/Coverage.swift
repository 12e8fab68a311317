/// Sees which parts of the code under test a case reaches, so that cases which reach more are kept and changed
/// further. The module `CoverageGuidance` has one for code that was built for it.
///
/// Watched cases run one after the other: what other threads do meanwhile is seen too.
public protocol CoverageProbe: Sendable {
  /// Begins to watch, from nothing.
  func begin()
  /// What was seen since then.
  func end() -> Coverage
}

/// What a case reached.
public struct Coverage: Sendable, Equatable {
  /// A number for each thing seen: a branch taken so often, a comparison so nearly met. The order is of no account.
  public var features: [UInt32]
  /// What the code compared numbers with: likely to matter as input.
  public var operands: [UInt64]

  public init(features: [UInt32] = [], operands: [UInt64] = []) {
    self.features = features
    self.operands = operands
  }
}

/// How the cases after the random ones are found: see ``RunSettings/guidance``.
public struct Guidance: Sendable {
  /// How many there are: so many for each property that asks for high values, or is watched. Nil: as many as
  /// there are random cases.
  public var cases: Int?
  /// Sees what cases reach; nil: only ``Trial/target(_:_:)`` guides.
  public var coverage: (any CoverageProbe)?
  /// Where interesting cases are kept from run to run; nil: nowhere.
  public var corpus: Corpus?

  public init(cases: Int? = nil, coverage: (any CoverageProbe)? = nil, corpus: Corpus? = nil) {
    self.cases = cases
    self.coverage = coverage
    self.corpus = corpus
  }
}

/// What came of the cases that were not drawn at random, but made from others.
public struct GuidanceSummary: Sendable, Equatable {
  /// How many there were, besides the random ones.
  public var cases = 0
  /// For each ``Trial/target(_:_:)`` the highest value of all cases.
  public var targets: [String: Double] = [:]
  /// For each target the cases that raised it, among those that were made from others.
  public var targetSteps: [String: [TargetStep]] = [:]
  /// How many different things watched cases reached.
  public var features = 0
  /// The cases that reached new things, with how many were reached by then.
  public var featureSteps: [TargetStep] = []
  /// How many cases the corpus holds now.
  public var corpusCases = 0
  /// Why the corpus could not be used; it is then left as it is.
  public var corpusError: String?
}

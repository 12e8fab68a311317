/// A probe that sees which parts of the code under test a case reaches.
///
/// The engine keeps cases that reach more, and makes other cases from them. The module `CoverageGuidance` has a probe for instrumented
/// code. With a probe, cases run one after the other; the probe also sees what other threads do at that time.
public protocol CoverageProbe: Sendable {
  /// Forgets what it has seen, and begins to watch.
  func begin()
  /// What the probe has seen since ``begin()``.
  func end() -> Coverage
}

/// What a case reached.
public struct Coverage: Sendable, Equatable {
  /// A number for each thing seen: a branch that ran so often, a comparison that was nearly met. Their order does not matter.
  public var features: [UInt32]
  /// The numbers that the code compared with, which are likely to matter as input.
  public var operands: [UInt64]

  /// What a case reached. Without arguments, it reached nothing.
  public init(features: [UInt32] = [], operands: [UInt64] = []) {
    self.features = features
    self.operands = operands
  }
}

/// How the engine finds the cases after the random ones: see ``RunSettings/guidance``.
public struct Guidance: Sendable {
  /// How many guided cases run for each property that has targets or a probe. Nil: as many as there are random cases.
  public var cases: Int?
  /// The probe; nil: only ``Trial/target(_:_:)-(_,Double)`` guides.
  public var coverage: (any CoverageProbe)?
  /// The corpus that keeps interesting cases from run to run; nil: none.
  public var corpus: Corpus?

  /// Guidance by targets alone, unless a probe is given.
  public init(cases: Int? = nil, coverage: (any CoverageProbe)? = nil, corpus: Corpus? = nil) {
    self.cases = cases
    self.coverage = coverage
    self.corpus = corpus
  }
}

/// The outcome of the guided cases, which the engine makes from other cases.
public struct GuidanceSummary: Sendable, Equatable {
  /// How many guided cases ran.
  public var cases = 0
  /// For each ``Trial/target(_:_:)-(_,Double)`` the highest value of all cases.
  public var targets: [String: Double] = [:]
  /// For each target the guided cases that raised it.
  public var targetSteps: [String: [TargetStep]] = [:]
  /// How many different features the watched cases reached.
  public var features = 0
  /// The cases that reached new features, with the number of features reached by then.
  public var featureSteps: [TargetStep] = []
  /// How many cases the corpus holds now.
  public var corpusCases = 0
  /// Why the corpus could not be used; the engine then leaves it as it is.
  public var corpusError: String?
}

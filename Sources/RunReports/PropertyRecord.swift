import PropertyTesting

/// What one property came to over one backend.
public struct PropertyRecord: Codable, Sendable, Equatable {
  public var id: String
  public var title: String
  /// The requirement in words.
  public var says: String
  /// "CountMe"; of a storage law, its group.
  public var system: String
  /// The numbers of what it covers.
  public var requirements: [String]
  /// "Properties/CountMe/SyncProperties.swift:14".
  public var place: String
  public var backend: String
  /// "held", another verdict's name, or "skipped" or "not examined".
  public var verdict: String
  /// Of a verdict without a counterexample: why.
  public var reason: String?
  /// Cases that passed, and the one that failed.
  public var cases: Int
  /// Whether there are no other cases.
  public var proven: Bool
  public var discarded: Int
  public var phases: [PhaseTally]
  /// Passed cases by class.
  public var classes: [String: Int]
  /// What the cases say of the classes with a required share, in the order of reports.
  public var shares: [Share]
  public var tables: [Table]
  /// For each target the cases that raised it.
  public var targets: [String: [TargetStep]]
  /// The cases that reached new places of the code.
  public var coverage: [TargetStep]
  public var counterexample: Found?
  /// Failures of other origins.
  public var others: [Found]
  /// Replays the counterexample.
  public var token: String?
  /// The report in full, as a terminal shows it; nil if it held.
  public var report: String?

  public var isHeld: Bool { verdict == "held" }
  public var isSkipped: Bool { verdict == "skipped" || (verdict == "not examined" && reason != nil) }

  /// A class with a required share.
  public struct Share: Codable, Sendable, Equatable {
    public var name: String
    public var count: Int
    public var required: Double
    /// The shares that the count is compatible with.
    public var atLeast: Double
    public var atMost: Double
    /// "enough", "too few", "undecided"; nil: on too few cases to judge.
    public var standing: String?
  }

  /// What was collected under one name.
  public struct Table: Codable, Sendable, Equatable {
    public var name: String
    public var count: Int
    public var rows: [Row]
    /// "from 0 to 12, mean 4.5"; nil for anything but numbers.
    public var summary: String?

    public struct Row: Codable, Sendable, Equatable {
      public var name: String
      public var count: Int
    }
  }

  /// A case that broke the property.
  public struct Found: Codable, Sendable, Equatable {
    public var verdict: String
    public var claim: String
    public var value: String
    /// "name = value".
    public var drawn: [String]
    public var trace: [String]
    /// "at case 38", "by a saved counterexample".
    public var origin: String
    /// Where the claim stands.
    public var place: String?
    public var token: String
    /// Choices before and after shrinking, and calls of the property.
    public var shrunk: Shrunk?
    public var why: [Part]
    /// Whether parts that do not matter alone do not matter together either.
    public var areIrrelevantTogether: Bool?
    public var drawings: [TraceFigure]
    /// The case in which the two numbers of the claim are furthest apart.
    public var worst: Worst?
  }

  public struct Shrunk: Codable, Sendable, Equatable {
    public var before: Int
    public var after: Int
    public var calls: Int
    public var stoppedEarly: Bool
    /// The case as it was found.
    public var found: String?
    /// What did not hold in it.
    public var foundClaim: String?
    /// Each step that was taken, at most 200 of them: then every so many.
    public var path: [Counterexample.Step]
    /// How many steps were taken in all.
    public var steps: Int
  }

  /// What is known of one part of the counterexample.
  public struct Part: Codable, Sendable, Equatable {
    /// The way to it in the printed value; empty where it is the whole value.
    public var path: String
    public var text: String
    /// "irrelevant", "bounds" or "values".
    public var finding: String
    /// How many other values were tried, and whether those were all.
    public var tried: Int
    public var areAll: Bool
    public var lower: End?
    public var upper: End?
    /// Values at which it fails, and at which it does not, where there are few.
    public var failing: [String]
    public var others: [String]
  }

  public struct End: Codable, Sendable, Equatable {
    public var fails: String
    public var neighbour: String
    public var neighbourPasses: Bool
  }

  public struct Worst: Codable, Sendable, Equatable {
    public var value: String
    public var claim: String
    /// By how much it failed, in words: "off by 12", "error 3".
    public var extent: String
    public var token: String
  }
}

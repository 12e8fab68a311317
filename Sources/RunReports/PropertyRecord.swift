import PropertyTesting

/// What one property came to over one backend.
public struct PropertyRecord: Codable, Sendable, Equatable {
  /// The property's id.
  public var id: String
  /// The property's title.
  public var title: String
  /// The requirement in words.
  public var says: String
  /// "CountMe"; of a storage law, its group.
  public var system: String
  /// The numbers of what it covers.
  public var requirements: [String]
  /// "Properties/CountMe/SyncProperties.swift:14".
  public var place: String
  /// The backend; empty for a property that stores nothing and ran once.
  public var backend: String
  /// "held", another verdict's name, or "skipped" or "not examined".
  public var verdict: String
  /// Of a verdict without a counterexample: why.
  public var reason: String?
  /// Cases that passed, and the one that failed.
  public var cases: Int
  /// Whether there are no other cases.
  public var proven: Bool
  /// Cases that were discarded.
  public var discarded: Int
  /// How many cases each phase ran.
  public var phases: [PhaseTally]
  /// Passed cases by class.
  public var classes: [String: Int]
  /// How often each known failure of the property occurred; nil if it has none.
  public var knownFailures: [KnownFailureCount]?
  /// What the cases say of the classes with a required share, in the order of reports.
  public var shares: [Share]
  /// The tables of what the property collected.
  public var tables: [Table]
  /// For each target the cases that raised it.
  public var targets: [String: [TargetStep]]
  /// The cases that reached new places of the code.
  public var coverage: [TargetStep]
  /// The case that broke the property, as simple as the engine made it; nil if none did.
  public var counterexample: Found?
  /// Failures of other origins.
  public var others: [Found]
  /// Replays the counterexample.
  public var token: String?
  /// The report in full, as a terminal shows it; nil if it held.
  public var report: String?

  /// Whether the verdict is `held`.
  public var isHeld: Bool { verdict == "held" }
  /// Whether the property did not run.
  public var isSkipped: Bool { verdict == "skipped" || (verdict == "not examined" && reason != nil) }

  /// A class with a required share.
  public struct Share: Codable, Sendable, Equatable {
    /// The label of the class.
    public var name: String
    /// How many passed cases were in the class.
    public var count: Int
    /// The share that the property demands, from 0 to 1.
    public var required: Double
    /// The shares that the count is compatible with.
    public var atLeast: Double
    /// The greatest share that the count is compatible with.
    public var atMost: Double
    /// "enough", "too few", "undecided"; nil: on too few cases to judge.
    public var standing: String?
  }

  /// What was collected under one name.
  public struct Table: Codable, Sendable, Equatable {
    /// The name of the table.
    public var name: String
    /// How many values were collected.
    public var count: Int
    /// The rows, in the order in which reports print them.
    public var rows: [Row]
    /// "from 0 to 12, mean 4.5"; nil for anything but numbers.
    public var summary: String?

    /// One row of a table, or bar of a histogram.
    public struct Row: Codable, Sendable, Equatable {
      /// The value as it prints, or the range of the bar.
      public var name: String
      /// How many values are in the row.
      public var count: Int
    }
  }

  /// A case that broke the property.
  public struct Found: Codable, Sendable, Equatable {
    /// The verdict that this failure alone would have.
    public var verdict: String
    /// What did not hold.
    public var claim: String
    /// The generated value, as it prints.
    public var value: String
    /// "name = value".
    public var drawn: [String]
    /// The notes of the case, in order.
    public var trace: [String]
    /// "at case 38", "by a saved counterexample".
    public var origin: String
    /// Where the claim stands.
    public var place: String?
    /// The token that replays the case.
    public var token: String
    /// Choices before and after shrinking, and calls of the property.
    public var shrunk: Shrunk?
    /// Which parts of the value matter.
    public var why: [Part]
    /// Whether parts that do not matter alone do not matter together either.
    public var areIrrelevantTogether: Bool?
    /// Drawings of the case.
    public var drawings: [TraceFigure]
    /// The case in which the two numbers of the claim are furthest apart.
    public var worst: Worst?
  }

  /// How the engine made the case simple.
  public struct Shrunk: Codable, Sendable, Equatable {
    /// How many choices the case had when it was found.
    public var before: Int
    /// How many choices it has now.
    public var after: Int
    /// Calls of the property for it.
    public var calls: Int
    /// Whether a limit ended shrinking: a simpler case may exist.
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
    /// The part, as it prints.
    public var text: String
    /// "irrelevant", "bounds" or "values".
    public var finding: String
    /// How many other values were tried, and whether those were all.
    public var tried: Int
    /// Whether those were all values that the part can have.
    public var areAll: Bool
    /// The lower end of the range in which it fails; nil: there is none.
    public var lower: End?
    /// The upper end of the range in which it fails; nil: there is none.
    public var upper: End?
    /// Values at which it fails, and at which it does not, where there are few.
    public var failing: [String]
    /// Values at which it does not fail, if there are few.
    public var others: [String]
  }

  /// One end of a range in which the property fails.
  public struct End: Codable, Sendable, Equatable {
    /// The last value at which the property fails, as it prints.
    public var fails: String
    /// The value next to it, outside of the range, as it prints.
    public var neighbour: String
    /// Whether the property passes there; otherwise it fails in another way.
    public var neighbourPasses: Bool
  }

  /// The case in which the two numbers of a claim are furthest apart.
  public struct Worst: Codable, Sendable, Equatable {
    /// The generated value, as it prints.
    public var value: String
    /// What did not hold.
    public var claim: String
    /// By how much it failed, in words: "off by 12", "error 3".
    public var extent: String
    /// The token that replays the case.
    public var token: String
  }
}

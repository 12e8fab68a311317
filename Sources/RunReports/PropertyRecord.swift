import PropertyTesting

/// The result of one property over one backend.
public struct PropertyRecord: Codable, Sendable, Equatable {
  /// The property's id.
  public var id: String
  /// The property's title.
  public var title: String
  /// The requirement in words.
  public var says: String
  /// The system that the property belongs to, such as "CountMe"; for a storage law, its group.
  public var system: String
  /// The numbers of the requirements that it covers.
  public var requirements: [String]
  /// Where the property is declared: "Properties/CountMe/SyncProperties.swift:14".
  public var place: String
  /// The backend; empty for a property that stores nothing and ran once.
  public var backend: String
  /// "held", another verdict's name, or "skipped" or "not examined".
  public var verdict: String
  /// The reason for a verdict without a counterexample.
  public var reason: String?
  /// The number of cases: all that passed, and the one that failed.
  public var cases: Int
  /// Whether the run tried every case that exists.
  public var proven: Bool
  /// What the verdict does not cover, a sentence each; nil: nothing that the run can tell.
  public var limits: [String]?
  /// What the run shows if it held and no case evaluated a claim, such as "that all tasks end"; nil: a claim was evaluated.
  public var onlyClaim: String?
  /// Cases that were discarded.
  public var discarded: Int
  /// How many cases each phase ran.
  public var phases: [PhaseTally]
  /// Passed cases by class.
  public var classes: [String: Int]
  /// How often each known failure of the property occurred; nil if it has none.
  public var knownFailures: [KnownFailureCount]?
  /// What the cases say about the classes with a required share, in the order of reports.
  public var shares: [Share]
  /// The tables of the values that the property collected.
  public var tables: [Table]
  /// For each target, the cases that raised its highest value.
  public var targets: [String: [TargetStep]]
  /// The cases that reached new places of the code.
  public var coverage: [TargetStep]
  /// The case that broke the property, as simple as the engine made it; nil if none did.
  public var counterexample: Found?
  /// Failures of the same run with another origin.
  public var others: [Found]
  /// The token that replays the counterexample.
  public var token: String?
  /// The report in full, as a terminal shows it; nil if it held.
  public var report: String?
  /// The failing case as a test to paste; nil if it held, or has no such form.
  public var swiftTest: String?

  /// Whether the verdict is `held`.
  public var isHeld: Bool { verdict == "held" }
  /// Whether the property did not run.
  public var isSkipped: Bool { ["skipped", "not tried"].contains(verdict) || (verdict == "not examined" && reason != nil) }

  /// A class with a required share.
  public struct Share: Codable, Sendable, Equatable {
    /// The label of the class.
    public var name: String
    /// How many passed cases were in the class.
    public var count: Int
    /// The share that the property demands, from 0 to 1.
    public var required: Double
    /// The least share that the count is compatible with.
    public var atLeast: Double
    /// The greatest share that the count is compatible with.
    public var atMost: Double
    /// "enough", "too few" or "undecided"; nil if there are too few cases to judge.
    public var standing: String?
  }

  /// The values that a property collected under one name.
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
    /// The values that the property drew, each as "name = value".
    public var drawn: [String]
    /// The notes of the case, in order.
    public var trace: [String]
    /// How the case was found: "at case 38", "by a saved counterexample".
    public var origin: String
    /// Where the claim is in the source.
    public var place: String?
    /// The token that replays the case.
    public var token: String
    /// Choices before and after shrinking, and calls of the property.
    public var shrunk: Shrunk?
    /// Which parts of the value matter.
    public var why: [Part]
    /// Whether the case still fails if all parts that do not matter change at once; nil if this was not tried.
    public var areIrrelevantTogether: Bool?
    /// Drawings of the case.
    public var drawings: [TraceFigure]
    /// The case in which the two numbers of the claim are furthest apart.
    public var worst: Worst?
  }

  /// How the engine shrank the case.
  public struct Shrunk: Codable, Sendable, Equatable {
    /// How many choices the case had when it was found.
    public var before: Int
    /// How many choices the shrunk case has.
    public var after: Int
    /// How often the shrinker called the property.
    public var calls: Int
    /// Whether a limit ended shrinking: a simpler case may exist.
    public var stoppedEarly: Bool
    /// The case as it was found.
    public var found: String?
    /// The claim that failed in the case as it was found.
    public var foundClaim: String?
    /// The steps that the shrinker took. If there are more than 200, every n-th step.
    public var path: [Counterexample.Step]
    /// How many steps the shrinker took in all.
    public var steps: Int
    /// Parts of the engine that failed and were left out; nil if none did.
    public var faults: [String]?
  }

  /// What the engine knows about one part of the counterexample.
  public struct Part: Codable, Sendable, Equatable {
    /// The path to the part in the printed value; empty for the whole value.
    public var path: String
    /// The part, as it prints.
    public var text: String
    /// "irrelevant", "bounds" or "values".
    public var finding: String
    /// How many other values the engine tried.
    public var tried: Int
    /// Whether those were all values that the part can have.
    public var areAll: Bool
    /// The lower end of the range in which the case fails; nil: there is none.
    public var lower: End?
    /// The upper end of the range in which the case fails; nil: there is none.
    public var upper: End?
    /// Values at which the case fails, if there are few.
    public var failing: [String]
    /// Values at which the case does not fail, if there are few.
    public var others: [String]
  }

  /// One end of a range in which the property fails.
  public struct End: Codable, Sendable, Equatable {
    /// The last value at which the property fails, as it prints.
    public var fails: String
    /// The next value, outside the range, as it prints.
    public var neighbour: String
    /// Whether the property passes at the neighbour; otherwise it fails in another way.
    public var neighbourPasses: Bool
  }

  /// The case in which the two numbers of a claim are furthest apart.
  public struct Worst: Codable, Sendable, Equatable {
    /// The generated value, as it prints.
    public var value: String
    /// What did not hold.
    public var claim: String
    /// By how much the claim failed, in words: "off by 12", "error 3".
    public var extent: String
    /// The token that replays the case.
    public var token: String
  }
}

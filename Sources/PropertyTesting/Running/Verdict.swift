/// What a run of a property came to. The cases are closed and never folded together; only `held` is green.
public enum Verdict: Sendable {
  /// Every case passed, and every required class had its share.
  case held
  /// A claim did not hold.
  case falsified(Counterexample)
  /// The run proves nothing: see ``Shortfall``.
  case gaveUp(Shortfall)
  /// The same choices passed once and failed once.
  case flaky(Counterexample)
  /// An error that nobody expected: thrown by the property (then there is a counterexample), by its
  /// generator, or because the system could not be made.
  case errored(reason: String, Counterexample?)
  /// The process of the case died.
  case crashed(Counterexample)
  /// The case did not end in time.
  case timedOut(Counterexample)
  /// Tasks wait for each other for ever.
  case deadlocked(Counterexample)
  /// Something had a part in the case that the scheduler does not control: nothing is proved, and a
  /// replay may differ.
  case uncontrolled(Counterexample)
  /// A saved counterexample no longer means the value that it was saved for: the generator has changed.
  case stale(reason: String)

  /// As reports print it.
  public var name: String {
    switch self {
    case .held: "held"
    case .falsified: "falsified"
    case .gaveUp: "gave up"
    case .flaky: "flaky"
    case .errored: "errored"
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .deadlocked: "deadlocked"
    case .uncontrolled: "uncontrolled"
    case .stale: "stale"
    }
  }

  public var isHeld: Bool { if case .held = self { true } else { false } }

  public var counterexample: Counterexample? {
    switch self {
    case .held, .gaveUp, .stale: nil
    case .falsified(let found), .flaky(let found), .crashed(let found), .timedOut(let found),
      .deadlocked(let found), .uncontrolled(let found):
      found
    case .errored(_, let found): found
    }
  }
}

extension Verdict {
  /// With an explanation of its counterexample, where a claim or an error is to blame.
  func explained(_ explanation: Explanation?, worst: WorstCase?) -> Verdict {
    switch self {
    case .falsified(var found):
      found.explanation = explanation
      found.worst = worst
      return .falsified(found)
    case .errored(let reason, var found?):
      found.explanation = explanation
      return .errored(reason: reason, found)
    default: return self
    }
  }
}

/// Why a run without a failure is not green.
public enum Shortfall: Sendable, Equatable {
  /// More than ten times as many cases were discarded as were asked for.
  case discards(Int, lastReason: String)
  /// A class had less than its required share.
  case missedClass(String, count: Int, cases: Int, required: Double)
  /// A search was not carried to its end.
  case unfinished(String)
}

/// The case that broke a property, as simple as it was made.
public struct Counterexample: Sendable {
  /// How the generated value printed.
  public let value: String
  /// What the property drew for itself, in order.
  public let drawn: [(name: String, value: String)]
  let notes: [Note]
  /// What did not hold, or which error was thrown.
  public let message: String
  /// Where the claim stands; nil for an error.
  public let location: SourceLocation?
  public let origin: Origin
  /// Replays the exact case: see ``ReplayToken``.
  public let token: ReplayToken
  public let shrinking: Shrinking
  /// How often its schedule departs from the default, which is to go on with the running task, and with the
  /// one that has waited longest where that cannot go on; nil where there is no schedule.
  public let switches: Int?
  /// Which parts of it matter, and from where to where it fails; nil where that was not looked into.
  public internal(set) var explanation: Explanation? = nil
  /// What else the same choices came to, where that is not always the same.
  public internal(set) var flakiness: Flakiness? = nil
  /// Where the two numbers of the claim are much further apart than here; nil if they are not, or no numbers.
  public internal(set) var worst: WorstCase? = nil

  var figures: [@Sendable () -> TraceFigure] = []
  /// What the case was like, to be drawn.
  public var drawings: [TraceFigure] { figures.map { $0() } }

  /// The property's own notes, in order; of a schedule, who ran when. Its places in the source are looked up here.
  public var trace: [String] { notes.lines }

  /// The same with another message.
  func with(message: String) -> Counterexample {
    Counterexample(
      value: value, drawn: drawn, notes: notes, message: message, location: location,
      origin: origin, token: token, shrinking: shrinking, switches: switches, explanation: explanation,
      flakiness: flakiness, worst: worst, figures: figures)
  }

  public enum Origin: Sendable, Equatable {
    /// Found at this case of the run, counted from 0.
    case found(case: Int)
    /// This one of the examples of the generator, counted from 0: see ``Generator/trying(_:)``.
    case example(Int)
    /// A saved counterexample, tried first.
    case regression
    /// Asked for by token.
    case replayed
  }

  /// How it was made simple.
  public struct Shrinking: Sendable, Equatable {
    public var choicesBefore = 0
    public var choicesAfter = 0
    /// Calls of the property.
    public var calls = 0
    /// A limit ended it: a simpler counterexample may exist.
    public var stoppedEarly = false
    /// The case as it was found, before it was made simple; nil where it was not.
    public var before: Before?
    /// Each step that was taken.
    public var path: [Step] = []
  }

  /// A case before it was made simple.
  public struct Before: Sendable, Equatable, Codable {
    /// How the generated value printed.
    public let value: String
    public let message: String
  }

  /// A simpler case that fails alike.
  public struct Step: Sendable, Equatable, Codable {
    /// The shrink pass that took it.
    public let pass: String
    /// How often the property had been called.
    public let calls: Int
    public let choices: Int
    /// How many bits it takes to say how far the choices are from their simplest values.
    public let bits: Int
  }
}

/// What came of one saved counterexample.
public struct RegressionOutcome: Sendable {
  public enum Result: Sendable, Equatable {
    /// It still fails.
    case fails
    /// It passes now.
    case fixed
    /// The generator has changed: the choices no longer mean the saved value.
    case stale(reason: String)
    /// It ended its process, saying this, and there is no worker process to try it in.
    case untried(claim: String)
  }

  public let token: ReplayToken
  public let result: Result
}

/// A property's run, told in full.
public struct PropertyResult: Sendable {
  public let id: String
  public let title: String
  /// What is demanded, in words: see ``Requirement/says``.
  public let says: String
  public let requirements: [String]
  public let location: SourceLocation
  /// The fixture's name: the backend; empty where there is none.
  public let fixture: String
  public let verdict: Verdict
  public let seed: UInt64
  /// Cases that passed, and the one that failed.
  public let cases: Int
  public let discarded: Int
  /// How many passed cases were in each class.
  public let classes: [String: Int]
  /// How many cases there are, where each was run and held: the property is proven, for whatever it depends on
  /// besides its draws. Nil: the cases were a sample.
  public let provenCases: Int?
  /// In how many orders the cases were run altogether, where each was run in every order that its tasks may take turns in at
  /// points of suspension, but for orders that come to the same. Nil: the orders were a sample, or there was but one.
  public let interleavings: Int?
  /// "proven: all 63 cases", as reports say it; nil: the cases were a sample.
  public var proof: String? {
    provenCases.map { cases in
      "proven: \(cases == 1 ? "the only case" : "all \(cases) cases")"
        + (interleavings.map { $0 == 1 ? ", which has one interleaving" : ", in all \($0) interleavings" } ?? "")
    }
  }
  /// What came of cases that were made from others; nil where nothing asked for any.
  public internal(set) var guidance: GuidanceSummary?
  /// What the cases of each phase came to. Empty for a single case, and for a run that was stopped.
  public let phases: [PhaseTally]
  /// For each ``Trial/target(_:_:)`` the cases that raised it.
  public internal(set) var targetSteps: [String: [TargetStep]] = [:]
  /// What the passed cases were like: their classes, and what they collected.
  public let distribution: Distribution
  /// Failures of another origin than the verdict's (another claim, or another type of error), each shrunk for
  /// itself, in the order in which they were met: by shrinking the first one, and by the cases after it. See
  /// ``RunSettings/failures``.
  public internal(set) var otherFailures: [Verdict] = []
  let shareConfidence: Double
  /// Saved counterexamples, each tried before the first generated case.
  public let regressions: [RegressionOutcome]
  /// The file that the counterexample was saved in.
  public internal(set) var savedTo: String?
  /// Why it could not be saved.
  public internal(set) var saveError: String?
}

/// The verdict of a run. The engine never folds one case into another; only `held` is green.
public enum Verdict: Sendable {
  /// Every case passed, and every required class had its share.
  case held
  /// A claim did not hold.
  case falsified(Counterexample)
  /// The run proves nothing: see ``Shortfall``.
  case gaveUp(Shortfall)
  /// Every case passed, and none of them evaluated a claim: see ``Claims``.
  case claimsNothing
  /// The same choices passed once and failed once.
  case flaky(Counterexample)
  /// An unexpected error: thrown by the property (then there is a counterexample) or by its generator, or the system could not be made.
  case errored(reason: String, Counterexample?)
  /// The process of the case died.
  case crashed(Counterexample)
  /// The case did not end in its time.
  case timedOut(Counterexample)
  /// The tasks of the case wait for each other for ever.
  case deadlocked(Counterexample)
  /// Something took part in the case that the scheduler does not control. Nothing is proved, and a replay may differ.
  case uncontrolled(Counterexample)
  /// A saved counterexample no longer stands for the value that it was saved for, because the generator has changed.
  case stale(reason: String)

  /// The verdict's name in reports.
  public var name: String {
    switch self {
    case .held: "held"
    case .falsified: "falsified"
    case .gaveUp: "gave up"
    case .claimsNothing: "claims nothing"
    case .flaky: "flaky"
    case .errored: "errored"
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .deadlocked: "deadlocked"
    case .uncontrolled: "uncontrolled"
    case .stale: "stale"
    }
  }

  /// Whether the verdict is ``held``, the only green one.
  public var isHeld: Bool { if case .held = self { true } else { false } }

  /// Whether no case broke the property, so that a complaint of another kind can take its place.
  package var foundNothingWrong: Bool {
    switch self {
    case .held, .gaveUp, .claimsNothing: true
    default: false
    }
  }

  /// The case that broke the property, if the verdict has one.
  public var counterexample: Counterexample? {
    switch self {
    case .held, .gaveUp, .claimsNothing, .stale: nil
    case .falsified(let found), .flaky(let found), .crashed(let found), .timedOut(let found),
      .deadlocked(let found), .uncontrolled(let found):
      found
    case .errored(_, let found): found
    }
  }
}

extension Verdict {
  /// Of a drawn case that fails as an example does.
  func ofDrawnCase(besides example: Counterexample.Before?) -> Verdict {
    guard var found = counterexample else { return self }
    found.shrinking.before = example
    found.shrinking.isOfDrawnCase = true
    switch self {
    case .falsified: return .falsified(found)
    case .errored(let reason, _): return .errored(reason: reason, found)
    default: return self
    }
  }

  /// With an explanation of its counterexample, where a claim or an error is to blame.
  func explained(_ explanation: (text: Explanation, fault: EngineFault?)?, worst: WorstCase?) -> Verdict {
    switch self {
    case .falsified(var found):
      found.explanation = explanation?.text
      found.shrinking.faults += [explanation?.fault].compactMap(\.self)
      found.worst = worst
      return .falsified(found)
    case .errored(let reason, var found?):
      found.explanation = explanation?.text
      found.shrinking.faults += [explanation?.fault].compactMap(\.self)
      return .errored(reason: reason, found)
    default: return self
    }
  }
}

/// Why a run without a failure is not green.
public enum Shortfall: Sendable, Equatable {
  /// So many cases were discarded that fewer than one in a hundred applies, beyond doubt.
  case discards(Int, lastReason: String)
  /// A class had less than its required share.
  case missedClass(String, count: Int, cases: Int, required: Double)
  /// A search did not reach its end.
  case unfinished(String)
}

/// The case that broke a property, as simple as the engine could make it.
public struct Counterexample: Sendable {
  /// How the generated value printed.
  public let value: String
  /// The values that the property drew for itself, in order.
  public let drawn: [(name: String, value: String)]
  let notes: [Note]
  /// What did not hold, or which error was thrown.
  public let message: String
  /// Where the claim stands; nil for an error.
  public let location: SourceLocation?
  /// How the engine came to the case.
  public let origin: Origin
  /// Replays the exact case: see ``ReplayToken``.
  public let token: ReplayToken
  /// How the engine made the case simple.
  public internal(set) var shrinking: Shrinking
  /// How often the schedule departs from the default: to continue the running task, or else the task that has waited longest. Nil if
  /// there is no schedule.
  public let switches: Int?
  /// Which parts of the case matter, and between which bounds it fails; nil if the engine did not look into it.
  public internal(set) var explanation: Explanation? = nil
  /// The other outcomes of the same choices, if the case is flaky.
  public internal(set) var flakiness: Flakiness? = nil
  /// The case in which the two numbers of the claim are much further apart; nil if they are not, or if they are not numbers.
  public internal(set) var worst: WorstCase? = nil

  /// The value as a Swift expression, and its type: see ``PropertyResult/swiftTest``.
  var swiftValue: String? = nil
  var swiftType: String? = nil

  var figures: [@Sendable () -> TraceFigure] = []
  /// Drawings of the case, for pages.
  public var drawings: [TraceFigure] { figures.map { $0() } }

  /// The notes of the property, in order; under a schedule, also which task ran when. This property looks up the places in the source,
  /// which takes time.
  public var trace: [String] { notes.lines }

  /// The same with another message.
  func with(message: String) -> Counterexample {
    var copy = Counterexample(
      value: value, drawn: drawn, notes: notes, message: message, location: location,
      origin: origin, token: token, shrinking: shrinking, switches: switches, explanation: explanation,
      flakiness: flakiness, worst: worst, figures: figures)
    (copy.swiftValue, copy.swiftType) = (swiftValue, swiftType)
    return copy
  }

  /// How the engine came to a case.
  public enum Origin: Sendable, Equatable {
    /// The engine found it at this case of the run, counted from 0.
    case found(case: Int)
    /// It is this example of the generator, counted from 0: see ``Generator/trying(_:)``.
    case example(Int)
    /// It was a saved counterexample, which runs first.
    case regression
    /// Somebody replayed it by token.
    case replayed
  }

  /// How the engine made a counterexample simple.
  public struct Shrinking: Sendable, Equatable {
    /// How many choices the case had when it was found.
    public var choicesBefore = 0
    /// How many choices it has now.
    public var choicesAfter = 0
    /// Calls of the property.
    public var calls = 0
    /// Whether a limit ended shrinking: a simpler counterexample may exist.
    public var stoppedEarly = false
    /// The case as it was found; nil if the engine did not make it simpler.
    public var before: Before?
    /// Whether drawn cases that fail as ``before`` does were made simpler: it is an example that no choices made.
    public var isOfDrawnCase = false
    /// Each simpler case on the way.
    public var path: [Step] = []
    /// Parts of the engine that failed and were left out: without them a simpler counterexample may have been missed. Each is a defect of
    /// the engine.
    public var faults: [EngineFault] = []
  }

  /// The case as the engine found it.
  public struct Before: Sendable, Equatable, Codable {
    /// How the generated value printed.
    public let value: String
    /// What did not hold in it.
    public let message: String
  }

  /// A simpler case with the same failure.
  public struct Step: Sendable, Equatable, Codable {
    /// The shrink pass that took it.
    public let pass: String
    /// How often the property had been called.
    public let calls: Int
    /// How many choices the case then had.
    public let choices: Int
    /// How many bits it takes to say how far the choices are from their simplest values.
    public let bits: Int
  }
}

/// A part of the engine that failed while it looked at a counterexample. The rest of the engine went on without it.
public struct EngineFault: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// The part: "the shrink pass “delete producers”".
  public let part: String
  /// What was wrong.
  public let message: String

  public var description: String { "\(part) failed and was left out: \(message)" }
}

/// The outcome of a saved counterexample.
public struct RegressionOutcome: Sendable {
  /// How a saved counterexample fares today.
  public enum Result: Sendable, Equatable {
    /// It still fails.
    case fails
    /// It passes now.
    case fixed
    /// The generator has changed: the choices no longer stand for the saved value.
    case stale(reason: String)
    /// It ended its process with this claim, and there is no worker process to try it in.
    case untried(claim: String)
    /// It fails as this ``KnownFailure`` does.
    case known(name: String)
  }

  /// The token of the saved counterexample.
  public let token: ReplayToken
  /// How it fares today.
  public let result: Result
}

/// The result of one property.
public struct PropertyResult: Sendable {
  /// The property's id.
  public let id: String
  /// The property's title.
  public let title: String
  /// The requirement in words: see ``Requirement/says``.
  public let says: String
  /// The numbers of the requirements that the property covers.
  public let requirements: [String]
  /// Where the property is declared.
  public let location: SourceLocation
  /// The fixture's name, which is that of the backend; empty if there is none.
  public let fixture: String
  /// The verdict. Only ``Verdict/held`` is green.
  public let verdict: Verdict
  /// The seed of the run. With the same seed the run has the same cases and the same verdict.
  public let seed: UInt64
  /// Cases that passed or were known failures, and the one that failed.
  public let cases: Int
  /// Cases that were discarded, which count neither as passed nor as failed.
  public let discarded: Int
  /// How many passed cases were in each class.
  public let classes: [String: Int]
  /// The number of cases, if the property has no others and each ran and held: the property is proven, for whatever it depends on besides
  /// its draws. Nil: the cases were a sample.
  public let provenCases: Int?
  /// How many orders of the cases' tasks ran in all, if each case ran in every order that its tasks may take at suspension points, except
  /// for orders with the same result. Nil: the orders were a sample, or there was only one.
  public let interleavings: Int?
  /// What ``interleavings`` are orders of; nil if those are nil.
  public let interleavingScope: InterleavingScope?
  /// What the verdict does not cover, a sentence each, as far as the run can tell; sorted. Locks that several tasks of a proof took, for
  /// example, or the suspension points that an optimized build leaves out.
  public let limits: [String]
  /// "proven: all 63 cases", as reports say it; nil: the cases were a sample. Under a schedule it says of what every order ran: "in all 2
  /// interleavings at suspension points".
  public var proof: String? {
    provenCases.map { cases in
      let proven = "proven: \(cases == 1 ? "the only case" : "all \(cases) cases")"
      guard let interleavings, let scope = interleavingScope?.rawValue else { return proven }
      return proven + (interleavings == 1 ? ", which has one interleaving \(scope)" : ", in all \(interleavings) interleavings \(scope)")
    }
  }
  /// How much held, with what that does not cover: "100 cases", "proven: the only case, in all 4 interleavings of its actors".
  public var extent: String {
    ([proof ?? (cases == 1 ? "1 case" : "\(cases) cases")] + limits).joined(separator: "; ")
  }
  /// What a run that held shows if no case of it evaluated a claim, such as "that all tasks end"; nil: a claim was evaluated.
  public let onlyClaim: String?
  /// Whether the property does not say so itself.
  let isClaimUnsaid: Bool
  /// Why the last discarded case was discarded.
  let discardReason: String
  /// Whether the run ended because its time was over: see ``RunSettings/within``.
  package let isOutOfTime: Bool
  /// The outcome of the guided cases; nil if nothing asked for any.
  public internal(set) var guidance: GuidanceSummary?
  /// The outcomes of the cases of each phase. Empty for a single case, and for a run that was stopped.
  public let phases: [PhaseTally]
  /// For each ``Trial/target(_:_:)-(_,Double)`` the cases that raised it.
  public internal(set) var targetSteps: [String: [TargetStep]] = [:]
  /// The passed cases by class, and the tables of what they collected.
  public let distribution: Distribution
  /// Failures with another origin than the verdict's: another claim, or another type of error. The engine shrinks each of them, and lists
  /// them in the order in which it met them while it shrank the first failure and in the cases after it. See ``RunSettings/failures``.
  public internal(set) var otherFailures: [Verdict] = []
  let shareConfidence: Double
  /// How often each known failure of the property occurred, in the order of its declaration. Empty for a single case.
  public let knownFailures: [KnownFailureCount]
  /// Saved counterexamples, each tried before the first generated case.
  public let regressions: [RegressionOutcome]
  /// The file in which the counterexample was saved.
  public internal(set) var savedTo: String?
  /// Why the counterexample could not be saved.
  public internal(set) var saveError: String?
  /// The file for the counterexample, if it was not saved there, but is an attachment of the test.
  var attachedFor: String?
  /// Where the counterexample of a failed test is kept; nil if it is not.
  var keeping: KeptFailures?
  /// The file with the verdict's token, which replays it: see ``ReplayToken``.
  var tokenPlace: String?
  /// Whether the report has the failing case as a test to paste.
  var showsTest = false
}

/// One case looked at closely: its choices recorded, its value printed, its failure kept.
///
/// Used for the case that failed, for each attempt to shrink it and for replays; never while cases pass.
/// Confined to one task at a time: whoever made it reads it after `run` has returned.
@usableFromInline
final class Examination: @unchecked Sendable {
  enum Result {
    case passed
    case discarded(String)
    case failed(Failure)
    /// Generated, and then not run, because ``isWanted`` said so.
    case skipped
  }

  let tape: Tape
  private(set) var result = Result.skipped
  var isFailed: Bool { if case .failed = result { true } else { false } }
  /// What the predicate is called with, as long as it runs.
  private var trial: Trial?
  /// The generated value as printed, where `printsValue` asks for it or the case failed.
  private(set) var value: String?
  /// Prints the generated value, where `keepsValue` asks for it and it was generated in this process.
  private(set) var printValue: (() -> String)?
  /// Whether the predicate was called.
  private(set) var ranPredicate = false
  private(set) var drawn: [(name: String, value: String)] = []
  /// The places of those that the script had choices for.
  private(set) var scriptedDraws: [Int] = []
  private(set) var notes: [Note] = []
  /// What of it is to be drawn.
  private(set) var figures: [@Sendable () -> TraceFigure] = []
  private(set) var steps = ScheduleSteps()
  /// The classes that the case is in.
  private(set) var labels: Set<String> = []
  /// What it wants to be high: see ``Trial/target(_:_:)-(_,Double)``.
  private(set) var targets: [String: Double] = [:]
  /// What it collected, by name.
  private(set) var collected: [String: Collected] = [:]
  /// The known failure that it met: see ``KnownFailure``.
  private(set) var knownFailure: String?
  /// What the case claimed, if it passed and ``watchesClaims``.
  private(set) var evidence = Evidence.none
  /// Whether somebody wants to know what the case claims.
  var watchesClaims = false
  /// Whether a known failure passes. In a worker it does not: the supervising process decides.
  var excuses = true
  /// Whether a case in a worker that takes many times as long as those that ended counts as one that does not end.
  var isHasty = false

  /// The value as a Swift expression, and its type: see ``PropertyResult/swiftTest``. Not known in a worker process.
  private(set) var printSwift: (() -> (value: String?, type: String))?

  /// Prints the value after the property has run, if it has functions in it.
  private var printAgain: (() -> String)?

  /// Is told that the value was generated.
  var note: RunNote?

  let seed: UInt64
  let index: Int
  let script: Tape.Script?
  /// Whether the value is printed, and notes are kept.
  var printsValue: Bool
  /// Whether the value is kept, in case that it is to be printed.
  private let keepsValue: Bool
  /// Whether a person will see what it comes to: then a worker process that nothing ran in before is worth its price.
  let isShown: Bool
  /// Asked once the value was generated, with the choices on the tape: whether to run the predicate. Nil: yes.
  let isWanted: ((Tape) -> Bool)?

  /// A case of a run, by its index; or, with a script, the replay of recorded choices at that index's size.
  init(
    seed: UInt64 = 0, index: Int = 0, replaying script: Tape.Script? = nil,
    printsValue: Bool = false, keepsValue: Bool = false, isShown: Bool? = nil, isEnumerated: Bool = false,
    isWanted: ((Tape) -> Bool)? = nil
  ) {
    tape = Tape(replaying: script, isEnumerated: isEnumerated)
    self.script = script
    self.seed = seed
    self.index = index
    self.printsValue = printsValue
    self.keepsValue = keepsValue
    self.isShown = isShown ?? printsValue
    self.isWanted = isWanted
  }

  @usableFromInline
  func run<Value>(
    _ generator: Generator<Value>, _ predicate: (Value, Trial) throws -> Void
  ) {
    CaseIssues.collecting(isMute: true) {
      do {
        guard let value = try generate(generator), let trial else { return }
        if watchesClaims { try evidence.watch { try predicate(value, trial) } } else { try predicate(value, trial) }
        finish(nil)
      } catch {
        finish(error)
      }
    }
  }

  @usableFromInline
  func run<Value>(
    _ generator: Generator<Value>, _ predicate: (Value, Trial) async throws -> Void
  ) async {
    await CaseIssues.collecting(isMute: true) {
      do {
        guard let value = try generate(generator), let trial else { return }
        if watchesClaims {
          try await evidence.watch { try await predicate(value, trial) }
        } else {
          try await predicate(value, trial)
        }
        finish(nil)
      } catch {
        finish(error)
      }
    }
  }

  /// Runs the generator alone.
  @usableFromInline
  func runGenerator<Value>(_ generator: Generator<Value>) {
    do {
      _ = try generate(generator)
    } catch {
      finish(error)
    }
  }

  /// Records that the system could not be made.
  func refuse(_ error: any Error) {
    result = .failed(Failure(error))
  }

  /// Takes over what the same examination came to in another process.
  /// - Parameter interruption: how that process ended, where it did.
  func restore(from journal: CaseJournal, _ interruption: Interruption?, knowing rules: [KnownFailureRule]) {
    let entries = journal.entries()
    tape.restore(from: journal, entries)
    (value, drawn, scriptedDraws, notes, figures, steps) = (nil, [], [], [], [], ScheduleSteps())
    (knownFailure, evidence) = (nil, .none)
    var suspects: [String] = []
    for entry in entries {
      switch entry {
      case .value(let text): value = text
      case .ranPredicate: ranPredicate = true
      case .drawn(let name, let text, let isScripted):
        if isScripted { scriptedDraws.append(drawn.count) }
        drawn.append((name, text))
      case .note(let line): notes.append(.line(line))
      case .figure(let figure): figures.append { figure }
      case .steps(let words): steps = ScheduleSteps(words: words)
      case .marks(let labels, let targets, let collected):
        (self.labels, self.targets, self.collected) = (Set(labels), targets, collected)
      case .result(let result): self.result = result
      case .claimed(let evidence): self.evidence = evidence
      case .suspected(let names): suspects = names
      case .known(let name): knownFailure = name
      case .token, .amended, .rewound: break
      }
    }
    if let interruption {
      let failure = Failure(interruption)
      result = .failed(failure)
      knownFailure = rules.first { suspects.contains($0.name) && $0.explains(failure) }?.name
    }
    if journal.isFull {
      result = .failed(Failure(CaseTooLarge(capacityBytes: journal.capacityBytes, interruption)))
      knownFailure = nil
    }
    if knownFailure != nil, excuses { result = .passed }
  }

  /// The value, with ``trial`` for its predicate; nil where the predicate is not to run.
  private func generate<Value>(_ generator: Generator<Value>) throws -> Value? {
    var source = Source(seed: seed, index: index, tape: tape)
    let generated = try source.draw(generator)
    if printsValue {
      let (text, hasFunctions) = describeNoting(generated)
      value = text
      if hasFunctions { printAgain = { describe(generated) } }
      // Nobody pastes more than this.
      if isShown, text.utf8.count < 20_000 {
        printSwift = { (SwiftSource.expression(generated), SwiftSource.name(of: Value.self)) }
      }
      tape.journal?.append(.value(text))
    }
    if keepsValue { printValue = { describe(generated) } }
    guard isWanted?(tape) ?? true else { return nil }
    tape.isInProperty = true
    let trial = Trial()
    trial.begin(source, isObserved: printsValue)
    self.trial = trial
    ranPredicate = true
    note?.beacon.hasValue(index)
    tape.journal?.append(.ranPredicate)
    return generated
  }

  private func finish(_ thrown: (any Error)?) {
    var error = CaseIssues.ofCase?.failure(besides: thrown) ?? thrown
    if let text = printAgain?() {
      value = text
      tape.journal?.append(.value(text))
      printAgain = nil
    }
    if let seen = trial?.seen {
      trial = nil
      drawn = seen.drawn
      for (place, text) in seen.drawnLater { drawn[place].value = text() }
      scriptedDraws = seen.scriptedDraws
      notes = seen.notes
      figures = seen.figures
      steps = seen.steps
      (labels, targets) = (seen.labels, seen.targets)
      knownFailure = seen.known?.name
      if !excuses { error = error ?? seen.known?.error }
      for (name, datum) in seen.collected { collected[name, default: Collected()].add(datum) }
    }
    switch error {
    case nil: result = .passed
    case let discard as Discard: result = .discarded(discard.reason)
    case let error?:
      result = .failed(Failure(error))
      guard printsValue else { return }
      for figure in TraceFigure.figures(of: error) {
        figures.append { figure }
        tape.journal?.append(drawing: figure)
      }
    }
  }
}

/// What a failing case threw.
struct Failure: Sendable {
  enum Kind: Sendable, Equatable {
    /// A claim did not hold.
    case claim
    /// An error that nobody expected.
    case error
    /// The system could not be made: the environment failed, not the property.
    case setUp
    /// There is no record of the case: see ``CaseTooLarge``.
    case unrecorded
    /// The case was ended from outside.
    case interruption(Interruption.Kind)
  }

  let kind: Kind
  /// Tells failures of different origin apart: where the claim stands, or the error's type. A shrink step
  /// that ends in another origin is another failure, and not taken.
  let origin: String
  let message: String
  let location: SourceLocation?
  /// See ``ExpectationFailure/difference``.
  let difference: Double?

  init(_ error: any Error) {
    difference = (error as? ExpectationFailure)?.difference
    switch error {
    case let failure as ExpectationFailure:
      _ = ClaimLedger.notesFailure(failure.location.fileID, failure.location.line)
      kind = .claim
      // For each attempt of shrinking: an interpolation takes twice as long.
      origin = failure.location.fileID + ":" + String(failure.location.line)
      message = failure.description
      location = failure.location
    case let recorded as RecordedIssues:
      kind = .claim
      origin = recorded.origin
      message = recorded.description
      location = recorded.location
    case let failure as PropertyFailure:
      // A check inside this property: its report says more than its fields.
      if case .falsified = failure.result.verdict { kind = .claim } else { kind = .error }
      origin = "\(failure.claimLocation.fileID):\(failure.claimLocation.line) \(failure.result.verdict.name)"
      message = "a check inside this one does not hold:" + failure.description
      location = failure.claimLocation
    case let error as SetUpError:
      kind = .setUp
      origin = String(reflecting: SetUpError.self)
      message = "the system could not be made: \(error.reason)"
      location = nil
    case let error as InvalidSetting:
      kind = .setUp
      origin = String(reflecting: InvalidSetting.self)
      message = error.reason
      location = nil
    case let error as CaseTooLarge:
      kind = .unrecorded
      origin = String(reflecting: CaseTooLarge.self)
      message = error.description
      location = nil
    case let interruption as Interruption:
      kind = .interruption(interruption.kind)
      origin = "\(interruption.kind) \(interruption.origin)"
      message = interruption.message
      location = nil
    default:
      kind = .error
      origin = String(reflecting: type(of: error))
      // It has the whole syntax of its expression, and its issue is where a person looks.
      message =
        origin == "Testing.ExpectationFailedError"
        ? "a #require failed; to make its issue the claim, put the test in a @Suite(.properties) (import PropertyIssues)"
        : "\(type(of: error)): \(describe(error))"
      location = nil
    }
  }

  init(kind: Kind, origin: String, message: String, location: SourceLocation?, difference: Double?) {
    self.kind = kind
    self.difference = difference
    self.origin = origin
    self.message = message
    self.location = location
  }

  var isInterruption: Bool { if case .interruption = kind { true } else { false } }

  /// The verdict where the failure says nothing of the case; nil where the case is to blame.
  var verdictWithoutCase: Verdict? {
    switch kind {
    case .setUp, .unrecorded: .errored(reason: message, nil)
    case .interruption(.gaveUp): .gaveUp(.unfinished(message))
    default: nil
    }
  }

  /// The verdict on a case that failed so.
  func verdict(_ found: Counterexample) -> Verdict {
    switch kind {
    case .claim: .falsified(found)
    case .error, .setUp, .unrecorded: .errored(reason: message, found)
    case .interruption(.gaveUp): .gaveUp(.unfinished(message))
    case .interruption(.crashed): .crashed(found)
    case .interruption(.timedOut): .timedOut(found)
    case .interruption(.deadlocked): .deadlocked(found)
    case .interruption(.uncontrolled): .uncontrolled(found)
    }
  }
}

/// A case in a worker whose record found no room in the memory set aside for it.
struct CaseTooLarge: Error, CustomStringConvertible {
  let capacityBytes: Int
  /// How the process of the case ended, where it did.
  let interruption: Interruption?

  init(capacityBytes: Int, _ interruption: Interruption?) {
    self.capacityBytes = capacityBytes
    self.interruption = interruption
  }

  var description: String {
    "the case is too large to be recorded in a worker: its choices, notes and printed value take more than "
      + "\(capacityBytes) bytes" + (interruption.map { "; and \($0.message)" } ?? "")
  }
}

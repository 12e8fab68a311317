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
  /// The generated value as printed, where `printsValue` asks for it or the case failed.
  private(set) var value: String?
  /// Whether the predicate was called.
  private(set) var ranPredicate = false
  private(set) var drawn: [(name: String, value: String)] = []
  /// How many of them the script still had choices for.
  private(set) var scriptedDrawCount = 0
  private(set) var notes: [String] = []
  /// A word for each step of its schedules.
  private(set) var steps: [String] = []

  private let seed: UInt64
  let index: Int
  private let printsValue: Bool
  /// Asked once the value was generated, with the choices on the tape: whether to run the predicate.
  private let isWanted: (Tape) -> Bool

  /// A case of a run, by its index; or, with a script, the replay of recorded choices at that index's size.
  init(
    seed: UInt64 = 0, index: Int = 0, replaying script: Tape.Script? = nil,
    printsValue: Bool = false, isWanted: @escaping (Tape) -> Bool = { _ in true }
  ) {
    tape = Tape(replaying: script)
    self.seed = seed
    self.index = index
    self.printsValue = printsValue
    self.isWanted = isWanted
  }

  @usableFromInline
  func run<Value>(
    _ generator: Generator<Value>, _ predicate: (Value, Trial) throws -> Void
  ) {
    let trial = Trial()
    do {
      guard let value = try generate(generator, trial) else { return }
      ranPredicate = true
      try predicate(value, trial)
      finish(trial, nil)
    } catch {
      finish(trial, error)
    }
  }

  @usableFromInline
  func run<Value>(
    _ generator: Generator<Value>, _ predicate: (Value, Trial) async throws -> Void
  ) async {
    let trial = Trial()
    do {
      guard let value = try generate(generator, trial) else { return }
      ranPredicate = true
      try await predicate(value, trial)
      finish(trial, nil)
    } catch {
      finish(trial, error)
    }
  }

  /// Records that the system could not be made.
  func refuse(_ error: any Error) {
    result = .failed(Failure(error))
  }

  private func generate<Value>(_ generator: Generator<Value>, _ trial: Trial) throws -> Value? {
    var source = Source(seed: seed, index: index, tape: tape)
    let generated = try source.draw(generator)
    guard isWanted(tape) else { return nil }
    tape.isInProperty = true
    if printsValue { value = describe(generated) }
    trial.begin(source, isObserved: printsValue)
    return generated
  }

  private func finish(_ trial: Trial, _ error: (any Error)?) {
    drawn = trial.drawn
    scriptedDrawCount = trial.scriptedDrawCount
    notes = trial.notes
    steps = trial.steps
    switch error {
    case nil: result = .passed
    case let discard as Discard: result = .discarded(discard.reason)
    case let error?: result = .failed(Failure(error))
    }
  }
}

/// What a failing case threw.
struct Failure: Sendable {
  enum Kind: Sendable {
    /// A claim did not hold.
    case claim
    /// An error that nobody expected.
    case error
    /// The system could not be made: the environment failed, not the property.
    case setUp
    /// The case was ended from outside.
    case interruption(Interruption.Kind)
  }

  let kind: Kind
  /// Tells failures of different origin apart: where the claim stands, or the error's type. A shrink step
  /// that ends in another origin is another failure, and not taken.
  let origin: String
  let message: String
  let location: SourceLocation?

  init(_ error: any Error) {
    switch error {
    case let failure as ExpectationFailure:
      kind = .claim
      origin = "\(failure.location.fileID):\(failure.location.line)"
      message = failure.description
      location = failure.location
    case let error as SetUpError:
      kind = .setUp
      origin = String(reflecting: SetUpError.self)
      message = "the system could not be made: \(error.reason)"
      location = nil
    case let interruption as Interruption:
      kind = .interruption(interruption.kind)
      origin = "\(interruption.kind) \(interruption.origin)"
      message = interruption.message
      location = nil
    default:
      kind = .error
      origin = String(reflecting: type(of: error))
      message = "\(type(of: error)): \(describe(error))"
      location = nil
    }
  }

  /// The verdict where the failure says nothing of the case; nil where the case is to blame.
  var verdictWithoutCase: Verdict? {
    switch kind {
    case .setUp: .errored(reason: message, nil)
    case .interruption(.gaveUp): .gaveUp(.unfinished(message))
    default: nil
    }
  }

  /// The verdict on a case that failed so.
  func verdict(_ found: Counterexample) -> Verdict {
    switch kind {
    case .claim: .falsified(found)
    case .error, .setUp: .errored(reason: message, found)
    case .interruption(.gaveUp): .gaveUp(.unfinished(message))
    case .interruption(.crashed): .crashed(found)
    case .interruption(.timedOut): .timedOut(found)
    case .interruption(.deadlocked): .deadlocked(found)
    case .interruption(.uncontrolled): .uncontrolled(found)
    }
  }
}

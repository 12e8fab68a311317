/// Looks closely at single cases and says what they come to: records, repeats, shrinks, replays.
///
/// Synchronous, so that there is one shrinker for all properties; ``Property/withJudge(over:settings:_:)``
/// bridges to asynchronous ones.
struct CaseJudge {
  let propertyID: String
  let settings: RunSettings
  /// Runs an examination to its end.
  let examine: (Examination) -> Void

  /// The verdict on a case of the run that failed.
  /// - Parameter death: how its process ended in the run, where it did.
  func verdict(of found: FoundCase, _ death: String? = nil) -> Verdict {
    let recorded = Examination(
      seed: settings.seed, index: found.index, replaying: found.script, printsValue: true)
    examine(recorded)
    let origin = Counterexample.Origin.found(case: found.number)
    guard case .failed(let failure) = recorded.result else {
      return .flaky(
        counterexample(
          recorded, message: "\(death ?? "failed") in the run, and \(recorded.result.phrase) when it was run again",
          origin: origin))
    }
    if let verdict = failure.verdictWithoutCase { return verdict }
    guard settings.shrinks else {
      return failure.verdict(counterexample(recorded, failure, origin: origin))
    }
    var limits = Shrinker.Limits()
    limits.calls = settings.shrinkCalls
    limits.time = settings.shrinkTime
    let shrinker = Shrinker(
      recorded.tape.tokens, index: found.index, origin: failure.origin, limits: limits, attempt: examine)
    shrinker.run()
    let shrinking = Counterexample.Shrinking(
      choicesBefore: recorded.tape.choiceCount, choicesAfter: shrinker.best.choiceTokens.count,
      calls: shrinker.calls, stoppedEarly: shrinker.stoppedEarly)
    let confirmed = Examination(
      index: found.index, replaying: .tokens(shrinker.best.tokens), printsValue: true)
    examine(confirmed)
    if case .failed(let failure) = confirmed.result, let verdict = failure.verdictWithoutCase {
      return verdict
    }
    guard case .failed(let finalFailure) = confirmed.result else {
      return .flaky(
        counterexample(
          confirmed,
          message: "\(failure.message); and \(confirmed.result.phrase) when it was run again",
          origin: origin, shrinking: shrinking))
    }
    let found = counterexample(confirmed, finalFailure, origin: origin, shrinking: shrinking)
    return divergence(from: confirmed, found) ?? finalFailure.verdict(found)
  }

  /// Runs a case with a schedule once more: the same choices must come to the same steps.
  /// - Returns: the verdict where they do not; nil where they do, or there is no schedule.
  private func divergence(from first: Examination, _ found: Counterexample) -> Verdict? {
    guard !first.steps.isEmpty else { return nil }
    let again = Examination(
      index: first.index, replaying: .tokens(first.tape.tokens), printsValue: true)
    examine(again)
    if again.steps == first.steps {
      if case .failed = again.result { return nil }
      return .flaky(
        found.with(message: "\(found.message); and \(again.result.phrase) when it was run again"))
    }
    let divergence = ScheduleDivergence(first.steps, again.steps)
    return .uncontrolled(found.with(message: "\(divergence)\n\(found.message)"))
  }

  /// What has become of a saved counterexample, with the verdict where it still fails.
  func regression(_ token: ReplayToken) -> (outcome: RegressionOutcome, verdict: Verdict?) {
    let verdict = replay(token, origin: .regression)
    switch verdict {
    case .held: return (RegressionOutcome(token: token, result: .fixed), nil)
    case .stale(let reason):
      return (RegressionOutcome(token: token, result: .stale(reason: reason)), nil)
    default: return (RegressionOutcome(token: token, result: .fails), verdict)
    }
  }

  /// The verdict on the case that a token stands for.
  func replay(_ token: ReplayToken, origin: Counterexample.Origin) -> Verdict {
    guard token.propertyID == propertyID else {
      return .errored(
        reason: "the token belongs to property \(token.propertyID), not to \(propertyID)", nil)
    }
    let replayed = Examination(
      index: token.sizeIndex, replaying: .flat(token.choices), printsValue: true)
    examine(replayed)
    if case .failed(let failure) = replayed.result, let verdict = failure.verdictWithoutCase {
      return verdict
    }
    if let reason = token.staleness(of: replayed) { return .stale(reason: reason) }
    if case .failed(let failure) = replayed.result, failure.isInterruption {
      // A new process may have been hindered by where the one that it was copied from stood just then.
      let confirmed = Examination(
        index: token.sizeIndex, replaying: .flat(token.choices), printsValue: true)
      examine(confirmed)
      guard case .failed(let again) = confirmed.result, again.origin == failure.origin else {
        return .flaky(
          counterexample(
            replayed, message: "\(failure.message); and \(confirmed.result.phrase) when it was run again",
            origin: origin))
      }
    }
    switch replayed.result {
    case .failed(let failure):
      return failure.verdict(counterexample(replayed, failure, origin: origin))
    case .discarded(let reason):
      return .stale(reason: "the case is discarded now: \(reason)")
    case .passed, .skipped:
      return .held
    }
  }

  private func counterexample(
    _ examination: Examination, _ failure: Failure, origin: Counterexample.Origin,
    shrinking: Counterexample.Shrinking? = nil
  ) -> Counterexample {
    counterexample(
      examination, message: failure.message, location: failure.location, origin: origin,
      shrinking: shrinking)
  }

  private func counterexample(
    _ examination: Examination, message: String, location: SourceLocation? = nil,
    origin: Counterexample.Origin, shrinking: Counterexample.Shrinking? = nil
  ) -> Counterexample {
    let count = examination.tape.choiceCount
    return Counterexample(
      value: examination.value ?? "(the generator \(examination.isInterrupted ? "was ended" : "threw") before there was a value)",
      drawn: examination.drawn, trace: examination.notes, message: message, location: location,
      origin: origin, token: ReplayToken(propertyID: propertyID, examination: examination),
      shrinking: shrinking ?? Counterexample.Shrinking(choicesBefore: count, choicesAfter: count),
      switches: Switches.count(in: examination.tape.tokens))
  }
}

extension Examination {
  fileprivate var isInterrupted: Bool {
    if case .failed(let failure) = result { failure.isInterruption } else { false }
  }
}

extension Examination.Result {
  /// For "… when it was run again".
  fileprivate var phrase: String {
    switch self {
    case .passed: "passed"
    case .discarded(let reason): "was discarded (\(reason))"
    case .failed(let failure): "failed otherwise (\(failure.message))"
    case .skipped: "was not run"
    }
  }
}

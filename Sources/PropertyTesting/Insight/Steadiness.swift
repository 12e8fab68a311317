extension CaseJudge {
  /// How often a counterexample is run again, besides the two times that confirm it.
  private static let repetitionsOfFailure = 5
  /// How often it is run again if nothing has ever passed: nothing else can show that it passes now and then.
  private static let repetitionsWithoutPass = 20
  /// How many of the cases right before the failure are run again, besides the first.
  private static let earlierCases = 4
  /// How many cases that passed are run again: less simple ones than the counterexample, and simpler ones.
  private static let repetitionsOfPasses = (harder: 6, simpler: 3)

  /// Runs a counterexample again, and cases that passed, for what a single repetition misses: state that outlives a case, and a
  /// property that fails most of the time. The same choices must come to the same end.
  ///
  /// Some twenty calls; only after a failure, once it was shrunk and explained. Cases that passed show more than the failing one: of
  /// those with 95 failures in 100, one repetition of a pass shows 95, one repetition of a failure 5.
  /// - Parameters:
  ///   - confirmed: the counterexample.
  ///   - met: what passed while it was shrunk and explained.
  /// - Returns: the verdict flaky, or nil if all agree.
  func unsteadiness(
    of confirmed: Examination, _ found: Counterexample, _ met: FailuresMet, _ case: FoundCase
  ) -> Verdict? {
    guard case .failed(let failure) = confirmed.result else { return nil }
    note?.enter(.repeating)
    let passes = passesToRepeat(met, besides: confirmed, `case`)
    // Who allows few calls has slow cases.
    let most = max(1, settings.shrinkCalls / 100)
    for pass in passes.prefix(most) where !isOutOfTime {
      let again = Examination(seed: settings.seed, index: pass.index, replaying: pass.script)
      examine(again)
      guard case .failed(let other) = again.result, !other.isInterruption, other.verdictWithoutCase == nil else { continue }
      var flaky = found.with(message: "\(failure.message); and what passed \(pass.time) fails now: \(other.message)")
      flaky.flakiness = flakiness(of: [confirmed], failure: failure.message)
      if flaky.flakiness?.cause == .unknown, flaky.flakiness?.failed == flaky.flakiness?.runs, fails(again, times: Self.repetitionsOfPasses.simpler) {
        flaky.flakiness?.cause = .earlierCases
      }
      return .flaky(flaky)
    }
    for number in 0..<min(most, passes.isEmpty ? Self.repetitionsWithoutPass : Self.repetitionsOfFailure) where !isOutOfTime {
      guard let again = HashOrder.otherPlaces(number, { another(confirmed, failure) }) else { continue }
      var flaky = found.with(message: "\(failure.message); and \(again.result.phrase) when it was run again")
      flaky.flakiness = flakiness(of: [confirmed, again])
      return .flaky(flaky)
    }
    // What fails each time here may pass in the next process, where its hash tables have another order.
    guard !hasNewProcesses, !isOutOfTime, let inOneOrder = HashOrder.keptWhile({ another(confirmed, failure) }) ?? nil, !inOneOrder.fails(as: failure)
    else { return nil }
    var flaky = found.with(message: "\(failure.message); and \(inOneOrder.result.phrase) when each Set and Dictionary had another order")
    flaky.flakiness = flakiness(of: [confirmed, inOneOrder])
    return .flaky(flaky)
  }

  /// The same case once more, if it ends in another way.
  private func another(_ confirmed: Examination, _ failure: Failure) -> Examination? {
    // The value was compared before, and what it noted is known.
    let again = Examination(index: confirmed.index, replaying: .tokens(confirmed.tape.tokens))
    examine(again)
    return again.fails(as: failure) && again.tape.fingerprint == confirmed.tape.fingerprint ? nil : again
  }

  private struct Pass {
    let index: Int
    let script: Tape.Script?
    /// When it passed.
    let time: String
  }

  /// Cases of the run before the failure, and cases met since. First those that are less simple than the counterexample: where a property
  /// fails from some point on, those that passed all the same did so by chance. Then the last simpler ones, which stopped the shrinking.
  private func passesToRepeat(_ met: FailuresMet, besides confirmed: Examination, _ found: FoundCase) -> [Pass] {
    var passes: [Pass] = []
    if found.script == nil, found.example == nil, found.index > 0 {
      for index in Set([0] + (max(0, found.index - Self.earlierCases)..<found.index)).sorted() {
        passes.append(Pass(index: index, script: nil, time: "as case \(index + 1) of the run"))
      }
    }
    let isHarder = met.passed.map { isSimpler(confirmed.tape.tokens, than: $0.tokens) }
    for (wanted, most) in [(true, Self.repetitionsOfPasses.harder), (false, Self.repetitionsOfPasses.simpler)] {
      let some = zip(met.passed, isHarder).filter { $0.1 == wanted }.suffix(most)
      passes += some.reversed().map { Pass(index: $0.0.index, script: .tokens($0.0.tokens), time: "before") }
    }
    return passes
  }

  private func fails(_ examination: Examination, times: Int) -> Bool {
    (0..<times).allSatisfy { _ in
      let again = Examination(index: examination.index, replaying: .tokens(examination.tape.tokens))
      examine(again)
      return again.isFailed
    }
  }
}

extension Examination {
  func fails(as failure: Failure) -> Bool {
    if case .failed(let own) = result { own.origin == failure.origin } else { false }
  }
}

extension CaseJudge {
  /// The most cases before a failure among which the search looks.
  private static let mostEarlierCases = 200
  /// The most processes that the search starts: a copy of a large process takes some milliseconds.
  private static let mostSequences = 150
  /// The most that shrinking the case behind a sequence starts.
  private static let shrinkCallsBehindSequence = 200

  /// The verdict on a case that failed in the run and passes alone, if it fails after earlier cases of the run: in new processes it
  /// looks for the shortest sequence of cases that fails, single cases first, then by leaving cases out.
  ///
  /// Only where examinations run in worker processes: in this process, whatever the cases left behind is there already.
  /// - Returns: nil if no sequence fails, or if this process cannot tell.
  func dependence(of passed: Examination, _ found: FoundCase, origin: Counterexample.Origin) -> Verdict? {
    guard hasNewProcesses, case .passed = passed.result, found.script == nil, found.example == nil, found.index > 0 else { return nil }
    note?.enter(.repeating)
    let search = SequenceSearch(self, target: passed)
    let all = Array(max(0, found.index - Self.mostEarlierCases)..<found.index)
    guard let failure = search.failure(after: all) else { return nil }
    let ends = all.prefix(Self.mostSequences / 3) + all.suffix(Self.mostSequences / 3).reversed()
    var earlier = all
    if let single = ends.first(where: { !isOutOfTime && search.fails(after: [$0]) }) {
      earlier = [single]
    } else {
      var size = all.count / 2
      while size > 0, search.sequences < Self.mostSequences, !isOutOfTime {
        var start = 0
        while start < earlier.count, search.sequences < Self.mostSequences, !isOutOfTime {
          var rest = earlier
          rest.removeSubrange(start..<min(start + size, earlier.count))
          if !rest.isEmpty, search.fails(after: rest) { earlier = rest } else { start += size }
        }
        size /= 2
      }
    }
    return verdict(after: earlier, search, passed, failure, origin: origin)
  }

  /// Shrinks the case behind a sequence that fails, and puts both in words.
  private func verdict(
    after earlier: [Int], _ search: SequenceSearch, _ passed: Examination, _ failure: Failure, origin: Counterexample.Origin
  ) -> Verdict? {
    var limits = limits
    limits.calls = min(limits.calls, Self.shrinkCallsBehindSequence)
    limits.time = limits.time / 4
    let shrinker = Shrinker(passed.tape.tokens, index: passed.index, origin: failure.origin, limits: limits) { examination in
      search.run(examination, after: earlier)
    }
    shrinker.run()
    let last = Examination(index: passed.index, replaying: .tokens(shrinker.best.tokens), printsValue: true, isShown: false)
    let before = search.run(last, after: earlier, printsValues: true)
    let alone = Examination(index: passed.index, replaying: .tokens(shrinker.best.tokens), printsValue: true)
    examine(alone)
    guard case .failed(let failure) = last.result, !alone.isFailed else { return nil }
    let shrinking = Counterexample.Shrinking(
      choicesBefore: passed.tape.choiceCount, choicesAfter: shrinker.best.choiceTokens.count, calls: shrinker.calls,
      stoppedEarly: shrinker.stoppedEarly, path: shrinker.path)
    let times = earlier.count == 1 ? "one other case" : "\(earlier.count) other cases"
    return flaky(
      "\(failure.message); and \(alone.result.phrase) alone in a new process: it fails after \(times)", [alone, last],
      failure: failure.message, origin: origin, shrinking: shrinking, cause: .sequence(before))
  }
}

/// Runs sequences of cases, each in a process of its own.
private final class SequenceSearch {
  private let judge: CaseJudge
  private let target: Examination
  /// How many sequences ran.
  private(set) var sequences = 0

  init(_ judge: CaseJudge, target: Examination) {
    self.judge = judge
    self.target = target
  }

  /// Runs earlier cases of the run in a new process, and then `last` in the same.
  /// - Returns: the earlier ones, with their values if they are to be printed.
  @discardableResult
  func run(_ last: Examination, after earlier: [Int], printsValues: Bool = false) -> [Flakiness.EarlierCase] {
    sequences += 1
    let before = earlier.enumerated().map { place, index in
      // Whoever is shown gets a new process.
      let examination = Examination(seed: judge.settings.seed, index: index, printsValue: printsValues, isShown: place == 0)
      judge.examine(examination)
      return Flakiness.EarlierCase(number: index, value: examination.value ?? "")
    }
    judge.examine(last)
    return before
  }

  func failure(after earlier: [Int]) -> Failure? {
    let last = Examination(index: target.index, replaying: .tokens(target.tape.tokens))
    run(last, after: earlier)
    if case .failed(let failure) = last.result, !failure.isInterruption { return failure }
    return nil
  }

  func fails(after earlier: [Int]) -> Bool { failure(after: earlier) != nil }
}

/// The evidence that a case is flaky: the same choices passed once and failed once. See ``Verdict/flaky(_:)``.
public struct Flakiness: Sendable, Equatable {
  /// What the outcome depends on besides the choices, as far as runs show it.
  public enum Cause: Sendable, Equatable {
    /// Time, randomness, threads or state: the runs do not tell them apart.
    case unknown
    /// The case passed at first, and failed in each run since: cases leave something behind, or something changed for good.
    case earlierCases
    /// The order of a `Set` or `Dictionary`: see ``HashOrder``.
    case hashOrder
    /// In a new process, the case passes alone and fails after these. No shorter sequence that was tried fails.
    case sequence([EarlierCase])
  }

  /// A case that must run before, so that the flaky one fails.
  public struct EarlierCase: Sendable, Equatable {
    /// Which case of the run it is, counted from 0.
    public let number: Int
    /// How its value printed.
    public let value: String
  }

  /// What the outcome depends on, as far as runs show it.
  public internal(set) var cause = Cause.unknown
  /// The message of a failure; nil if the process of the case ended without one.
  public internal(set) var failure: String?
  /// How often the engine ran the same choices again, after they had two outcomes.
  public internal(set) var runs = 0
  /// How often they passed then.
  public internal(set) var passed = 0
  /// How often they were discarded then.
  public internal(set) var discarded = 0
  /// The notes of a run that failed.
  public internal(set) var failingTrace: [String] = []
  /// The notes of a run that passed.
  public internal(set) var passingTrace: [String] = []
  /// The values that the same choices made, in the order in which they came up. If there are several, the generator depends on something
  /// outside of the case.
  public internal(set) var values: [String] = []

  /// How they ended while hash tables kept one order; nil: the engine did not look, as for cases in other processes.
  public internal(set) var hashOrder: HashOrder?

  /// How often they failed then.
  public var failed: Int { runs - passed - discarded }

  /// How often a flaky case is run again.
  static let repetitions = 20
  /// After so many deaths and time limits it is not: each costs a process, or the time.
  static let mostInterruptions = 2

  mutating func take(in examination: Examination) {
    if let value = examination.value, !values.contains(value) { values.append(value) }
    switch examination.result {
    case .failed(let failure):
      if self.failure == nil { self.failure = failure.message }
      if failingTrace.isEmpty { failingTrace = examination.notes.lines }
    case .passed:
      if passingTrace.isEmpty { passingTrace = examination.notes.lines }
    case .discarded, .skipped: break
    }
  }
}

extension CaseJudge {
  /// Runs a case that had two different results some more times.
  /// - Parameters:
  ///   - seen: examinations of the same choices, so far.
  ///   - failure: what failed, where that is known from elsewhere.
  func flakiness(of seen: [Examination], failure: String? = nil) -> Flakiness {
    var flakiness = Flakiness(failure: failure)
    for examination in seen { flakiness.take(in: examination) }
    guard let first = seen.first else { return flakiness }
    var interruptions = 0
    while flakiness.runs < Flakiness.repetitions, interruptions < Flakiness.mostInterruptions, flakiness.runs == 0 || !isOutOfTime {
      let again = Examination(index: first.index, replaying: .tokens(first.tape.tokens), printsValue: true)
      examine(again)
      flakiness.runs += 1
      flakiness.take(in: again)
      switch again.result {
      case .passed: flakiness.passed += 1
      case .discarded, .skipped: flakiness.discarded += 1
      case .failed(let failure): if failure.isInterruption { interruptions += 1 }
      }
    }
    if interruptions == 0, flakiness.values.count < 2 {
      flakiness.hashOrder = hashOrder(first, besides: flakiness)
      if flakiness.hashOrder?.isCause == true { flakiness.cause = .hashOrder }
    }
    return flakiness
  }

  /// Why a failure that was examined twice is not certain: the same choices made another value, or had another
  /// result. Nil if both agree.
  func disagreement(_ first: Examination, _ second: Examination) -> String? {
    guard case .failed(let failure) = first.result else { return nil }
    if first.value != second.value || first.tape.fingerprint != second.tape.fingerprint {
      return "\(failure.message); and the same choices made another value when it was run again"
    }
    if case .failed(let other) = second.result, other.origin == failure.origin { return nil }
    return "\(failure.message); and \(second.result.phrase) when it was run again"
  }
}

extension FailureReport {
  /// Both outcomes, with what the property noted in either.
  func lines(_ flakiness: Flakiness) -> [String] {
    var lines: [String] = []
    let again = "\(flakiness.runs) times again"
    let text = flakiness.failure.map { ": \($0)" } ?? ""
    lines.append(field("failed", "\(flakiness.failed) of \(again)\(text)"))
    lines += notes(flakiness.failingTrace)
    lines.append(field("passed", "\(flakiness.passed) of \(again)"))
    lines += notes(flakiness.passingTrace)
    if flakiness.discarded > 0 { lines.append(field("discarded", "\(flakiness.discarded) of \(again)")) }
    if flakiness.values.count > 1 {
      let shown = flakiness.values.prefix(4).joined(separator: "; ")
      let more = flakiness.values.count > 4 ? "; …" : ""
      lines.append(field("values", "the same choices made \(flakiness.values.count) values: \(shown)\(more)"))
      lines.append(field("hint", "a generator must draw everything that it uses: no captured state, no clock, no other randomness"))
    } else {
      if flakiness.cause == .hashOrder, let order = flakiness.hashOrder { lines.append(line(order)) }
      lines += self.lines(flakiness.cause)
    }
    return lines
  }

  private func lines(_ cause: Flakiness.Cause) -> [String] {
    switch cause {
    case .unknown: return [field("hint", "look for time, randomness, state that outlives a case, or tasks: under scheduled: .mixed their order is drawn")]
    case .hashOrder: return [hintForHashOrder]
    case .earlierCases:
      return [
        field(
          "hint",
          "look for state that outlives a case: a global or static variable, a cache, what the closure captures, a file. "
            + "With isolation: .forked(), the report shows the shortest sequence of cases that fails")
      ]
    case .sequence(let earlier):
      var lines = earlier.prefix(3).enumerated().map { place, earlier in
        field(place == 0 ? "after" : "", "case \(earlier.number + 1): \(earlier.value)")
      }
      if earlier.count > 3 { lines.append(field("", "and \(earlier.count - 3) more cases: without one of them it passes, as far as was tried")) }
      lines.append(field("hint", "look for what those cases leave behind: a global or static variable, a cache, what the closure captures, a file"))
      return lines
    }
  }

  private func notes(_ trace: [String]) -> [String] {
    shortened(trace.enumerated().map { "\($0.offset + 1)  \($0.element)" }) { "…  \($0) more steps" }.map { field("", $0) }
  }
}

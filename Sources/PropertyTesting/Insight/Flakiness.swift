/// The evidence that a case is flaky: the same choices passed once and failed once. See ``Verdict/flaky(_:)``.
public struct Flakiness: Sendable, Equatable {
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

  /// How often they failed then.
  public var failed: Int { runs - passed - discarded }

  /// How often a flaky case is run again.
  static let repetitions = 10
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
    while flakiness.runs < Flakiness.repetitions, interruptions < Flakiness.mostInterruptions {
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
      lines.append(field("hint", "look for time, randomness, threads, or state that outlives a case"))
    }
    return lines
  }

  private func notes(_ trace: [String]) -> [String] {
    trace.enumerated().map { field("", "\($0.offset + 1)  \($0.element)") }
  }
}

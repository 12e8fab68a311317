/// What is met beside the failure that is being looked at: while it was shrunk, and by the cases after it.
///
/// The worst case of the same claim, and failures of other origins (a simpler case that broke another claim, which shrinking
/// must not slip to).
final class FailuresMet {
  struct Met {
    let origin: String
    /// The index of the case in the run, which its size depends on.
    let index: Int
    var tokens: [Token]
  }

  /// Where the claim that is looked at failed by most: see ``WorstCase``.
  private(set) var worst: (difference: Double, index: Int, tokens: [Token])?

  /// The last cases that passed, to see whether they pass again: see ``CaseJudge/unsteadiness(of:_:_:)``.
  private(set) var passed: [(index: Int, tokens: [Token])] = []
  private static let mostPassed = 128
  /// Large cases would fill the memory.
  private static let mostTokensPassed = 200_000
  private var tokensPassed = 0
  private let origin: String
  private var known: Set<String>
  /// In the order in which they were met.
  private(set) var waiting: [Met] = []

  /// - Parameter origin: of the failure that is looked at.
  init(besides origin: String) {
    self.origin = origin
    known = [origin]
  }

  /// Keeps what `examination` came to where it is a failure that was not met before, or a simpler case of one
  /// that was.
  func note(_ examination: Examination) {
    if case .passed = examination.result, examination.knownFailure == nil {
      let tokens = examination.tape.tokens
      tokensPassed += tokens.count
      passed.append((examination.index, tokens))
      while passed.count > Self.mostPassed || tokensPassed > Self.mostTokensPassed, !passed.isEmpty {
        tokensPassed -= passed.removeFirst().tokens.count
      }
    }
    guard case .failed(let failure) = examination.result else { return }
    switch failure.kind {
    case .claim, .error: break
    // The environment's, or a process's: none of the property's claims.
    case .setUp, .unrecorded, .interruption: return
    }
    let tokens = examination.tape.tokens
    if failure.origin == origin, let extent = examination.extent, extent.value > worst?.difference ?? 0 {
      worst = (extent.value, examination.index, tokens)
    }
    if known.insert(failure.origin).inserted {
      waiting.append(Met(origin: failure.origin, index: examination.index, tokens: tokens))
    } else if let place = waiting.firstIndex(where: { $0.origin == failure.origin }),
      waiting[place].index == examination.index, isSimpler(tokens, than: waiting[place].tokens)
    {
      waiting[place].tokens = tokens
    }
  }

  /// The next one to look at.
  func take() -> Met? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }
}

/// What looking closely at a failing case of a run came to.
struct CaseFindings: Sendable {
  var verdict: Verdict
  /// See ``PropertyResult/otherFailures``.
  var others: [Verdict] = []
}

extension CaseJudge {
  /// The most cases after a failure that are searched for others.
  static let mostCasesAfterFailure = 200
  /// The most calls that shrinking another failure than the first may take.
  static let shrinkCallsForOthers = 1_000

  /// Looks for failures of other origins among the cases after `index`.
  ///
  /// One case after another, so that they are the same for any number of workers. After two cases that ended
  /// their process or their time it stops, since each of those is dear; and after half of the time that is left.
  func searchOthers(_ met: FailuresMet, after index: Int, of run: FailedRun) {
    let most = settings.failures - 1
    let half = TimeLimit(timeLeft / 2)
    var interruptions = 0
    var next = index + 1
    let end = next + min(max(0, settings.cases - run.passed - 1), Self.mostCasesAfterFailure)
    while next < end, met.waiting.count < most, interruptions < Flakiness.mostInterruptions, !half.isOver {
      let examination = Examination(seed: settings.seed, index: next)
      examine(examination)
      met.note(examination)
      if case .failed(let failure) = examination.result {
        if failure.isInterruption { interruptions += 1 }
        if failure.verdictWithoutCase != nil { break }
      }
      next += 1
    }
  }

  /// The verdicts on the failures of other origins that `met` holds.
  func otherFailures(_ met: FailuresMet) -> [Verdict] {
    let most = settings.failures - 1
    var others: [Verdict] = []
    while others.count < most, !isOutOfTime, let other = met.take() {
      let examination = Examination(index: other.index, replaying: .tokens(other.tokens), printsValue: true)
      examine(examination)
      let origin = Counterexample.Origin.found(case: other.index)
      guard case .failed(let failure) = examination.result, failure.origin == other.origin else {
        others.append(
          flaky(
            "failed once, and \(examination.result.phrase) when it was run again", [examination],
            origin: origin))
        continue
      }
      var limits = limits
      limits.calls = min(limits.calls, Self.shrinkCallsForOthers)
      limits.time = limits.time / 4
      others.append(shrunk(examination, failure, origin: origin, limits, met).verdict)
    }
    return others
  }
}

extension FailureReport {
  /// The failures of other origins, each with what it takes to see it.
  var others: [String] {
    let others = result.otherFailures
    guard !others.isEmpty else { return [] }
    var lines = [field("also", others.count == 1 ? "1 other failure" : "\(others.count) other failures")]
    for (number, other) in others.enumerated() {
      guard let found = other.counterexample else { continue }
      func part(_ name: String, _ text: String) -> String {
        let label = name.padding(toLength: 8, withPad: " ", startingAt: 0)
        return field("", "   \(label) " + text.replacingOccurrences(of: "\n", with: "\n            "))
      }
      lines.append(field("", "\(number + 1)  \(other.name): \(found.message)"))
      if let place = place(of: found) { lines.append(part("at", place)) }
      lines.append(part("given", found.value + (found.shrinking.stoppedEarly ? " (a simpler one may exist)" : "")))
      for drawn in drawnLines(found) { lines.append(part("drawn", drawn)) }
      if let line = context.replayLines(found.token).first { lines.append(part("replay", otherReplayLine(line, found.token))) }
    }
    return lines
  }
}

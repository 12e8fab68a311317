/// The part that saved counterexamples play in one run of a property.
struct SavedCounterexamples: Sendable {
  private let propertyID: String
  private let store: RegressionStore?
  private let entries: [RegressionStore.Entry]
  /// Why the file cannot be used.
  private let fileError: String?

  init(of propertyID: String, in store: RegressionStore?) {
    self.propertyID = propertyID
    self.store = store
    do {
      entries = try store?.entries(of: propertyID) ?? []
      fileError = nil
    } catch {
      entries = []
      fileError = error.description
    }
  }

  /// Those that a test keeps; none if it keeps none.
  init(of kept: KeptFailures?) { self.init(of: kept?.propertyID ?? "", in: kept?.toTry) }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether one of them ended its process.
  var haveEndedProcess: Bool { entries.contains(where: \.endsProcess) }

  /// Tries them, newest first, up to the first that still fails.
  /// - Parameter isIsolated: the judge's cases run in worker processes. Otherwise those that ended their
  ///   process are not tried.
  func tried(
    by judge: CaseJudge, isIsolated: Bool
  ) -> (outcomes: [RegressionOutcome], verdict: Verdict?) {
    var outcomes: [RegressionOutcome] = []
    for entry in entries.reversed() {
      if entry.endsProcess && !isIsolated {
        outcomes.append(RegressionOutcome(token: entry.token, result: .untried(claim: entry.claim)))
        continue
      }
      let (outcome, verdict) = judge.regression(entry.token)
      outcomes.append(outcome)
      if let verdict { return (outcomes, verdict) }
    }
    return (outcomes, nil)
  }

  /// Where the file has a counterexample that failed again: the path, and its number if it is not the newest. Nil for any other.
  func place(of verdict: Verdict) -> String? {
    guard let store, let token = verdict.counterexample?.token, let number = entries.firstIndex(where: { $0.token == token }) else { return nil }
    return store.path(of: propertyID) + (number == entries.count - 1 ? "" : "#\(number + 1)")
  }

  /// The verdict on a run in which nothing else is wrong.
  /// - Parameter isKept: whether a test keeps its counterexamples without being asked. Then one that says nothing today fails nothing.
  func verdict(of outcomes: [RegressionOutcome], isKept: Bool = false) -> Verdict {
    if let fileError { return .errored(reason: fileError, nil) }
    if isKept { return .held }
    for outcome in outcomes {
      if case .stale(let reason) = outcome.result { return .stale(reason: reason) }
      if case .untried(let claim) = outcome.result {
        return .errored(
          reason: """
            the saved counterexample \(outcome.token) ended its process (\(claim)): it can only be tried \
            in a worker process, with --isolate or a Runner's isolation
            """, nil)
      }
    }
    return .held
  }

  /// Whether a verdict has a counterexample that the run found. A flaky case would be tried first for ever, and prove nothing when it passes.
  static func isWorthSaving(_ verdict: Verdict) -> Bool {
    if case .flaky = verdict { return false }
    guard let found = verdict.counterexample, case .found = found.origin else { return false }
    return true
  }

  /// Saves a new counterexample, and notes in the result where, or why not.
  /// - Parameter isIsolated: the case ran in a worker process.
  func save(_ result: inout PropertyResult, isIsolated: Bool) {
    guard let store, !store.isReadOnly, Self.isWorthSaving(result.verdict), let found = result.verdict.counterexample else { return }
    do throws(RegressionFileError) {
      // Before the verdict's own, so that that one is the newest and tried first.
      for other in result.otherFailures.reversed() {
        if case .flaky = other { continue }
        if let found = other.counterexample {
          try store.save(found, title: result.title, fixture: result.fixture)
        }
      }
      result.savedTo = try store.save(
        found, title: result.title, fixture: result.fixture,
        endsProcess: isIsolated && result.verdict.isDeath)
      result.tokenPlace = result.savedTo
    } catch {
      result.saveError = error.description
    }
  }
}

extension Verdict {
  /// The case crashed, or did not end.
  var isDeath: Bool {
    switch self {
    case .crashed, .timedOut: true
    default: false
    }
  }
}

/// The part that saved counterexamples play in one run of a property.
struct SavedCounterexamples: Sendable {
  private let store: RegressionStore?
  private let entries: [RegressionStore.Entry]
  /// Why the file cannot be used.
  private let fileError: String?

  init(of propertyID: String, in store: RegressionStore?) {
    self.store = store
    do {
      entries = try store?.entries(of: propertyID) ?? []
      fileError = nil
    } catch {
      entries = []
      fileError = error.description
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Tries them, newest first, up to the first that still fails.
  func tried(by judge: CaseJudge) -> (outcomes: [RegressionOutcome], verdict: Verdict?) {
    var outcomes: [RegressionOutcome] = []
    for entry in entries.reversed() {
      let (outcome, verdict) = judge.regression(entry.token)
      outcomes.append(outcome)
      if let verdict { return (outcomes, verdict) }
    }
    return (outcomes, nil)
  }

  /// The verdict on a run in which no case failed.
  func verdict(ofPassedRun shortfall: Shortfall?, _ outcomes: [RegressionOutcome]) -> Verdict {
    if let shortfall { return .gaveUp(shortfall) }
    if let fileError { return .errored(reason: fileError, nil) }
    for outcome in outcomes {
      if case .stale(let reason) = outcome.result { return .stale(reason: reason) }
    }
    return .held
  }

  /// Saves a new counterexample, and notes in the result where, or why not.
  func save(_ result: inout PropertyResult) {
    guard let store, let found = result.verdict.counterexample, case .found = found.origin else { return }
    // A flaky case would be tried first for ever, and prove nothing when it passes.
    if case .flaky = result.verdict { return }
    do throws(RegressionFileError) {
      result.savedTo = try store.save(found, title: result.title, fixture: result.fixture)
    } catch {
      result.saveError = error.description
    }
  }
}

/// The part that guidance plays in one run of a property: examples and cases of the corpus first, and after the random
/// cases those that are made from the best.
struct Guide: Sendable {
  private let settings: RunSettings
  private let propertyID: String
  private let exampleCount: Int
  private let saved: [RegressionStore.Entry]
  /// Why the corpus cannot be used.
  private let corpusError: String?

  init<System>(of property: Property<System>, _ settings: RunSettings) {
    self.settings = settings
    propertyID = property.tokenID
    exampleCount = property.exampleCount
    do {
      saved = try settings.guidance.corpus?.entries(of: propertyID) ?? []
      corpusError = nil
    } catch {
      saved = []
      corpusError = error.description
    }
  }

  var hasFirstCases: Bool { exampleCount > 0 || !saved.isEmpty }

  /// What examples and cases of the corpus come to, up to the first that fails.
  func firstCases(_ judge: CaseJudge) -> GuidedSearch.Outcome {
    var settings = settings
    settings.guidance = Guidance(cases: 0)
    let search = GuidedSearch(settings, number: 0, examine: judge.examine)
    return search.run([:], examples: exampleCount, from: saved.map(\.token))
  }

  /// Whether there is anything to be guided by, once the random cases are over.
  func isNeeded(after tally: Tally) -> Bool {
    tally.failure == nil && !tally.isComplete && tally.passed > 0 && tally.budget?.isOver != true
      && (!tally.targets.isEmpty || settings.guidance.coverage != nil)
  }

  /// The guided cases. Keeps the best in the corpus.
  func search(after tally: Tally, _ judge: CaseJudge, title: String) -> GuidedSearch.Outcome {
    let search = GuidedSearch(settings, number: tally.next, in: tally.budget, examine: judge.examine)
    var outcome = search.run(tally.targets, from: saved.map(\.token))
    if let corpus = settings.guidance.corpus, corpusError == nil {
      let entries = outcome.entries.prefix(corpus.capacity).map { entry in
        let examination = Examination(index: entry.index, replaying: .tokens(entry.tokens), printsValue: true)
        judge.examine(examination)
        return RegressionStore.Entry(
          token: ReplayToken(propertyID: propertyID, examination: examination), value: examination.value ?? "",
          claim: entry.reason, fixture: "")
      }
      keep(entries, in: corpus, title: title, &outcome.summary)
    }
    return outcome
  }

  /// What is told of it, with a new counterexample kept in the corpus.
  func summary(_ tally: Tally, _ verdict: Verdict, title: String) -> GuidanceSummary? {
    var summary = tally.guidance
    if let corpus = settings.guidance.corpus {
      var told = summary ?? GuidanceSummary(corpusCases: saved.count)
      told.corpusError = told.corpusError ?? corpusError
      if corpusError == nil, let found = verdict.counterexample, case .found = found.origin {
        let entry = RegressionStore.Entry(
          token: found.token, value: found.value, claim: found.message, fixture: "")
        keep([entry] + ((try? corpus.entries(of: propertyID)) ?? []), in: corpus, title: title, &told)
      }
      summary = told
    }
    return summary
  }

  private func keep(
    _ entries: [RegressionStore.Entry], in corpus: Corpus, title: String, _ summary: inout GuidanceSummary
  ) {
    do throws(RegressionFileError) {
      try corpus.save(entries, of: propertyID, title)
      summary.corpusCases = corpus.isReadOnly ? saved.count : min(Set(entries.map(\.token)).count, corpus.capacity)
    } catch {
      summary.corpusError = error.description
    }
  }
}

extension Property {
  /// Adds to `tally` what the corpus comes to before any other case.
  func tryFirstCases(
    _ guide: Guide, _ tally: inout Tally, _ settings: RunSettings, over fixture: Fixture<System>,
    in isolation: Isolation?
  ) async {
    guard guide.hasFirstCases else { return }
    tally.addFirst(await withJudge(over: fixture, settings: settings, in: isolation) { guide.firstCases($0) })
  }

  /// Adds to `tally` what guided cases come to.
  func search(
    _ guide: Guide, _ tally: inout Tally, _ settings: RunSettings, over fixture: Fixture<System>,
    in isolation: Isolation?
  ) async {
    guard guide.isNeeded(after: tally), !Task.isCancelled else { return }
    let (before, title) = (tally, title)
    tally.add(
      await withJudge(over: fixture, settings: settings, in: isolation) {
        guide.search(after: before, $0, title: title)
      })
  }
}

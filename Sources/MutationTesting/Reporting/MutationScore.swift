/// Which share of the mutants was killed. What is listed as equivalent and what the compiler refused does not count.
public struct MutationScore: Sendable, Equatable {
  public let killed: Int
  public let counted: Int

  public init(_ results: [MutantResult]) {
    let counted = results.filter { $0.status != .refused }
    killed = counted.count(where: \.isKilled)
    self.counted = counted.count
  }

  /// From 0 to 100; nil where nothing counts.
  public var percent: Double? { counted == 0 ? nil : 100 * Double(killed) / Double(counted) }
}

/// A run's results with what people say of them.
public struct MutationReport: Sendable {
  public let outcome: MutationOutcome
  public let equivalent: EquivalentMutants
  /// The mutants that count.
  public let counted: [MutantResult]
  /// Those that are listed as equivalent, with the entry.
  public let listed: [(result: MutantResult, entry: EquivalentMutants.Entry)]

  public init(_ outcome: MutationOutcome, equivalent: EquivalentMutants = .none) {
    self.outcome = outcome
    self.equivalent = equivalent
    listed = outcome.results.compactMap { result in equivalent.entry(for: result.mutation).map { (result, $0) } }
    counted = outcome.results.filter { equivalent.entry(for: $0.mutation) == nil }
  }

  public var score: MutationScore { MutationScore(counted) }

  /// What no test noticed.
  public var survivors: [MutantResult] { counted.filter { $0.status == .survived || $0.status == .notCovered } }

  /// Mistakes that somebody wrote down, and that do not compile.
  public var refusedEdits: [MutantResult] { counted.filter { $0.status == .refused && $0.mutation.kind == .edit } }

  /// Entries that are wrong: what they list was killed.
  public var refuted: [(result: MutantResult, entry: EquivalentMutants.Entry)] { listed.filter { $0.result.isKilled } }

  /// By the folder of their file, worst first.
  public var byFolder: [(name: String, score: MutationScore)] {
    rows { $0.mutation.file.split(separator: "/").dropLast().joined(separator: "/") }
  }

  public var byOperator: [(name: String, score: MutationScore)] { rows { $0.mutation.kind.rawValue } }

  private func rows(_ name: (MutantResult) -> String) -> [(name: String, score: MutationScore)] {
    Dictionary(grouping: counted, by: name).map { (name: $0.key, score: MutationScore($0.value)) }.filter {
      $0.score.counted > 0
    }
    .sorted { ($0.score.percent ?? 0, $0.name) < ($1.score.percent ?? 0, $1.name) }
  }

  /// Survivors that a report of before does not have: a change is known by its file, place and lines, wherever they
  /// stand now.
  public func newSurvivors(since known: KnownSurvivors) -> [MutantResult] {
    survivors.filter { !known.contains($0.mutation) }
  }
}

extension Mutation {
  /// As a person reads it, and as a list of equivalent mutants has it.
  public var diff: String {
    let lines = { (text: String, sign: String) in
      text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty }.map { "\(sign) \($0)" }
    }
    return (["\(file) \(place)"] + lines(before, "-") + lines(after, "+")).joined(separator: "\n")
  }
}

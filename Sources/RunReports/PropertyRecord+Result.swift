import Foundation
import PropertyTesting

extension PropertyRecord {
  /// - Parameters:
  ///   - system: the system that the property belongs to.
  ///   - backend: the backend's short name.
  ///   - outcome: replaces the verdict's name if a law did not run.
  public init(_ result: PropertyResult, system: String, backend: String, outcome: String? = nil) {
    id = result.id
    title = result.title
    says = result.says
    self.system = system
    requirements = result.requirements
    place = "\(relativePath(result.location.filePath)):\(result.location.line)"
    self.backend = backend
    verdict = outcome ?? result.verdict.name
    switch result.verdict {
    case .errored(let reason, nil), .stale(let reason), .gaveUp(.unfinished(let reason)): self.reason = reason
    case .gaveUp(.discards(let count, let last)): reason = "\(count) cases were discarded; the last one: \(last)"
    case .gaveUp(.missedClass(let name, let count, let cases, let required)):
      reason = "class “\(name)” had \(count) of \(cases) cases, but \(Self.percent(required)) are required"
    case .claimsNothing: reason = "no claim was evaluated in any case"
    default: reason = nil
    }
    cases = result.cases
    proven = result.provenCases != nil
    var limits = result.limits
    // A run of threads says itself what it scheduled.
    if let scope = result.interleavingScope, scope != .ofThreads {
      limits.insert("only orders \(scope.rawValue) were told apart, not of memory under locks and atomics", at: 0)
    }
    self.limits = limits.isEmpty ? nil : limits
    onlyClaim = result.onlyClaim
    discarded = result.discarded
    phases = result.phases
    classes = result.classes
    knownFailures = result.knownFailures.isEmpty ? nil : result.knownFailures
    shares = result.distribution.classes.compactMap { entry in
      guard let required = entry.required, let interval = entry.interval else { return nil }
      let standing: String? =
        switch entry.standing {
        case .sufficient: "enough"
        case .insufficient: "too few"
        case .undecided: "undecided"
        case nil: nil
        }
      return Share(
        name: entry.name, count: entry.count, required: required, atLeast: interval.lowerBound,
        atMost: interval.upperBound, standing: standing)
    }
    tables = result.distribution.tables.map { table in
      Table(
        name: table.name, count: table.count, rows: table.rows.map { Table.Row(name: $0.name, count: $0.count) },
        summary: table.numbers.map { String(format: "from %g to %g, mean %g", $0.least, $0.greatest, $0.mean) })
    }
    targets = result.targetSteps
    coverage = result.guidance?.featureSteps ?? []
    counterexample = result.verdict.counterexample.map { Found($0, result.verdict.name) }
    others = result.otherFailures.compactMap { verdict in verdict.counterexample.map { Found($0, verdict.name) } }
    token = counterexample?.token
    // A file holds all of it, however long.
    var context = FailureReport.Context(limit: nil)
    context.saysWhereSaved = false
    report = result.verdict.isHeld && outcome == nil ? nil : FailureReport(result, context: context).text
    swiftTest = result.swiftTest
  }

  /// The record of a law that did not run.
  public init(untried id: String, title: String, says: String, system: String, backend: String, outcome: String, reason: String) {
    self.init(
      id: id, title: title, says: says, system: system, requirements: [], place: "", backend: backend, verdict: outcome,
      reason: reason, cases: 0, proven: false, limits: nil, discarded: 0, phases: [], classes: [:], knownFailures: nil, shares: [], tables: [],
      targets: [:], coverage: [], counterexample: nil, others: [], token: nil, report: nil)
  }

  static func percent(_ share: Double) -> String { String(format: "%g %%", share * 100) }
}

extension PropertyRecord.Found {
  init(_ found: Counterexample, _ verdict: String) {
    self.verdict = verdict
    claim = found.message
    value = found.value
    drawn = found.drawn.map { "\($0.name) = \($0.value)" }
    trace = found.trace
    switch found.origin {
    case .found(let index): origin = "at case \(index + 1)"
    case .example(let place): origin = "by example \(place + 1)"
    case .regression: origin = "by a saved counterexample"
    case .replayed: origin = "by the replayed case"
    }
    place = found.location.map { "\(relativePath($0.filePath)):\($0.line)" }
    token = found.token.description
    shrunk =
      found.shrinking.calls == 0 && !found.shrinking.stoppedEarly
      ? nil
      : PropertyRecord.Shrunk(
        before: found.shrinking.choicesBefore, after: found.shrinking.choicesAfter, calls: found.shrinking.calls,
        stoppedEarly: found.shrinking.stoppedEarly, found: found.shrinking.before?.value,
        foundClaim: found.shrinking.before?.message, path: Self.thinned(found.shrinking.path),
        steps: found.shrinking.path.count,
        faults: found.shrinking.faults.isEmpty ? nil : found.shrinking.faults.map(\.description))
    why = found.explanation?.parts.map { PropertyRecord.Part($0) } ?? []
    areIrrelevantTogether = found.explanation?.areIrrelevantTogether
    drawings = found.drawings
    worst = found.worst.map {
      PropertyRecord.Worst(
        value: $0.value, claim: $0.message, extent: $0.extent, token: $0.token.description)
    }
  }

  private static let mostSteps = 200

  /// Every so many of them, and the last one.
  private static func thinned(_ path: [Counterexample.Step]) -> [Counterexample.Step] {
    let stride = (path.count + mostSteps - 1) / mostSteps
    guard stride > 1 else { return path }
    return path.enumerated().filter { $0.offset % stride == 0 || $0.offset == path.count - 1 }.map(\.element)
  }
}

extension PropertyRecord.Part {
  init(_ part: Explanation.Part) {
    self.init(
      path: part.path, text: part.text, finding: "", tried: 0, areAll: false, lower: nil, upper: nil, failing: [],
      others: [])
    switch part.finding {
    case .irrelevant(let tried, let areAll):
      (finding, self.tried, self.areAll) = ("irrelevant", tried, areAll)
    case .bounds(let bounds):
      (finding, tried, areAll) = ("bounds", bounds.tried, bounds.areAll)
      lower = bounds.lower.map { PropertyRecord.End($0) }
      upper = bounds.upper.map { PropertyRecord.End($0) }
    case .values(let failing, let others):
      (finding, self.failing, self.others, areAll) = ("values", failing, others, true)
      tried = failing.count + others.count - 1
    }
  }
}

extension PropertyRecord.End {
  init(_ end: Explanation.End) {
    self.init(fails: end.fails, neighbour: end.neighbour, neighbourPasses: end.neighbourPasses)
  }
}

/// Seen from the current directory, where it lies below it.
func relativePath(_ path: String) -> String {
  let here = FileManager.default.currentDirectoryPath + "/"
  return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
}

import PropertyTesting

/// The error for a check in which laws do not hold: the table of all laws, then the report of each that does not hold. In a test under the
/// trait `.properties` of the module PropertyIssues it is one issue, at the line of the check.
public struct LawFailure: Error, Sendable, CustomStringConvertible {
  /// All laws and their verdicts.
  public internal(set) var report: LawReport
  /// Where `checkLaws` was called.
  public let location: SourceLocation

  /// The failures of the laws that do not hold.
  public package(set) var failures: [PropertyFailure] {
    get { report.failures }
    set { report.failures = newValue }
  }

  /// The table, then a report for each law that does not hold. Of laws that fail with the same claim, such as by the same crash, the first.
  public var description: String {
    var text = "\n\(report)"
    var told: Set<String> = []
    for failure in failures {
      guard let claim = failure.claim else {
        text += "\n\(failure)"
        continue
      }
      guard told.insert(claim).inserted else { continue }
      text += "\n\(failure)"
      let others = failures.count { $0.claim == claim } - 1
      if others > 0 { text += "\n\(others) more \(others == 1 ? "law fails" : "laws fail") with this claim: see the table.\n" }
    }
    return text
  }
}

extension PropertyFailure {
  /// What did not hold in the counterexample; nil without one.
  fileprivate var claim: String? { result.verdict.counterexample?.message }
}

extension LawFailure: FailureGroup {
  package var callLocation: SourceLocation { location }
}

/// A check that cannot begin.
public struct LawsError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String
}

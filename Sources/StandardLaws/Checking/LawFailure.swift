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

  /// The table, then a report for each law that does not hold.
  public var description: String {
    "\n\(report)" + failures.map { "\n" + $0.description }.joined()
  }
}

extension LawFailure: FailureGroup {
  package var callLocation: SourceLocation { location }
}

/// A check that cannot begin.
public struct LawsError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String
}

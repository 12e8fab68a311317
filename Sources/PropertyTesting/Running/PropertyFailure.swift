/// The error for a property that does not hold. Its description is the whole report, so a test only has to throw it.
public struct PropertyFailure: Error, Sendable, CustomStringConvertible {
  /// The result that did not hold.
  public internal(set) var result: PropertyResult
  private var context: FailureReport.Context

  /// The report. What is too long to print is in files, which this writes; the lines `whole` and `replay` name them.
  public var description: String { "\n" + ReportFiles.text(result, context) }

  /// Where the failed claim stands. If the failure has no claim, where the property is declared.
  public var claimLocation: SourceLocation { result.verdict.counterexample?.location ?? result.location }

  init(result: PropertyResult, context: FailureReport.Context) {
    self.result = result
    self.context = context
  }
}

extension PropertyFailure: CounterexampleDescribable {
  /// The report: for a check inside a property, or one that makes its system.
  public var counterexampleDescription: String { "\n" + FailureReport(result, context: context).text }
}

extension PropertyFailure {
  /// The report without a limit; nil if the limit leaves nothing out.
  var whole: String? {
    let report = FailureReport(result, context: context)
    _ = report.text
    return report.isCut ? ReportFiles.whole(result, context) : nil
  }

  mutating func attachesWhole() { context.whole = "\(result.fileName).txt, an attachment of the test" }
}

extension PropertyResult {
  /// Returns this result if the property held, and otherwise throws the report. If saved counterexamples pass, it says so on standard error.
  /// - Parameter context: how the report says that a case is replayed.
  /// - Returns: this result.
  /// - Throws: ``PropertyFailure`` if the verdict is not ``Verdict/held``.
  @discardableResult
  public func requireHeld(
    _ context: FailureReport.Context = .runner
  ) throws -> PropertyResult {
    guard verdict.isHeld else { throw PropertyFailure(result: self, context: context) }
    announceFixed()
    announceStale()
    return self
  }
}

extension FailureReport.Context {
  /// With the call that replays a case of a property that a ``Runner`` runs, in place of the call that runs it.
  public static let runner = FailureReport.Context { token in
    ["try await Runner().replay(try ReplayToken(\"\(token)\"), of: property, on: fixture).requireHeld()"]
  }
}

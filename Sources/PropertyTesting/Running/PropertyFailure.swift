/// Thrown for a property that does not hold. Its description is the report, so that a test which throws it
/// says all there is to say.
public struct PropertyFailure: Error, Sendable, CustomStringConvertible {
  public let result: PropertyResult
  private let context: FailureReport.Context

  public var description: String { "\n" + FailureReport(result, context: context).text }

  /// Where the claim stands that failed; where there is none, the property.
  public var claimLocation: SourceLocation { result.verdict.counterexample?.location ?? result.location }

  init(result: PropertyResult, context: FailureReport.Context) {
    self.result = result
    self.context = context
  }
}

extension PropertyResult {
  /// - Parameter context: how its report says that a case is replayed.
  /// - Returns: this result, which is held.
  /// - Throws: ``PropertyFailure`` where it is not.
  @discardableResult
  public func requireHeld(
    _ context: FailureReport.Context = FailureReport.Context()
  ) throws -> PropertyResult {
    guard verdict.isHeld else { throw PropertyFailure(result: self, context: context) }
    return self
  }
}

import PropertyTesting
import RunReports
import Testing

/// Records a property that does not hold as one issue of its test, at the line of the claim that failed.
///
///     @Suite(.properties) struct CartTests {
///       @Test func totalsAddUp() throws {
///         try check("totals add up", forAll: .cart) { cart in … }
///       }
///     }
///
/// The trait attaches the failure's page to the test. To keep attachments, run `swift test --attachments-path DIR`.
///
/// Without the trait, a thrown ``/PropertyTesting/PropertyFailure`` is an issue too, at the line of `@Test`.
public struct PropertyTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      try await function()
    } catch let failure as PropertyFailure {
      let place = failure.claimLocation
      let page = Attachment(Array(failure.page.utf8), named: "\(failure.result.id).html")
      Attachment.record(page, sourceLocation: Testing.SourceLocation(
        fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
      // Columns are not kept: a claim has its line for itself.
      Issue.record(
        Comment(rawValue: failure.description),
        sourceLocation: Testing.SourceLocation(
          fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
    }
  }
}

extension Trait where Self == PropertyTrait {
  /// Records properties that do not hold at the line of their claim: see ``PropertyTrait``.
  public static var properties: Self { PropertyTrait() }
}

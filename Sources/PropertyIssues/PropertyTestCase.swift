import PropertyTesting
import XCTest

/// A test case of XCTest in which `XCTAssert…`, `XCTFail` and `XCTUnwrap` are claims of the property whose case evaluates them.
///
///     final class CartTests: PropertyTestCase {
///       func testTotalsAddUp() throws {
///         try recordingProperties {
///           try check("totals add up", forAll: .cart) { cart in XCTAssertEqual(cart.total, cart.items.sum) }
///         }
///       }
///     }
///
/// It does for XCTest what ``PropertyTrait`` does for Swift Testing, within the same limits. A subclass of `XCTestCase` alone cannot: there,
/// each failed assertion is a failure of the test, also while the engine shrinks, and the engine knows nothing of it.
open class PropertyTestCase: XCTestCase {
  /// Runs the test, with its failed assertions handed to the running case.
  open override func invokeTest() {
    CaseIssues.listening { super.invokeTest() }
  }

  #if canImport(Darwin)
    /// Hands the issue to the running case; outside of one, records it.
    open override func record(_ issue: XCTIssue) {
      let place = issue.sourceCodeContext.location.map { Self.place($0.fileURL.path, $0.lineNumber) }
      if CaseIssues.take(RecordedIssue(issue.compactDescription, at: place), isFailure: true) { return }
      super.record(issue)
    }
  #else
    /// Hands the failure to the running case; outside of one, records it.
    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      let issue = RecordedIssue(description, at: Self.place(filePath, lineNumber))
      if CaseIssues.take(issue, isFailure: true) { return }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  #endif

  /// XCTest does not name the module.
  private static func place(_ path: String, _ line: Int) -> SourceLocation {
    SourceLocation(fileID: String(path.split(separator: "/").last ?? ""), filePath: path, line: line)
  }
}

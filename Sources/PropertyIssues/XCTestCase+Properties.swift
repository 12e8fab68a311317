import PropertyTesting
import XCTest

extension XCTestCase {
  /// Runs `body`. If a property in it does not hold, records this as one failure, at the line of the claim.
  ///
  ///     final class CartTests: XCTestCase {
  ///       func testTotalsAddUp() throws {
  ///         try recordingProperties {
  ///           try check("totals add up", forAll: .cart) { cart in … }
  ///         }
  ///       }
  ///     }
  ///
  /// - Throws: whatever else `body` throws.
  public func recordingProperties(_ body: () throws -> Void) throws {
    RunReporting.begin()
    do { try KeptFailures.keeping { try body() } } catch let failure as PropertyFailure { record(failure) }
  }

  /// As above, for asynchronous properties.
  public func recordingProperties(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async throws {
    RunReporting.begin()
    do { try await KeptFailures.keeping { try await body() } } catch let failure as PropertyFailure { record(failure) }
  }

  private func record(_ thrown: PropertyFailure) {
    let failure = thrown.kept(attaches: false).failure
    let place = failure.claimLocation
    #if canImport(Darwin)
      let location = XCTSourceCodeLocation(filePath: place.filePath, lineNumber: place.line)
      record(
        XCTIssue(
          type: .assertionFailure, compactDescription: failure.description,
          sourceCodeContext: XCTSourceCodeContext(location: location)))
    #else
      recordFailure(
        withDescription: failure.description, inFile: place.filePath, atLine: place.line, expected: true)
    #endif
    GitHubAnnotation(failure)?.print()
  }
}

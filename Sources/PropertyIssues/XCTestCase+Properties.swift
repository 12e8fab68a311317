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
  /// - Parameter filePath: the test's source: constants of its package are among the values of the cases, as ``PropertyTrait`` says.
  /// - Throws: whatever else `body` throws.
  public func recordingProperties(filePath: String = #filePath, _ body: () throws -> Void) throws {
    RunReporting.begin()
    do {
      try CodeConstants.$current.withValue(.ofPackage(of: filePath)) { try KeptFailures.keeping { try body() } }
    } catch let failure as PropertyFailure {
      record(failure)
    } catch let group as any FailureGroup {
      record(group)
    }
  }

  /// As above, for asynchronous properties.
  public func recordingProperties(
    filePath: String = #filePath, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async throws {
    RunReporting.begin()
    do {
      try await CodeConstants.$current.withValue(.ofPackage(of: filePath)) { try await KeptFailures.keeping { try await body() } }
    } catch let failure as PropertyFailure {
      record(failure)
    } catch let group as any FailureGroup {
      record(group)
    }
  }

  private func record(_ thrown: PropertyFailure) {
    let failure = thrown.kept(attaches: false).failure
    record(failure.description, at: failure.claimLocation)
    GitHubAnnotation(failure)?.print()
  }

  private func record(_ thrown: any FailureGroup) {
    var group = thrown
    group.failures = thrown.failures.map { $0.kept(attaches: false).failure }
    record(group.description, at: group.callLocation)
    for failure in group.failures { GitHubAnnotation(failure)?.print() }
  }

  private func record(_ description: String, at place: SourceLocation) {
    #if canImport(Darwin)
      let location = XCTSourceCodeLocation(filePath: place.filePath, lineNumber: place.line)
      record(
        XCTIssue(
          type: .assertionFailure, compactDescription: description,
          sourceCodeContext: XCTSourceCodeContext(location: location)))
    #else
      recordFailure(
        withDescription: description, inFile: place.filePath, atLine: place.line, expected: true)
    #endif
  }
}

import PropertyTesting
import RunReports
import Testing

/// Makes properties at home in Swift Testing: what fails in a case is a counterexample, and a property that does not hold is one issue of
/// its test, at the line of the claim that failed.
///
///     @Suite(.properties) struct CartTests {
///       @Test func totalsAddUp() throws {
///         try check("totals add up", forAll: .cart) { cart in
///           #expect(cart.total == cart.items.map(\.price).reduce(0, +))
///         }
///       }
///     }
///
/// Inside a case, `#expect`, `try #require`, `Issue.record` and `confirmation` are claims: their issues fail the case, in the tasks that it
/// starts too, and are not recorded while the engine shrinks it. A detached task knows neither its case nor its test; its issues stay with
/// the library. Assertions that hold are not seen. So a body that evaluates no claim of the engine counts as one that claims what the engine does not see
/// (``/PropertyTesting/Claims/elsewhere``).
///
/// The trait keeps the counterexample in a file below the folder of the source, and `check` tries it first in later runs:
/// `.counterexamples/CartTests/totals-add-up-17bcd5ae.json`. Commit the file. In continuous integration (if the environment has CI), the
/// file is an attachment of the test instead. ``/PropertyTesting/RunSettings/keepsFailures`` and TOUCHSTONE_KEEP=off switch it off.
///
/// With `swift test --attachments-path DIR`, in continuous integration and on Apple's systems, the trait attaches the failure's page to the
/// test, and the failing case as a test to paste. In GitHub Actions, it prints the failure as an annotation at the line of the claim.
///
/// Numbers and texts that stand in the sources of the package (below `Sources`) are among the values of the first hundred cases. With the
/// same seed the cases are the same as long as these are. TOUCHSTONE_CONSTANTS=off switches it off.
///
/// With TOUCHSTONE_REPORT=DIR in the environment, the results of all properties of the run are in DIR when the tests have ended, as a page
/// (`run.html`), as JSON (`run.json`) and as SARIF (`run.sarif`).
///
/// Without the trait, a thrown ``/PropertyTesting/PropertyFailure`` is an issue too, at the line of `@Test`; and `#expect` records an issue
/// for every case and every attempt to shrink it, of which the engine knows nothing.
public struct PropertyTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    RunReporting.begin()
    let handler: IssueHandlingTrait = .compactMapIssues { issue in
      CaseIssues.take(RecordedIssue(issue), isFailure: issue.countsAsFailure) ? nil : issue
    }
    try await handler.provideScope(for: test, testCase: testCase) {
      do {
        let constants = CodeConstants.ofPackage(of: test.sourceLocation.path)
        try await CodeConstants.$current.withValue(constants) {
          try await KeptFailures.keeping { try await CaseIssues.listening { try await function() } }
        }
      } catch let failure as PropertyFailure {
        record(failure)
      } catch let group as any FailureGroup {
        record(group)
      }
    }
  }

  /// Whether attachments go anywhere. Without a folder for them, `swift test` prints a line for each and drops it.
  private static let keepsAttachments: Bool = {
    #if canImport(Darwin)
      true
    #else
      CommandLine.arguments.contains { $0.hasPrefix("--attachments-path") || $0.hasPrefix("--experimental-attachments-path") }
    #endif
  }()

  private func record(_ thrown: PropertyFailure) {
    let failure = keep(thrown, at: thrown.claimLocation)
    Issue.record(Comment(rawValue: failure.description), sourceLocation: Testing.SourceLocation(failure.claimLocation))
    GitHubAnnotation(failure)?.print()
  }

  private func record(_ thrown: any FailureGroup) {
    var group = thrown
    group.failures = thrown.failures.map { keep($0, at: thrown.callLocation) }
    Issue.record(Comment(rawValue: group.description), sourceLocation: Testing.SourceLocation(group.callLocation))
    for failure in group.failures { GitHubAnnotation(failure)?.print() }
  }

  /// Keeps the counterexample, and attaches what a reader of the failure may want.
  private func keep(_ thrown: PropertyFailure, at location: PropertyTesting.SourceLocation) -> PropertyFailure {
    // In continuous integration, the report says what to keep.
    let attaches = Self.keepsAttachments || KeptFailures.isContinuousIntegration
    let (failure, attachments) = thrown.kept(attaches: attaches)
    let place = Testing.SourceLocation(location)
    if attaches {
      Attachment.record(Attachment(Array(failure.page.utf8), named: "\(failure.result.fileName).html"), sourceLocation: place)
    }
    for attachment in attachments {
      Attachment.record(Attachment(Array(attachment.data), named: attachment.name), sourceLocation: place)
    }
    return failure
  }
}

extension RecordedIssue {
  fileprivate init(_ issue: Issue) {
    // The issue's own description adds its severity.
    let comments = issue.comments.map(\.rawValue)
    self.init(
      (["\(issue.kind)"] + (comments.isEmpty ? [] : [comments.joined(separator: "\n")])).joined(separator: ": "),
      at: issue.sourceLocation.map { place in
        PropertyTesting.SourceLocation(fileID: place.fileID, filePath: place.path, line: place.line)
      })
  }
}

extension Issue {
  /// Whether it fails the test: no known issue, and no warning.
  fileprivate var countsAsFailure: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      // The library does not say.
      true
    #endif
  }
}

extension Testing.SourceLocation {
  /// Columns are not kept: a claim has its line for itself.
  fileprivate init(_ place: PropertyTesting.SourceLocation) {
    self.init(fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1)
  }

  fileprivate var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}

extension Trait where Self == PropertyTrait {
  /// Makes failed assertions in a case counterexamples, and records properties that do not hold: see ``PropertyTrait``.
  public static var properties: Self { PropertyTrait() }
}

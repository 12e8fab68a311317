import PropertyIssues
import PropertyTesting
import Synchronization
import Testing
import XCTest

/// Where the claim stands that ``failingProperty()`` breaks.
private let claimLine = #line + 6

private let properties: PropertyTrait = .properties

private func failingProperty() throws {
  try check("no number is over 99", forAll: .int(in: 0...1_000), settings: .fixed) { number in
    try expect("it is small", number < 100)
  }
}

@Suite(.properties) struct PropertyTraitTests {
  /// The whole way: the suite's trait, a test that throws, and what the library makes of it.
  @Test func aPropertyThatHoldsIsNoIssue() throws {
    try check("squares are not negative", forAll: .int(in: -1_000...1_000)) { number in
      try expect("its square", number * number >= 0)
    }
  }

  @Test func aFailureIsOneIssueAtItsClaim() async throws {
    let test = try #require(Test.current)
    let issues = Mutex<[Issue]>([])
    try await withKnownIssue {
      try await properties.provideScope(for: test, testCase: nil) { try failingProperty() }
    } matching: { issue in
      issues.withLock { $0.append(issue) }
      return true
    }
    let found = issues.withLock { $0 }
    #expect(found.count == 1)
    let location = try #require(found.first?.sourceLocation)
    #expect(location.line == claimLine)
    #expect(location.fileID == #fileID)
    #expect(found.first?.comments.first?.rawValue.contains("given    100") == true)
  }

  @Test func theFailureHasAPage() throws {
    let failure = try #require(throws: PropertyFailure.self) { try failingProperty() }
    #expect(failure.page.hasPrefix("<!doctype html>") && failure.page.contains("0 of 1 held"))
    #expect(failure.page.contains("no number is over 99") && failure.page.contains("it is small"))
  }

  @Test func otherErrorsPass() async throws {
    struct Other: Error {}
    let test = try #require(Test.current)
    await #expect(throws: Other.self) {
      try await properties.provideScope(for: test, testCase: nil) { throw Other() }
    }
  }
}

#if !canImport(Darwin)
// Apple's XCTest records another way.
@Suite struct XCTestRecordingTests {
  @Test func aFailureIsRecordedAtItsClaim() throws {
    let test = Recorder()
    try test.recordingProperties { try failingProperty() }
    #expect(test.recorded.count == 1)
    #expect(test.recorded.first?.line == claimLine)
    #expect(test.recorded.first?.text.contains("given    100") == true)
  }

  @Test func anAsynchronousOneToo() async throws {
    let test = Recorder()
    try await test.recordingProperties {
      await Task.yield()
      try failingProperty()
    }
    #expect(test.recorded.map(\.line) == [claimLine])
  }

  @Test func otherErrorsPass() {
    struct Other: Error {}
    let test = Recorder()
    #expect(throws: Other.self) { try test.recordingProperties { throw Other() } }
    #expect(test.recorded.isEmpty)
  }
}

/// Keeps what XCTest would be told.
private final class Recorder: XCTestCase {
  private(set) var recorded: [(line: Int, text: String)] = []

  convenience init() { self.init(name: "recorder") { _ in } }

  required init(name: String, testClosure: @escaping (XCTestCase) throws -> Void) {
    super.init(name: name, testClosure: testClosure)
  }

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    recorded.append((lineNumber, description))
  }
}
#endif

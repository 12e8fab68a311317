import PropertyIssues
import PropertyTesting
import Synchronization
import Testing

/// What a person sees of a test under the trait: the issues that it lets through to the library.
func issues(_ body: @Sendable () async throws -> Void) async throws -> [Issue] {
  let test = try #require(Test.current)
  let seen = Mutex<[Issue]>([])
  let outer: IssueHandlingTrait = .compactMapIssues { issue in
    seen.withLock { $0.append(issue) }
    return nil
  }
  let properties: PropertyTrait = .properties
  try await outer.provideScope(for: test, testCase: nil) {
    try await properties.provideScope(for: test, testCase: nil, performing: body)
  }
  return seen.withLock { $0 }
}

/// Where the only issue stands, and its text.
func onlyIssue(_ body: @Sendable () async throws -> Void) async throws -> (line: Int?, text: String) {
  let all = try await issues(body)
  try #require(all.count == 1, "\(all)")
  return (all[0].sourceLocation?.line, all[0].comments.map(\.rawValue).joined())
}

extension RunSettings {
  /// The same cases each time, and no files.
  static let fixed = {
    var settings = RunSettings(seed: 1)
    // Failures that a test expects.
    settings.keepsFailures = false
    return settings
  }()
}

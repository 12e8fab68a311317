import Synchronization

/// How many tests hand the issues of their library to the running case. While there are none, a case costs the reading of this number.
private let issueListeners = Atomic<Int>(0)

/// A failed assertion of another library: of `#expect`, for example.
package struct RecordedIssue: Sendable {
  /// What the library says of it.
  package let text: String
  /// Where the assertion stands; nil if the library does not say.
  package let location: SourceLocation?

  package init(_ text: String, at location: SourceLocation?) {
    self.text = text
    self.location = location
  }
}

/// The issues that another library records while cases run one after the other, in the tasks that know them by a task-local value.
///
/// The engine knows no other library. Whoever knows one keeps a listener around the test, and hands its issues over: see `PropertyTrait`.
/// One object serves the cases of a block, of which each takes what was recorded in it: a case that passes costs one comparison.
@usableFromInline
package final class CaseIssues: Sendable {
  @TaskLocal private static var current: CaseIssues?
  @TaskLocal private static var isListening = false

  private struct State {
    var issues: [RecordedIssue] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let hasIssues = Atomic(false)
  /// Whether the cases are repetitions, of which nobody is to hear: of a failure while it is shrunk, for example.
  private let isMute: Bool

  private init(isMute: Bool) {
    self.isMute = isMute
  }

  /// Whether somebody hands issues to the cases that this task runs.
  package static var isWanted: Bool { issueListeners.load(ordering: .relaxed) != 0 && isListening }

  /// That of the running case; nil if nobody listens.
  package static var ofCase: CaseIssues? { isWanted ? current : nil }

  /// Runs a test whose library hands its issues to ``take(_:isFailure:)``.
  package static func listening<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    issueListeners.add(1, ordering: .relaxed)
    defer { issueListeners.subtract(1, ordering: .relaxed) }
    return try await $isListening.withValue(true) { try await body() }
  }

  /// The same, synchronous.
  package static func listening<Result>(_ body: () throws -> Result) rethrows -> Result {
    issueListeners.add(1, ordering: .relaxed)
    defer { issueListeners.subtract(1, ordering: .relaxed) }
    return try $isListening.withValue(true) { try body() }
  }

  /// Hands an issue to the running case.
  /// - Parameter isFailure: false for what is no failure: a known issue, a warning.
  /// - Returns: whether the case took it. If not, it is its library's.
  package static func take(_ issue: @autoclosure () -> RecordedIssue, isFailure: Bool) -> Bool {
    guard let issues = ofCase else { return false }
    guard isFailure else { return issues.isMute }
    return issues.state.withLock { state in
      // Of a task that outlived its case.
      if state.isClosed { return issues.isMute }
      state.issues.append(issue())
      issues.hasIssues.store(true, ordering: .releasing)
      return true
    }
  }

  /// Runs cases whose issues are failures, if somebody listens.
  static func collecting<Result>(isMute: Bool, _ body: () throws -> Result) rethrows -> Result {
    guard isWanted else { return try body() }
    let issues = CaseIssues(isMute: isMute || current?.isMute ?? false)
    defer { issues.close() }
    return try $current.withValue(issues) { try body() }
  }

  /// The same, asynchronous.
  static func collecting<Result>(
    isMute: Bool, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard isWanted else { return try await body() }
    let issues = CaseIssues(isMute: isMute || current?.isMute ?? false)
    defer { issues.close() }
    return try await $current.withValue(issues) { try await body() }
  }

  private func close() { state.withLock { $0.isClosed = true } }

  /// Fails the case if an issue was recorded in it.
  /// - Throws: ``RecordedIssues``.
  @usableFromInline
  package func throwIfAny() throws {
    if let failure = failure(besides: nil) { throw failure }
  }

  /// What the case fails of: the issues, if there are any, because what was thrown is only how an assertion ends its case. An error that
  /// says nothing of the claim comes before both.
  func failure(besides error: (any Error)?) -> (any Error)? {
    guard hasIssues.load(ordering: .acquiring) else { return error }
    let issues = state.withLock { state in
      defer { state.issues = [] }
      return state.issues
    }
    hasIssues.store(false, ordering: .relaxed)
    switch error {
    case is Interruption, is SetUpError, is InvalidSetting: return error
    case let earlier as RecordedIssues: return RecordedIssues(earlier.issues + issues)
    default: return issues.isEmpty ? error : RecordedIssues(issues)
    }
  }
}

/// A case failed of what another library recorded.
struct RecordedIssues: Error, CustomStringConvertible {
  /// In the order in which they were recorded. The first is the claim that the engine shrinks.
  let issues: [RecordedIssue]

  /// The most that are put in words.
  private static let mostInWords = 10

  init(_ issues: [RecordedIssue]) {
    self.issues = issues
  }

  var location: SourceLocation? { issues.first?.location }

  /// Tells failures of different origin apart: the place, or the text if the library names none.
  var origin: String {
    guard let first = issues.first else { return "" }
    return first.location.map { $0.fileID + ":" + String($0.line) } ?? first.text
  }

  var description: String {
    let others = issues.dropFirst().prefix(Self.mostInWords - 1).map { issue in
      "and \(issue.text)" + (issue.location.map { " (at \(relative($0.filePath)):\($0.line))" } ?? "")
    }
    let rest = issues.count - Self.mostInWords
    return (issues.prefix(1).map(\.text) + others + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
  }
}

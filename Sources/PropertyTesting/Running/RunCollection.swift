import Foundation
import Synchronization

/// The results of all properties that this process checks, for a report of the whole run. If the environment has no TOUCHSTONE_REPORT,
/// nothing is collected, and a `check` costs one comparison more.
///
/// The engine only keeps them. A module that makes reports of them says how, before the process ends: see ``whenProcessEnds(_:)``.
package enum RunCollection {
  /// A property, however often the process checked it, as for the arguments of a test.
  package struct Entry: Sendable {
    /// The first that did not hold, or else the last.
    package fileprivate(set) var result: PropertyResult
    /// Of all times.
    package fileprivate(set) var took: Duration
    /// Of all times.
    package fileprivate(set) var cases: Int
    /// Whether the failure failed a test. What a test throws that has no `.properties` may have been expected by it.
    package fileprivate(set) var isOfTest: Bool
    /// Whether the test says which failures are its own.
    fileprivate var isInTest: Bool
    /// What the call that checked it is about, with other properties; nil: it is about this one.
    package let subject: String?
    /// Why it did not run; nil: it did.
    package let waiver: String?

    package init(_ result: PropertyResult, took: Duration, isOfTest: Bool = false, isInTest: Bool = true, waiver: String? = nil) {
      (self.result, self.took, cases, self.isOfTest, self.isInTest) = (result, took, result.cases, isOfTest, isInTest)
      (subject, self.waiver) = (RunCollection.subject, waiver)
    }
  }

  /// What the properties are about that one call checks, such as "Money": the report has them under this heading.
  @TaskLocal package static var subject: String?

  fileprivate struct State {
    var entries: [Entry] = []
    var places: [String: Int] = [:]
    var isRegistered = false
    var write: (@Sendable (String, [Entry]) -> Void)?
    var process: Int32 = 0
  }

  private static let state = Mutex(State())

  /// The folder of the report. A worker reports to the process that started it.
  private static let folder: String? =
    ProcessInfo.processInfo.environment["TOUCHSTONE_WORKER"] == nil ? RunEnvironment.current.report : nil

  /// Adds a result of a `check`.
  static func add(_ result: PropertyResult, took: Duration) {
    guard folder != nil else { return }
    let key = key(of: result)
    let isInTest = KeptFailures.areKept
    state.withLock { state in
      guard let place = state.place(of: key, or: Entry(result, took: took, isInTest: isInTest)) else { return }
      if state.entries[place].result.verdict.isHeld { (state.entries[place].result, state.entries[place].isInTest) = (result, isInTest) }
      state.entries[place].took += took
      state.entries[place].cases += result.cases
    }
  }

  /// Adds a property that the call does not run.
  package static func add(waived title: String, because reason: String, at location: SourceLocation) {
    guard folder != nil else { return }
    let requirement = Requirement<Void>(
      Property<Void>.idInPlace, title, fileID: location.fileID, filePath: location.filePath, line: location.line)
    let property = requirement.holds(forAll: .constant(0), claims: .elsewhere) { _, _ in }
    let result = PropertyResult(of: property, on: Fixture(system: {}), .held, settings: RunSettings())
    let key = key(of: result)
    state.withLock { _ = $0.place(of: key, or: Entry(result, took: .zero, waiver: reason)) }
  }

  /// Says that a test failed of this result.
  static func failsTest(_ result: PropertyResult) {
    guard folder != nil else { return }
    let key = key(of: result)
    state.withLock { state in
      guard let place = state.places[key] else { return }
      state.entries[place].result = result
      state.entries[place].isOfTest = true
    }
  }

  /// Says who writes the report, once the process ends as it should: not after a crash.
  /// - Parameter write: gets the folder, and each property that a test has not expected to fail.
  package static func whenProcessEnds(_ write: @escaping @Sendable (_ folder: String, _ entries: [Entry]) -> Void) {
    guard folder != nil else { return }
    state.withLock { state in
      state.register()
      state.write = write
    }
  }

  fileprivate static func end() {
    guard let folder else { return }
    let (entries, write, process) = state.withLock { ($0.entries, $0.write, $0.process) }
    // A copy of the process has copies of its results.
    guard process == ProcessInfo.processInfo.processIdentifier, !entries.isEmpty else { return }
    guard let write else {
      return writeToStandardError(
        "TOUCHSTONE_REPORT: no report was written: import PropertyIssues, and put tests in a @Suite(.properties), or run properties of "
          + "XCTest in recordingProperties")
    }
    write(folder, entries.filter { $0.isOfTest || $0.result.verdict.isHeld || !$0.isInTest })
  }

  private static func key(of result: PropertyResult) -> String { "\(result.location.fileID) \(result.title)" }
}

extension RunCollection.State {
  /// Where the entry for `key` is; nil: there was none, and now `entry` is.
  fileprivate mutating func place(of key: String, or entry: RunCollection.Entry) -> Int? {
    register()
    if let place = places[key] { return place }
    places[key] = entries.count
    entries.append(entry)
    return nil
  }

  fileprivate mutating func register() {
    guard !isRegistered else { return }
    (isRegistered, process) = (true, ProcessInfo.processInfo.processIdentifier)
    atexit { RunCollection.end() }
  }
}

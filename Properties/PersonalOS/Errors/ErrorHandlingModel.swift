import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Resources that load, forms that are sent, and a user who sees what fails: which errors are pending after each call,
/// what the views show, and what the log has to tell. The oracle of POS-22 to POS-25.
struct ErrorHandlingModel: Sendable {
  static let resources = ["load prices", "load projects", "load news"]

  /// What every run during a call comes to.
  enum Outcome: Sendable { case succeeds([String]), fails(Failure), isCancelled }

  enum Call: Sendable {
    /// A new form fails. Who presents the error offers to send the form again.
    case submit(Failure)
    /// A request for a resource fails elsewhere, and can be repeated only there.
    case report(Failure, during: LogText)
    /// Whoever met the error writes it to the log, this many times.
    case record(Failure, during: LogText, times: Int)
    /// Recovery without the user starts from the first error. Its attempts fail with the others, in order, and then succeed.
    case recover(Failure, [Failure], during: LogText)
    case load(String, Outcome, meanwhile: Meanwhile)
    case dismiss
    /// The user taps "retry" of the pending error at this place, so many times at once.
    case retry(place: Int, Outcome, taps: Int)
    /// The user taps "retry" of the current error. After this many turns of other tasks he dismisses the error, or its
    /// operation has succeeded elsewhere.
    case retryWhileLeaving(Outcome, turns: Int, byDismissal: Bool)
    /// The user taps "retry" of an error that is no longer pending.
    case retryGone(Int)
  }

  /// What else asks for a resource while it loads.
  enum Meanwhile: Sendable, CaseIterable { case nothing, load, retry }

  struct Pending: Sendable, Equatable {
    let operation: String
    let error: AppError
    let offersRetry: Bool
  }

  /// A resource as its view shows it.
  struct Load: Sendable, Equatable {
    var state = LoadState.idle
    var value: [String]?
  }

  /// One run of an operation: what the view of the resource showed meanwhile, and how many ran at that time.
  struct Run: Sendable, Equatable {
    let operation: String
    let shown: Load?
    let atOnce: Int
  }

  /// When recovery tried again, and what it threw in the end.
  struct Recovery: Sendable, Equatable {
    var attempts: [Duration] = []
    var thrown: AppError?
  }

  /// How many entries the log has room for.
  let capacity: Int
  /// The secrets that are registered with the log.
  let secrets: [String]
  /// The dates of the calls, in turn.
  let instants: [Date]

  init(capacity: Int = 100, secrets: [String] = [], instants: [Date] = [.distantPast]) {
    (self.capacity, self.secrets, self.instants) = (capacity, secrets, instants)
  }

  private(set) var occurred: [LoggedError] = []
  private(set) var loads = Dictionary(uniqueKeysWithValues: resources.map { ($0, Load()) })
  private(set) var pending: [Pending] = []
  private(set) var goneCount = 0
  private var forms = 0
  private var calls = 0

  /// The last errors that occurred.
  var logged: [LoggedError] { occurred.suffix(capacity) }

  func allows(_ call: Call) -> Bool {
    switch call {
    case .retry(let place, _, _): pending.indices.contains(place)
    case .retryWhileLeaving, .dismiss: !pending.isEmpty
    case .retryGone(let index): index < goneCount
    case .submit, .report, .record, .recover, .load: true
    }
  }

  /// What runs during the call, and how often it may: again only if the first run left something to do.
  func runs(of call: Call) -> (operation: String, outcome: Outcome, count: ClosedRange<Int>)? {
    func retry(_ error: Pending, _ outcome: Outcome, _ count: ClosedRange<Int>) -> (String, Outcome, ClosedRange<Int>)? {
      error.offersRetry ? (error.operation, outcome, count) : nil
    }
    switch call {
    case .load(let operation, let outcome, let meanwhile):
      let offersRetry = pending.contains { $0.operation == operation && $0.offersRetry }
      return (operation, outcome, 1...(meanwhile == .load || meanwhile == .retry && offersRetry ? 2 : 1))
    case .retry(let place, .isCancelled, let taps): return retry(pending[place], .isCancelled, 1...taps)
    case .retry(let place, let outcome, _): return retry(pending[place], outcome, 1...1)
    case .retryWhileLeaving(let outcome, _, _): return retry(pending[0], outcome, 0...1)
    case .submit, .report, .record, .recover, .dismiss, .retryGone: return nil
    }
  }

  /// - Parameter count: how often the operation of the call ran; without it, as often as it may.
  /// - Returns: the runs, one after the other.
  @discardableResult
  mutating func perform(_ call: Call, runs count: Int = .max) -> [Run] {
    let (current, runs) = (pending.first?.operation, runs(of: call))
    defer { calls += 1 }
    let count = runs.map { min(max(count, $0.count.lowerBound), $0.count.upperBound) } ?? 0
    switch call {
    case .submit(let failure):
      present(failure, LogText("form \(forms)"), hasRetry: true)
      forms += 1
    case .report(let failure, let operation): present(failure, operation, hasRetry: false)
    case .record(let failure, let operation, let times): for _ in 0..<times { log(failure, operation) }
    case .recover(let first, let failures, let operation):
      for failure in failures.prefix(recovery(from: first, failures).attempts.count) { log(failure, operation) }
    case .dismiss: removeAll(upTo: 1) { _ in true }
    case .retryWhileLeaving(let outcome, _, let byDismissal) where count == 0 || outcome.isCancelled:
      removeAll(upTo: byDismissal ? 1 : .max) { $0.operation == current }
    case .retryWhileLeaving, .load, .retry, .retryGone: break
    }
    guard let runs else { return [] }
    return (0..<count).map { _ in
      let shown = loads[runs.operation].map { Load(state: .loading, value: $0.value) }
      end(runs.operation, runs.outcome)
      return Run(operation: runs.operation, shown: shown, atOnce: 1)
    }
  }

  /// A run ends: what it was for is made up for, or fails once more, or is as it was.
  private mutating func end(_ operation: String, _ outcome: Outcome) {
    switch outcome {
    case .succeeds(let list):
      if loads[operation] != nil { loads[operation] = Load(state: .loaded, value: list) }
      removeAll { $0.operation == operation }
    case .fails(let failure):
      loads[operation]?.state = .failed(failure.meaning)
      removeAll { $0.operation == operation }
      present(failure, LogText(operation), hasRetry: true)
    case .isCancelled: break
    }
  }

  private mutating func present(_ failure: Failure, _ operation: LogText, hasRetry: Bool) {
    let (error, canRetry) = (failure.meaning, failure.meaning.expected.canRetry)
    pending.append(Pending(operation: operation.text, error: error, offersRetry: hasRetry && canRetry))
    log(failure, operation)
  }

  private mutating func log(_ failure: Failure, _ operation: LogText) {
    occurred.append(LoggedError(instant: instants[calls % instants.count], operation: operation, failure: failure))
  }

  private mutating func removeAll(upTo most: Int = .max, where isGone: (Pending) -> Bool) {
    for place in pending.indices.filter({ isGone(pending[$0]) }).prefix(most).reversed() {
      pending.remove(at: place)
      goneCount += 1
    }
  }

  /// Three attempts, after 1, 2 and 4 seconds, up to the first that succeeds or fails for good.
  func recovery(from first: Failure, _ failures: [Failure]) -> Recovery {
    var (recovery, next) = (Recovery(thrown: first.meaning), failures[...])
    for seconds in [1, 3, 7] where recovery.thrown?.mayBeRetriedUnasked == true {
      recovery.attempts.append(.seconds(seconds))
      recovery.thrown = next.popFirst()?.meaning
    }
    return recovery
  }
}

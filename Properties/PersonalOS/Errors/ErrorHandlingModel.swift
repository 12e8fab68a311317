import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Resources that load, forms that are sent, and a user who sees what fails: which errors are pending after each call,
/// and what the views show. The oracle of POS-22, POS-23 and POS-25.
struct ErrorHandlingModel: Sendable {
  static let resources = ["load prices", "load projects", "load news"]

  /// What every run during a call comes to.
  enum Outcome: Sendable {
    case succeeds([String])
    case fails(Failure)
    case isCancelled
  }

  enum Call: Sendable {
    /// A new form fails. Who presents the error offers to send the form again.
    case submit(Failure)
    /// A request for a resource fails elsewhere, and can be repeated only there.
    case report(Failure, during: String)
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
  enum Meanwhile: Sendable, CaseIterable {
    case nothing, load, retry
  }

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

  private(set) var loads = Dictionary(uniqueKeysWithValues: resources.map { ($0, Load()) })
  private(set) var pending: [Pending] = []
  private(set) var forms = 0
  private(set) var goneCount = 0

  func allows(_ call: Call) -> Bool {
    switch call {
    case .retry(let place, _, _): pending.indices.contains(place)
    case .retryWhileLeaving, .dismiss: !pending.isEmpty
    case .retryGone(let index): index < goneCount
    case .submit, .report, .load: true
    }
  }

  /// What runs during the call: a run after another only if the first left something to do.
  func runs(of call: Call) -> (operation: String, outcome: Outcome, count: ClosedRange<Int>)? {
    switch call {
    case .load(let operation, let outcome, let meanwhile):
      let offersRetry = pending.contains { $0.operation == operation && $0.offersRetry }
      return (operation, outcome, 1...(meanwhile == .load || meanwhile == .retry && offersRetry ? 2 : 1))
    case .retry(let place, let outcome, let taps):
      guard pending[place].offersRetry else { return nil }
      return (pending[place].operation, outcome, 1...(outcome.isCancelled ? taps : 1))
    case .retryWhileLeaving(let outcome, _, _):
      return pending[0].offersRetry ? (pending[0].operation, outcome, 0...1) : nil
    case .submit, .report, .dismiss, .retryGone: return nil
    }
  }

  /// - Parameter count: how often the operation of the call ran.
  mutating func perform(_ call: Call, runs count: Int) {
    let before = pending
    let runs = runs(of: call)
    switch call {
    case .submit(let failure):
      present(failure.meaning, "form \(forms)", hasRetry: true)
      forms += 1
    case .report(let failure, let operation): present(failure.meaning, operation, hasRetry: false)
    case .dismiss: removeAll(upTo: 1) { _ in true }
    case .retryWhileLeaving(let outcome, _, let byDismissal) where count == 0 || outcome.isCancelled:
      removeAll(upTo: byDismissal ? 1 : .max) { $0.operation == before[0].operation }
    case .retryWhileLeaving, .load, .retry, .retryGone: break
    }
    if let runs { for _ in 0..<count { end(runs.operation, runs.outcome) } }
  }

  /// A run ends: what it was for is made up for, or fails once more, or is as it was.
  private mutating func end(_ operation: String, _ outcome: Outcome) {
    switch outcome {
    case .succeeds(let list):
      loads[operation]?.state = .loaded
      loads[operation]?.value = list
      removeAll { $0.operation == operation }
    case .fails(let failure):
      loads[operation]?.state = .failed(failure.meaning)
      removeAll { $0.operation == operation }
      present(failure.meaning, operation, hasRetry: true)
    case .isCancelled: break
    }
  }

  private mutating func present(_ error: AppError, _ operation: String, hasRetry: Bool) {
    pending.append(Pending(operation: operation, error: error, offersRetry: hasRetry && error.mayBeRetried))
  }

  private mutating func removeAll(upTo most: Int = .max, where isGone: (Pending) -> Bool) {
    for place in pending.indices.filter({ isGone(pending[$0]) }).prefix(most).reversed() {
      pending.remove(at: place)
      goneCount += 1
    }
  }

  /// Takes the model to where the system is after the call.
  mutating func judge(_ call: Call, _ report: ErrorHandlingDriver.Report) throws {
    let runs = runs(of: call)
    let count = runs.map { min(max(report.runs.count, $0.count.lowerBound), $0.count.upperBound) } ?? 0
    let expected = (0..<count).map { earlier in
      var model = self
      model.perform(call, runs: earlier)
      let operation = runs?.operation ?? ""
      let shown = model.loads[operation].map { Load(state: .loading, value: $0.value) }
      return Run(operation: operation, shown: shown, atOnce: 1)
    }
    try expect("what runs, what its view shows meanwhile, and how many at once", report.runs, equals: expected)
    try expect("taps that return while the retry runs", report.earlyReturns, equals: 0)
    perform(call, runs: count)
  }
}

extension ErrorHandlingModel.Outcome {
  var isCancelled: Bool { if case .isCancelled = self { true } else { false } }
}

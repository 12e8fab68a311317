import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Resources whose first load failed, a user who retries, and the model of what that comes to.
@MainActor
final class RetrySession {
  private let trial: Trial
  private let presenter: any ErrorPresenting
  private let resources: [RetriedResource]
  /// Of each resource, how often a retry has run and what it last gave.
  private var expectedRuns: [Int]
  private var expectedValues: [String?]
  /// The pending errors: which resource failed, and with what.
  private var pending: [(resource: Int, error: AppError)] = []
  private var returnedEarly = 0
  /// Errors that are no longer pending.
  private var gone: [UUID] = []

  init(_ errors: ErrorSystem, _ script: RetryScript, _ trial: Trial) {
    self.trial = trial
    presenter = errors.makePresenter(errors.makeLog(100, [])) { .distantPast }
    resources = script.resources.map { RetriedResource($0.retries) }
    expectedRuns = resources.map { _ in 0 }
    expectedValues = resources.map { _ in nil }
    for (index, (resource, failure)) in zip(resources, script.resources.map(\.first)).enumerated() {
      presenter.present(failure.error, during: "resource \(index)") { try await resource.load() }
      pending.append((index, failure.meaning))
    }
  }

  func perform(_ action: RetryScript.Action) async throws {
    trial.note(describe(action))
    let shown = presenter.errorQueue
    let presenter = presenter
    switch action {
    case .retry(let choice, let taps):
      guard !shown.isEmpty else { return }
      let place = choice % shown.count
      let resource = pending[place].resource
      await tap(shown[place].id, of: resource, times: taps)
      var outcome = run(place)
      // What was cancelled is still there for the next tap, if that one came later.
      for _ in 1..<taps where outcome?.isCancellation == true {
        if resources[resource].runs > expectedRuns[resource] { outcome = run(place) }
      }
      if let outcome {
        trial.label("a retry succeeds", if: outcome.isSuccess)
        trial.label("a retry fails", if: outcome.isFailure)
        trial.label("tapped again", if: taps > 1)
      }
    case .dismissThenRetry:
      guard let error = shown.first else { return }
      presenter.dismiss()
      pending.removeFirst()
      await presenter.retry(for: error.id)
    case .retryWhileLeaving(let waits, let byDismissal):
      guard let error = shown.first else { return }
      let resource = pending[0].resource
      let leaving = Task {
        for _ in 0..<waits { await Task.yield() }
        // The user sees what he dismisses.
        guard presenter.currentError?.id == error.id else { return }
        if byDismissal { presenter.dismiss() } else { presenter.withdraw(operation: error.operation) }
      }
      await tap(error.id, of: resource, times: 1)
      await leaving.value
      let hasRun = resources[resource].runs > expectedRuns[resource]
      trial.label("dismissed while it runs", if: hasRun)
      let outcome = hasRun ? run(0) : nil
      // A cancelled retry leaves it, to be dismissed or withdrawn; and so does one that never began.
      if outcome == nil || outcome?.isCancellation == true { pending.removeFirst() }
    case .retryStale(let choice):
      guard !gone.isEmpty else { return }
      trial.label("an error that is gone")
      await presenter.retry(for: gone[choice % gone.count])
    }
    let left = Set(presenter.errorQueue.map(\.id))
    gone += shown.map(\.id).filter { !left.contains($0) }
  }

  private func tap(_ id: UUID, of resource: Int, times: Int) async {
    let (presenter, resource, trial) = (presenter, resources[resource], trial)
    let taps = (0..<times).map { number in
      Task {
        // Tasks of the main actor start in their order, before what the first tap begins.
        if number > 0 { await Task.yield() }
        trial.label("tapped while it runs", if: resource.tapsUnderWay > 0)
        resource.tapsUnderWay += 1
        let runUnderWay = resource.isLoading ? resource.runs : nil
        await presenter.retry(for: id)
        resource.tapsUnderWay -= 1
        // Whoever taps waits for the end, also of what another tap began.
        return resource.isLoading && resource.runs == runUnderWay
      }
    }
    for tap in taps where await tap.value { returnedEarly += 1 }
  }

  /// The model of one retry of the error at a place.
  /// - Returns: what it comes to, or nil where there is none.
  private func run(_ place: Int) -> RetryScript.Outcome? {
    let (index, error) = pending[place]
    guard error.mayBeRetried else { return nil }
    let outcome = resources[index].outcome(ofRun: expectedRuns[index])
    expectedRuns[index] += 1
    switch outcome {
    case .succeeds:
      pending.remove(at: place)
      expectedValues[index] = RetriedResource.value(ofRun: expectedRuns[index])
    case .fails(let failure):
      pending.remove(at: place)
      pending.append((index, failure.meaning))
    case .isCancelled: break
    }
    return outcome
  }

  func expectAsModelled() throws {
    try expect(
      "pending errors", presenter.errorQueue.map(ExpectedError.init),
      equals: pending.map { ExpectedError("resource \($0.resource)", $0.error) })
    try expect("taps that returned while the retry ran", returnedEarly, equals: 0)
    try expect("loads of each resource", resources.map(\.runs), equals: expectedRuns)
    try expect("what each has loaded", resources.map(\.value), equals: expectedValues)
    let ids = Set(presenter.errorQueue.map(\.id))
    try expect("each pending error is one of its own", ids.count, equals: presenter.errorQueue.count)
    try expect("errors that are gone stay gone", ids.isDisjoint(with: gone))
  }
}

/// What a retry loads.
@MainActor
private final class RetriedResource {
  private let outcomes: [RetryScript.Outcome]
  private(set) var runs = 0
  private(set) var value: String?
  private(set) var isLoading = false
  var tapsUnderWay = 0

  init(_ outcomes: [RetryScript.Outcome]) {
    self.outcomes = outcomes
  }

  static func value(ofRun number: Int) -> String { "loaded by retry \(number)" }

  func outcome(ofRun index: Int) -> RetryScript.Outcome {
    index < outcomes.count ? outcomes[index] : .succeeds
  }

  func load() async throws {
    let outcome = outcome(ofRun: runs)
    runs += 1
    isLoading = true
    defer { isLoading = false }
    let value = Self.value(ofRun: runs)
    await Task.yield()
    await Task.yield()
    switch outcome {
    case .succeeds: self.value = value
    case .fails(let failure): throw failure.error
    case .isCancelled: throw CancellationError()
    }
  }
}

extension RetryScript.Outcome {
  fileprivate var isSuccess: Bool { if case .succeeds = self { true } else { false } }
  fileprivate var isFailure: Bool { if case .fails = self { true } else { false } }
  fileprivate var isCancellation: Bool { if case .isCancelled = self { true } else { false } }
}

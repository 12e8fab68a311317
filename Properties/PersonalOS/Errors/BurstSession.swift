import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Tasks that report errors at once, a user who dismisses them, and a view that loads meanwhile; and the
/// queue that the presenter should be.
@MainActor
final class BurstSession {
  private let trial: Trial
  private let errors: ErrorSystem
  private let presenter: SpiedPresenter
  private let server = LoadServer()
  private let loader: any ListLoading
  private var reportsReturned = 0
  private var updatesApplied = 0
  /// The first claim that did not hold in one of the tasks.
  private var failure: (any Error)?

  init(_ errors: ErrorSystem, _ trial: Trial) {
    self.trial = trial
    self.errors = errors
    let presenter = SpiedPresenter(errors.makePresenter(errors.makeLog(100, [])) { .distantPast })
    self.presenter = presenter
    let server = server
    loader = errors.makeLoader(
      LoaderSetup(operation: "the view", presenter: presenter) { try await server.answer() })
    server.loader = loader
  }

  /// Everything at once, until nothing can go on any more: nobody waits for the user.
  func run(_ burst: ErrorBurst) async throws {
    for (task, failures) in burst.reporters.enumerated() {
      Task { await report(failures, as: task, waiting: burst.reporterWaits) }
    }
    Task { await dismiss(burst.dismissals, waiting: burst.dismissalWaits) }
    Task { await update(burst.updates) }
    try await Task.sleep(for: .seconds(60))

    if let failure { throw failure }
    let reports = burst.reporters.reduce(0) { $0 + $1.count }
    try expect("reports that have returned", reportsReturned, equals: reports)
    try expect("updates of the view that were applied", updatesApplied, equals: burst.updates.count)
    trial.label("several tasks report", if: burst.reporters.count { !$0.isEmpty } > 1)
    trial.label("more than ten", if: reports > 10)
  }

  func dismissTheRest() throws {
    while !presenter.expectedQueue.isEmpty { try dismissOne() }
    try expect("the current error after the last", presenter.currentError, equals: nil)
  }

  private func report(_ failures: [Failure], as task: Int, waiting turns: Int) async {
    for (number, failure) in failures.enumerated() {
      let operation = "report \(number) of task \(task)"
      trial.label(
        "a critical error behind another",
        if: failure.meaning.expectedSeverity == .critical && !presenter.expectedQueue.isEmpty)
      if number.isMultiple(of: 2) {
        presenter.present(failure.error, during: operation, retry: nil)
      } else {
        let setup = LoaderSetup(operation: operation, presenter: presenter) { throw failure.error }
        await errors.makeLoader(setup).load()
      }
      reportsReturned += 1
      claim {
        let shown = presenter.errorQueue
        try expect("errors beside the view, not over it", shown.allSatisfy { $0.style == .banner })
      }
      for _ in 0..<turns { await Task.yield() }
    }
  }

  private func dismiss(_ count: Int, waiting turns: Int) async {
    for _ in 0..<count {
      for _ in 0..<turns { await Task.yield() }
      trial.label("dismissed while others report", if: !presenter.expectedQueue.isEmpty)
      claim { try dismissOne() }
    }
  }

  private func dismissOne() throws {
    try expect("the queue", presenter.errorQueue.map(\.operation), equals: presenter.expectedQueue)
    try expect("the error on show", presenter.currentError?.operation, equals: presenter.expectedQueue.first)
    presenter.dismiss()
  }

  private func update(_ lists: [[String]]) async {
    for (number, list) in lists.enumerated() {
      let list = list + ["update \(number)"]
      server.begin(.succeeds(list))
      await loader.load()
      trial.label("an update while errors are pending", if: !presenter.expectedQueue.isEmpty)
      claim {
        try expect("the view shows what it loaded", loader.value, equals: list)
        try expect("its state", loader.state, equals: .loaded)
        updatesApplied += 1
      }
      await Task.yield()
    }
  }

  private func claim(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do { try body() } catch { failure = error }
  }
}

/// Passes everything on, and keeps the queue that should come of it.
@MainActor
private final class SpiedPresenter: ErrorPresenting {
  /// What was presented and not dismissed, in order: the operations.
  private(set) var expectedQueue: [String] = []
  private let right: any ErrorPresenting

  init(_ right: any ErrorPresenting) {
    self.right = right
  }

  var currentError: PresentedError? { right.currentError }
  var errorQueue: [PresentedError] { right.errorQueue }

  @discardableResult
  func present(_ error: any Error, during operation: String, retry: RetryAction?) -> PresentedError {
    expectedQueue.append(operation)
    return right.present(error, during: operation, retry: retry)
  }

  func dismiss() {
    if !expectedQueue.isEmpty { expectedQueue.removeFirst() }
    right.dismiss()
  }

  func withdraw(operation: String) {
    expectedQueue.removeAll { $0 == operation }
    right.withdraw(operation: operation)
  }

  func retry(for id: UUID) async { await right.retry(for: id) }
}

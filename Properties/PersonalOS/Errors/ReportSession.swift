import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// Resources and forms that fail, and which of them each error belongs to.
@MainActor
final class ReportSession {
  private let trial: Trial
  private let presenter: any ErrorPresenting
  private let recovery: any ErrorRecoveryStrategy
  private let servers: [LoadServer]
  private let loaders: [any ListLoading]
  private let forms = FormCounts()
  private var expectedErrors: [ExpectedError] = []

  init(_ errors: ErrorSystem, _ trial: Trial) {
    self.trial = trial
    let log = errors.makeLog(100, [])
    let presenter = errors.makePresenter(log) { .distantPast }
    self.presenter = presenter
    recovery = errors.makeRecovery(
      RecoverySetup(
        operation: "load", clock: ContinuousClock(), log: log, now: { .distantPast }, request: {}))
    let servers = (0..<4).map { _ in LoadServer() }
    self.servers = servers
    loaders = servers.enumerated().map { index, server in
      errors.makeLoader(
        LoaderSetup(operation: "resource \(index)", presenter: presenter) { try await server.answer() })
    }
  }

  func fail(_ source: FailureReports.Source, with failure: Failure) async throws {
    let error = failure.meaning
    switch source {
    case .resource(let index):
      let operation = "resource \(index)"
      servers[index].begin(.fails(failure))
      await loaders[index].load()
      expectedErrors.removeAll { $0.operation == operation }
      expectedErrors.append(ExpectedError(operation, error))
      trial.label("a request fails with a 4xx", if: error.is4xx)
      trial.label("a request is rate limited", if: error.caseTitle == "rate limited")
    case .form:
      let (operation, forms) = ("form \(forms.count)", forms)
      forms.add(operation)
      presenter.present(failure.error, during: operation) { forms.run(operation) }
      expectedErrors.append(ExpectedError(operation, error))
      trial.label("a form is refused", if: failure.kind == .validation)
    }
    try expect(
      "recovers by itself from \(describe(error))", recovery.canRecover(from: error),
      equals: error.mayBeRetriedUnasked)
    trial.label("not to be retried by itself", if: error.mayBeRetried && !error.mayBeRetriedUnasked)
  }

  func expectRetriesOfferedWhereTheyHelp() throws {
    let shown = presenter.errorQueue
    try expect("pending errors", shown.map(ExpectedError.init), equals: expectedErrors)
    for error in shown {
      let what = "\(error.operation), \(describe(error.error))"
      try expect("can be retried: \(what)", error.error.canRetry, equals: error.error.mayBeRetried)
      try expect("offers a retry: \(what)", error.offersRetry, equals: error.error.mayBeRetried)
    }
    trial.label("several errors offer a retry", if: shown.count { $0.error.mayBeRetried } > 1)
    trial.label("an error offers none", if: !shown.allSatisfy { $0.error.mayBeRetried })
  }

  /// A retry of one of the pending errors runs what had failed with it, and nothing else.
  func retryExpectingItsOwnerToRun(_ choice: Int) async throws {
    let shown = presenter.errorQueue
    guard !shown.isEmpty else { return }
    let error = shown[choice % shown.count]
    for server in servers { server.begin(.succeeds([])) }
    forms.reset()
    await presenter.retry(for: error.id)

    var runs = forms.runs
    for (index, server) in servers.enumerated() { runs["resource \(index)"] = server.loadsSeen.count }
    let expectedRuns = error.error.mayBeRetried ? [error.operation: 1] : [:]
    try expect("ran on the retry of \(error.operation)", runs.filter { $0.value > 0 }, equals: expectedRuns)
    if error.error.mayBeRetried { expectedErrors.removeAll { $0.operation == error.operation } }
    try expect("pending errors", presenter.errorQueue.map(ExpectedError.init), equals: expectedErrors)
  }
}

/// How often each form was submitted again.
@MainActor
private final class FormCounts {
  private(set) var runs: [String: Int] = [:]
  var count: Int { runs.count }

  func add(_ operation: String) { runs[operation] = 0 }
  func run(_ operation: String) { runs[operation, default: 0] += 1 }
  func reset() { runs = runs.mapValues { _ in 0 } }
}

extension AppError {
  fileprivate var is4xx: Bool {
    if case .network(.serverError(400..<500), _) = self { true } else { false }
  }
}

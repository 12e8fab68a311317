import Foundation
import PersonalOSGenerators
import PersonalOSReference

/// Makes the calls of `ErrorHandlingModel` in the app, and is the server that answers them.
@MainActor
final class ErrorHandlingDriver {
  typealias Model = ErrorHandlingModel

  struct Report: Sendable {
    var runs: [Model.Run] = []
    var earlyReturns = 0
    var isTappedWhileItRuns = false
  }

  let presenter: any ErrorPresenting
  let recovery: any ErrorRecoveryStrategy
  /// The errors that are no longer pending.
  private(set) var gone: [UUID] = []
  /// Each message that was shown, with the case it stood for.
  private(set) var messages: [String: Set<String>] = [:]
  private(set) var secrets: Set<String> = []
  private var loaders: [String: any ListLoading] = [:]
  private var forms = 0
  private var outcome = Model.Outcome.isCancelled
  private var report = Report()
  private var underWay: [String] = []
  private var tapsUnderWay = 0

  init(_ errors: ErrorSystem) {
    let log = errors.makeLog(100, [])
    presenter = errors.makePresenter(log) { .distantPast }
    recovery = errors.makeRecovery(
      RecoverySetup(operation: "load", clock: ContinuousClock(), log: log, now: { .distantPast }, request: {}))
    for operation in Model.resources {
      loaders[operation] = errors.makeLoader(
        LoaderSetup(operation: operation, presenter: presenter) { [weak self] in try await self?.run(operation) ?? [] })
    }
  }

  var loads: [String: Model.Load] { loaders.mapValues { Model.Load(state: $0.state, value: $0.value) } }
  var pending: [Model.Pending] {
    presenter.errorQueue.map { Model.Pending(operation: $0.operation, error: $0.error, offersRetry: $0.offersRetry) }
  }

  func perform(_ call: Model.Call) async -> Report {
    report = Report()
    let shown = presenter.errorQueue
    switch call {
    case .submit(let failure):
      let operation = "form \(forms)"
      forms += 1
      presenter.present(failure.error, during: operation) { [weak self] in _ = try await self?.run(operation) }
    case .report(let failure, let operation): presenter.present(failure.error, during: operation, retry: nil)
    case .load(let operation, let outcome, let meanwhile):
      self.outcome = outcome
      let load = Task { await loaders[operation]?.load() }
      if meanwhile == .load { await Task { await loaders[operation]?.load() }.value }
      let error = shown.first { $0.operation == operation && $0.offersRetry }
      if meanwhile == .retry, let error { await Task { await presenter.retry(for: error.id) }.value }
      await load.value
    case .dismiss: presenter.dismiss()
    case .retry(let place, let outcome, let taps):
      self.outcome = outcome
      if shown.indices.contains(place) { await tap(shown[place], times: taps) }
    case .retryWhileLeaving(let outcome, let turns, let byDismissal):
      self.outcome = outcome
      guard let error = shown.first else { break }
      let leaving = Task {
        for _ in 0..<turns { await Task.yield() }
        // The user sees what he dismisses.
        guard presenter.currentError?.id == error.id else { return }
        if byDismissal { presenter.dismiss() } else { presenter.withdraw(operation: error.operation) }
      }
      await tap(error, times: 1)
      await leaving.value
    case .retryGone(let index): if gone.indices.contains(index) { await presenter.retry(for: gone[index]) }
    }
    note(call, since: shown)
    return report
  }

  private func note(_ call: Model.Call, since shown: [PresentedError]) {
    let queue = presenter.errorQueue
    gone += shown.map(\.id).filter { id in !queue.contains { $0.id == id } }
    for error in queue { messages[error.message, default: []].insert(error.error.expected.path) }
    secrets.formUnion(call.failure?.text?.secrets ?? [])
  }

  private func tap(_ error: PresentedError, times: Int) async {
    let taps = (0..<times).map { number in
      Task {
        // Tasks of the main actor start in their order, before what the first tap begins.
        if number > 0 { await Task.yield() }
        report.isTappedWhileItRuns = report.isTappedWhileItRuns || tapsUnderWay > 0
        tapsUnderWay += 1
        let joined = underWay.contains(error.operation) ? report.runs.count : nil
        await presenter.retry(for: error.id)
        tapsUnderWay -= 1
        // Whoever taps waits for the end, also of what another tap began.
        if underWay.contains(error.operation), report.runs.count == joined { report.earlyReturns += 1 }
      }
    }
    for tap in taps { await tap.value }
  }

  private func run(_ operation: String) async throws -> [String] {
    underWay.append(operation)
    defer { underWay.removeAll { $0 == operation } }
    let shown = loaders[operation].map { Model.Load(state: $0.state, value: $0.value) }
    report.runs.append(Model.Run(operation: operation, shown: shown, atOnce: underWay.count))
    await Task.yield()
    await Task.yield()
    switch outcome {
    case .succeeds(let list): return list
    case .fails(let failure): throw failure.error
    case .isCancelled: throw CancellationError()
    }
  }
}

import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PlatformStandIns
import Synchronization

/// Makes the calls of `ErrorHandlingModel` in the app, and is the server that answers them.
@MainActor
final class ErrorHandlingDriver {
  typealias Model = ErrorHandlingModel

  struct Report: Sendable {
    var runs: [Model.Run] = []
    var earlyReturns = 0
    var isTappedWhileItRuns = false
    var recovery: Model.Recovery?
  }

  let presenter: any ErrorPresenting
  let recovery: any ErrorRecoveryStrategy
  nonisolated let log: any ErrorLog
  /// The errors that are no longer pending.
  private(set) var gone: [UUID] = []
  /// Each message that was shown, with the case it stood for.
  private(set) var messages: [String: Set<String>] = [:]
  private(set) var secrets: Set<String> = []
  private let errors: ErrorSystem
  private let now = Now()
  private let instants: [Date]
  private var calls = 0
  private var loaders: [String: any ListLoading] = [:]
  private var forms = 0
  private var outcome = Model.Outcome.isCancelled
  private var report = Report()
  private var underWay: [String] = []
  private var tapsUnderWay = 0

  init(_ errors: ErrorSystem, _ model: Model) {
    (self.errors, instants) = (errors, model.instants)
    // Some secrets are known from the start, some later.
    let knownCount = model.secrets.count / 2 * 2
    log = errors.makeLog(model.capacity, Array(model.secrets.prefix(knownCount)))
    for secret in model.secrets.dropFirst(knownCount) { log.register(secret: secret) }
    presenter = errors.makePresenter(log) { [now] in now.date }
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
    now.set(instants[calls % instants.count])
    calls += 1
    let shown = presenter.errorQueue
    switch call {
    case .submit(let failure):
      let operation = "form \(forms)"
      forms += 1
      presenter.present(failure.error, during: operation) { [weak self] in _ = try await self?.run(operation) }
    case .report(let failure, let operation): presenter.present(failure.error, during: operation.text, retry: nil)
    case .record(let failure, let operation, let times):
      let severity = failure.meaning.expected.severity
      for _ in 0..<times { log.record(failure.error, severity: severity, context: operation.text, at: now.date) }
    case .recover(let first, let failures, let operation):
      report.recovery = await recover(from: first.meaning, failures, during: operation.text)
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
    let queue = presenter.errorQueue
    gone += shown.map(\.id).filter { id in !queue.contains { $0.id == id } }
    for error in queue { messages[error.message, default: []].insert(error.error.path) }
    secrets.formUnion(call.failure?.text?.secrets ?? [])
    return report
  }

  private func recover(from first: AppError, _ failures: [Failure], during operation: String) async -> Model.Recovery {
    let clock = VirtualClock()
    let attempts = Mutex<[Duration]>([])
    let recovery = errors.makeRecovery(
      RecoverySetup(operation: operation, clock: clock, log: log, now: { [now] in now.date }) {
        let count = attempts.withLock { made in
          made.append(clock.now.offset)
          return made.count
        }
        if count <= failures.count { throw failures[count - 1].error }
      })
    var thrown: AppError?
    do { try await recovery.recover(from: first) } catch { thrown = AppError(error) }
    return Model.Recovery(attempts: attempts.withLock(\.self), thrown: thrown)
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
    report.runs.append(Model.Run(operation: operation, shown: loads[operation], atOnce: underWay.count))
    await Task.yield()
    await Task.yield()
    switch outcome {
    case .succeeds(let list): return list
    case .fails(let failure): throw failure.error
    case .isCancelled: throw CancellationError()
    }
  }
}

/// The date of the call that is under way.
private final class Now: Sendable {
  private let value = Mutex(Date.distantPast)

  var date: Date { value.withLock(\.self) }

  func set(_ date: Date) { value.withLock { $0 = date } }
}

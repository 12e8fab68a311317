import Foundation
import PersonalOSReference

/// A presenter with one defect, or with none.
@MainActor
final class DefectivePresenter: ErrorPresenting {
  enum Defect {
    // What is shown.
    case saysTheSameOfAll, showsDebugText, opensADialogue, exchangesMessages, saysNothingOfTimeouts
    // Which errors offer a retry, and of what.
    case offersNoRetryOf4xx, offersNoRetryWhenRateLimited, keepsThePreviousAction, offersRetryOfEverything
    // What a retry does.
    case onlyDismisses, reloadsAnother, runsOncePerTap, failsSilently, runsForDismissedErrors
    case leavesTheErrorAfterSuccess, cutsTheErrorOnCancellation, doesNotWaitForTheFirstTap
    case logsNoFailedRetry
    // How errors queue.
    case overwritesTheOlder, showsTheNewestFirst, showsCriticalErrorsFirst, withdrawsOneAtATime
  }

  private let defect: Defect?
  private let log: any ErrorLog
  private let now: @Sendable () -> Date
  private(set) var errorQueue: [PresentedError] = []
  private var actions: [UUID: RetryAction] = [:]
  private var running: [UUID: Task<Void, Never>] = [:]
  private var lastAction: RetryAction?

  init(_ defect: Defect?, _ log: any ErrorLog, _ now: @escaping @Sendable () -> Date) {
    self.defect = defect
    self.log = log
    self.now = now
  }

  var currentError: PresentedError? { errorQueue.first }

  @discardableResult
  func present(_ error: any Error, during operation: String, retry: RetryAction?) -> PresentedError {
    let presented = prepare(error, operation, retry)
    switch defect {
    case .overwritesTheOlder: errorQueue = [presented]
    case .showsTheNewestFirst: errorQueue.insert(presented, at: 0)
    case .showsCriticalErrorsFirst where presented.error.severity == .critical:
      errorQueue.insert(presented, at: errorQueue.prefix { $0.error.severity == .critical }.count)
    default: errorQueue.append(presented)
    }
    return presented
  }

  func dismiss() {
    guard !errorQueue.isEmpty else { return }
    remove(errorQueue[0].id)
  }

  func withdraw(operation: String) {
    for error in errorQueue where error.operation == operation {
      remove(error.id)
      if defect == .withdrawsOneAtATime { return }
    }
  }

  func retry(for id: UUID) async {
    if let task = running[id], defect != .runsOncePerTap {
      return defect == .doesNotWaitForTheFirstTap ? () : await task.value
    }
    let error = errorQueue.first { $0.id == id }
    guard let action = actions[id], error != nil || defect == .runsForDismissedErrors else { return }
    if defect == .onlyDismisses { return remove(id) }
    let another = errorQueue.first { $0.id != id && actions[$0.id] != nil }.flatMap { actions[$0.id] }
    let chosen = defect == .reloadsAnother ? another ?? action : action
    let task = Task { await run(chosen, of: id, error?.operation ?? "") }
    running[id] = task
    await task.value
  }

  private func run(_ action: @escaping RetryAction, of id: UUID, _ operation: String) async {
    defer { running[id] = nil }
    do {
      try await action()
      if defect != .leavesTheErrorAfterSuccess { remove(id) }
    } catch is CancellationError {
      if defect == .cutsTheErrorOnCancellation { remove(id) }
    } catch {
      remove(id)
      if defect != .failsSilently { errorQueue.append(prepare(error, operation, action, isRetry: true)) }
    }
  }

  private func prepare(
    _ error: any Error, _ operation: String, _ retry: RetryAction?, isRetry: Bool = false
  ) -> PresentedError {
    let appError = AppError(error)
    if !isRetry || defect != .logsNoFailedRetry {
      log.record(error, severity: appError.severity, context: operation, at: now())
    }
    var action = mayRetry(appError) ? retry : nil
    if defect == .keepsThePreviousAction, action != nil {
      (action, lastAction) = (lastAction ?? action, action)
    }
    var presented = PresentedError(
      id: UUID(), error: appError, operation: operation, offersRetry: action != nil)
    actions[presented.id] = action
    switch defect {
    case .saysTheSameOfAll: presented.message = "Something went wrong."
    case .showsDebugText: presented.message += " (\(appError.debugDescription))"
    case .exchangesMessages: presented.message = appError.exchanged.userMessage
    case .saysNothingOfTimeouts where appError.caseTitle == "timeout": presented.message = "…"
    case .opensADialogue where appError.severity == .critical: presented.style = .modal
    default: break
    }
    return presented
  }

  private func mayRetry(_ error: AppError) -> Bool {
    switch (defect, error) {
    case (.offersNoRetryOf4xx, .network(.serverError(400..<500), _)): false
    case (.offersNoRetryWhenRateLimited, .network(.rateLimited, _)): false
    case (.offersRetryOfEverything, _): true
    default: error.canRetry
    }
  }

  private func remove(_ id: UUID) {
    errorQueue.removeAll { $0.id == id }
    if defect != .runsForDismissedErrors { actions[id] = nil }
  }
}

extension AppError {
  /// No connection in place of a timeout, and the other way round.
  fileprivate var exchanged: AppError {
    switch self {
    case .network(.noConnection, let retryable): .network(.timeout, retryable: retryable)
    case .network(.timeout, let retryable): .network(.noConnection, retryable: retryable)
    default: self
    }
  }
}
